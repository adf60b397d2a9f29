import { analyse } from '../../text/terms/analyser.ts';
import { inverseDocumentFrequency, queryTerms, saturation } from '../../text/terms/bm25.ts';
import { hasPhrase, type KeywordQuery, parseKeywordQuery } from '../../text/terms/keyword-query.ts';
import { wellFormed } from '../../util/strings/well-formed.ts';
import { requireDimensions, requireModel } from '../collection-model.ts';
import { liftPhrases } from '../lift-phrases.ts';
import { inOrder, mostFrequentFirst } from '../read/orders.ts';
import type { KeywordResult, KeywordScope, KeywordTerm, ScoredChunk, VectorScope } from '../store.ts';
import { scopeFilter } from './filters.ts';
import { equal, type Filter, type FoundPoint } from './place.ts';
import { type ChunkPayload, textOf, toSparse } from './points.ts';
import { valuesOf } from './typed-fields.ts';
import type { View } from './view.ts';

/** What ties with the last of the limit comes along, as far as that. */
const beyond = 16;

type Found = FoundPoint<Pick<ChunkPayload, 'id'>>;

/**
 * The nearest chunks within the scope: exactly in collections below `hnswFrom`, else as the server's graph has
 * them, and exactly again where it gives too few. Vectors are of unit length, so the inner product is the cosine.
 *
 * @throws EmbeddingDimensionError, EmbeddingModelMismatchError
 */
export async function searchVector(
  view: View,
  vector: Float32Array,
  scope: VectorScope,
): Promise<ScoredChunk[]> {
  const { state, connection } = view;
  const { limit, signal } = scope;
  if (scope.embeddingModel !== undefined) requireModel(state, scope.embeddingModel);
  requireDimensions(state, vector);
  if (limit === 0 || vector.every((value) => value === 0)) return [];
  const filter = await scopeFilter(view, scope);
  const wanted = { query: [...vector], using: state.vector, filter, with_payload: ['id'] };
  const nearest = (most: number, params: object): Promise<Found[]> =>
    view.query({ ...wanted, limit: most, params }, { signal });
  const { hnsw, hnswFrom, isQuantized } = connection.address;
  if (state.totals.allChunks >= hnswFrom) {
    // The more of the graph is kept in view, the more is found, and the longer it takes.
    const graph = { hnsw_ef: Math.max(hnsw.efSearch, 2 * limit) };
    const quantization = { rescore: true, oversampling: 2 };
    const found = await nearest(limit, isQuantized ? { ...graph, quantization } : graph);
    if (found.length === limit) return asHits(found, limit);
  }
  for (let most = limit + beyond; ; most *= 4) {
    const found = await nearest(most, { exact: true });
    const isCut = found.length === most && found.at(-1)!.score === found[limit - 1]!.score;
    if (!isCut) return asHits(found, limit);
  }
}

function asHits(found: readonly Found[], limit: number): ScoredChunk[] {
  const hits = found.map(({ payload, score }) => ({
    chunkId: payload.id,
    score: Math.min(1, Math.max(-1, score)),
  }));
  return inOrder(hits, limit);
}

/** A term of a query, with the indexed terms that count as it. */
interface ScoredTerm extends KeywordTerm {
  /** The term itself, or all that begin as a prefix says. */
  readonly indexed: readonly string[];
}

const scoredFields = ['id', 'terms', 'counts', 'length'] as const;
type ScoredPayload = Pick<ChunkPayload, (typeof scoredFields)[number]>;

/** As many texts are looked into at most for phrases. */
const mostTexts = 5000;
const leastCandidates = 64;
/** The server sums in single precision. */
const rounding = 1 + 1e-5;

/**
 * The chunks with the highest BM25 (`text/bm25.ts`), exactly. The number of chunks, document frequencies and the average
 * length are of the whole collection, whatever the filter. A chunk that has a phrase of the query ranks above all that
 * have not: for each phrase, its score is higher by what no BM25 reaches. Where no chunk has the phrase, its quotation
 * marks change nothing.
 */
export async function searchKeyword(view: View, text: string, scope: KeywordScope): Promise<KeywordResult> {
  const { signal, limit } = scope;
  const languages = mostFrequentFirst(view.state.totals.languages);
  const query = parseKeywordQuery(text, languages);
  const scored = await scoredTerms(view, query, { ...scope, languages });
  const terms = scored.map(({ indexed: _indexed, ...term }) => term);
  if (limit === 0 || terms.every(({ idf }) => idf === 0)) return { hits: [], terms };
  const ranking = new Ranking(view, scored, await scopeFilter(view, scope));
  const hits = await ranking.best(limit, signal);
  const lift = terms.reduce((sum, { weight, idf }) => sum + weight * idf, 0);
  return liftPhrases(hits, { phrases: query.phrases, lift, limit, terms }, (phrase) =>
    ranking.having(phrase, signal),
  );
}

/** The terms and prefixes of a query, each with its idf over the chunks that are there. */
async function scoredTerms(
  view: View,
  { words, prefixes }: KeywordQuery,
  { languages, expansions, signal }: KeywordScope & { readonly languages: readonly string[] },
): Promise<ScoredTerm[]> {
  const { allChunks } = view.state.totals;
  const all = prefixes.length === 0 ? [] : await view.values('terms', { signal });
  const wanted = [
    ...queryTerms(words, languages, expansions).map((term) => ({
      ...term,
      indexed: [term.term, ...(term.forms ?? [])],
    })),
    ...prefixes.map(({ start, term }) => {
      // "companies*" begins no term, but its own is "compani".
      const indexed = new Set([...all.filter((one) => one.startsWith(start)), term]);
      return { term: `${start}*`, weight: 1, indexed: [...indexed] };
    }),
  ];
  const withIdf = wanted.map(async (term) => {
    const having = allChunks === 0 ? 0 : await view.countOf(term.indexed, { signal });
    return { ...term, idf: inverseDocumentFrequency(allChunks, having) };
  });
  return Promise.all(withIdf);
}

/** Ranks the chunks that a filter leaves by some terms. */
class Ranking {
  private readonly view: View;
  private readonly terms: readonly ScoredTerm[];
  private readonly filter: Filter;
  private readonly averageLength: number;

  constructor(view: View, terms: readonly ScoredTerm[], filter: Filter) {
    const { totals } = view.state;
    this.view = view;
    this.terms = terms;
    this.filter = filter;
    this.averageLength = totals.terms / totals.allChunks;
  }

  /**
   * The best `limit` chunks, best first, ties by chunk id. The server ranks by weights that were made with another average
   * length, so its candidates are scored again. What it has not given scores no higher than the last of them, times what the
   * average length makes out at most; once the last hit is above that, all are found.
   */
  async best(limit: number, signal: AbortSignal | undefined): Promise<ScoredChunk[]> {
    const { view, terms, filter, averageLength } = this;
    const most = Math.max(1, averageLength / view.state.usualLength) * rounding;
    const weights = terms.flatMap(({ indexed, weight, idf }) =>
      idf > 0 ? indexed.map((term) => [term, weight * idf] as const) : [],
    );
    const wanted = { query: toSparse(weights), using: 'terms', filter, with_payload: scoredFields };
    for (let candidates = Math.max(leastCandidates, 2 * limit); ; candidates *= 4) {
      const found = await view.query<ScoredPayload>({ ...wanted, limit: candidates }, { signal });
      const scored = found.map(({ payload }) => this.scored(payload)).filter(({ score }) => score > 0);
      const hits = inOrder(scored, limit);
      const bound = found.length < candidates ? 0 : found.at(-1)!.score * most;
      if (bound === 0 || (hits.length === limit && hits.at(-1)!.score > bound)) return hits;
    }
  }

  /** Chunks with a phrase. */
  async having(phrase: readonly string[], signal: AbortSignal | undefined): Promise<ScoredChunk[]> {
    const filter: Filter = { must: [...phrase.map((term) => equal('terms', term)), this.filter] };
    const with_payload = [...scoredFields, 'text', 'f.language'];
    const found: ScoredChunk[] = [];
    let looked = 0;
    for await (const page of this.view.pages<ChunkPayload>(filter, { with_payload, signal })) {
      const having = page.filter(({ payload }) => hasPhraseIn(payload, phrase));
      found.push(...having.map(({ payload }) => this.scored(payload)));
      if ((looked += page.length) >= mostTexts) break;
    }
    return found;
  }

  /** The score to the last bit: the parts summed in the order of the terms. */
  private scored({ id: chunkId, terms: words, counts, length }: ScoredPayload): ScoredChunk {
    const relativeLength = length / this.averageLength;
    const countOf = new Map(words.map((word, index) => [word, counts[index]!]));
    let score = 0;
    for (const { indexed, weight, idf } of this.terms) {
      const frequency = indexed.reduce((total, word) => total + (countOf.get(wellFormed(word)) ?? 0), 0);
      if (frequency > 0) score += weight * idf * saturation(frequency, relativeLength);
    }
    return { chunkId, score };
  }
}

function hasPhraseIn(payload: ChunkPayload, phrase: readonly string[]): boolean {
  const [language] = payload.f['language'] ? valuesOf(payload.f['language']) : [];
  return textOf(payload).some((part) => hasPhrase(analyse(part, language?.toString()), phrase));
}
