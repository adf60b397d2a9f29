import { analyse } from '../../text/terms/analyser.ts';
import { inverseDocumentFrequency, queryTerms, saturation } from '../../text/terms/bm25.ts';
import { hasPhrase, type KeywordPrefix, parseKeywordQuery } from '../../text/terms/keyword-query.ts';
import { wellFormed } from '../../util/strings/well-formed.ts';
import { bestFirst } from '../orders.ts';
import { requireDimensions, requireModel } from '../collection-model.ts';
import type { KeywordResult, KeywordScope, KeywordTerm, ScoredChunk, VectorScope } from '../store.ts';
import type { QdrantAddress } from './address.ts';
import { equal, type Filter, type FoundPoint, type ReadOptions } from './connection.ts';
import { scopeFilter } from './filters.ts';
import { type ChunkPayload, languageOf, textOf, toSparse } from './points.ts';
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
  const { state } = view;
  const { limit, signal } = scope;
  if (scope.embeddingModel !== undefined) requireModel(state, scope.embeddingModel);
  requireDimensions(state, vector);
  if (limit === 0 || vector.every((value) => value === 0)) return [];
  const filter = await scopeFilter(view, scope);
  const wanted = { query: [...vector], using: state.vector, filter, with_payload: ['id'] };
  const nearest = (most: number, params: object): Promise<Found[]> =>
    view.query({ ...wanted, limit: most, params }, { signal });
  const { place } = view.connection;
  if (state.totals.allChunks >= place.hnswFrom) {
    const found = await nearest(limit, graphParams(limit, place));
    if (found.length === limit) return inOrder(found, limit);
  }
  for (let most = limit + beyond; ; most *= 4) {
    const found = await nearest(most, { exact: true });
    const isCut = found.length === most && found.at(-1)!.score === found[limit - 1]!.score;
    if (!isCut) return inOrder(found, limit);
  }
}

/** The more of the graph is kept in view, the more is found, and the longer it takes. */
function graphParams(limit: number, { hnsw, isQuantized }: QdrantAddress): object {
  const hnsw_ef = Math.max(hnsw.efSearch, 2 * limit);
  return isQuantized ? { hnsw_ef, quantization: { rescore: true, oversampling: 2 } } : { hnsw_ef };
}

function inOrder(found: readonly Found[], limit: number): ScoredChunk[] {
  const hits = found.map(({ payload, score }) => ({
    chunkId: payload.id,
    score: Math.min(1, Math.max(-1, score)),
  }));
  return hits.sort(bestFirst).slice(0, limit);
}

/** A term of a query, with the indexed terms that count as it. */
interface ScoredTerm extends KeywordTerm {
  /** Weight times idf. */
  readonly factor: number;
  /** The term itself, or all that begin as a prefix says. */
  readonly indexed: readonly string[];
}

type WantedTerm = Omit<ScoredTerm, 'idf' | 'factor'>;

interface Ranking extends ReadOptions {
  readonly terms: readonly ScoredTerm[];
  readonly filter: Filter;
  readonly limit: number;
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
  const languages = languagesOf(view);
  const { signal, limit } = scope;
  const query = parseKeywordQuery(text, languages);
  const wanted = queryTerms(query.words, languages, scope.expansions).map((term) => ({
    ...term,
    indexed: [term.term, ...(term.forms ?? [])],
  }));
  const prefixes = await expandPrefixes(view, query.prefixes, signal);
  const terms = await withIdf(view, [...wanted, ...prefixes], signal);
  const plain = terms.map(({ indexed: _indexed, factor: _factor, ...term }) => term);
  if (limit === 0 || terms.every(({ idf }) => idf === 0)) return { hits: [], terms: plain };
  const ranking: Ranking = { terms, filter: await scopeFilter(view, scope), limit, signal };
  const hits = await rank(view, ranking);
  if (query.phrases.length === 0) return { hits, terms: plain };
  const { lifted, found } = await rankPhrases(view, ranking, query.phrases);
  const known = new Set(lifted.map(({ chunkId }) => chunkId));
  const all = [...lifted, ...hits.filter(({ chunkId }) => !known.has(chunkId))];
  return { hits: all.sort(bestFirst).slice(0, limit), terms: [...plain, ...found] };
}

/** Of its documents, that of most first. */
function languagesOf({ state }: View): string[] {
  return Object.entries(state.totals.languages)
    .filter(([, documents]) => documents > 0)
    .sort(([a, many], [b, more]) => more - many || Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([language]) => language);
}

async function expandPrefixes(
  view: View,
  prefixes: readonly KeywordPrefix[],
  signal: AbortSignal | undefined,
): Promise<WantedTerm[]> {
  if (prefixes.length === 0) return [];
  const all = await view.values('terms', { signal });
  return prefixes.map(({ start, term }) => {
    // "companies*" begins no term, but its own is "compani".
    const indexed = new Set([...all.filter((one) => one.startsWith(start)), term]);
    return { term: `${start}*`, weight: 1, indexed: [...indexed] };
  });
}

/** The terms, each with its idf over the chunks that are there. */
function withIdf(
  view: View,
  wanted: readonly WantedTerm[],
  signal: AbortSignal | undefined,
): Promise<ScoredTerm[]> {
  const { allChunks } = view.state.totals;
  return Promise.all(
    wanted.map(async (term) => {
      const having = allChunks === 0 ? 0 : await view.countOf(term.indexed, { signal });
      const idf = inverseDocumentFrequency(allChunks, having);
      return { ...term, idf, factor: term.weight * idf };
    }),
  );
}

/**
 * The best `limit` chunks, best first, ties by chunk id. The server ranks by weights that were made with another average
 * length, so its candidates are scored again. What it has not given scores no higher than the last of them, times what the
 * average length makes out at most; once the last hit is above that, all are found.
 */
async function rank(view: View, ranking: Ranking): Promise<ScoredChunk[]> {
  const { terms, filter, limit, signal } = ranking;
  const { totals, usualLength } = view.state;
  const most = Math.max(1, totals.terms / totals.allChunks / usualLength) * rounding;
  const query = toSparse(
    terms.flatMap(({ indexed, factor }) =>
      factor > 0 ? indexed.map((term) => [term, factor] as const) : [],
    ),
  );
  for (let candidates = Math.max(leastCandidates, 2 * limit); ; candidates *= 4) {
    const wanted = { query, using: 'terms', filter, limit: candidates, with_payload: scoredFields };
    const found = await view.query<ScoredPayload>(wanted, { signal });
    const hits = found
      .map(({ payload }) => ({ chunkId: payload.id, score: scoreOf(payload, view, terms) }))
      .filter(({ score }) => score > 0)
      .sort(bestFirst)
      .slice(0, limit);
    const bound = found.length < candidates ? 0 : found.at(-1)!.score * most;
    if (bound === 0 || (hits.length === limit && hits.at(-1)!.score > bound)) return hits;
  }
}

/** The score to the last bit: the parts summed in the order of the terms. */
function scoreOf(
  { terms: words, counts, length }: ScoredPayload,
  { state }: View,
  terms: readonly ScoredTerm[],
): number {
  const { totals } = state;
  const relativeLength = length / (totals.terms / totals.allChunks);
  const countOf = new Map(words.map((word, index) => [word, counts[index]!]));
  return terms.reduce((sum, { indexed, factor }) => {
    const frequency = indexed.reduce((total, word) => total + (countOf.get(wellFormed(word)) ?? 0), 0);
    return frequency === 0 ? sum : sum + factor * saturation(frequency, relativeLength);
  }, 0);
}

type PhrasePayload = ScoredPayload & Pick<ChunkPayload, 'text' | 'f'>;

/** The chunks that have phrases, with their scores lifted, and each phrase that was found as a term. */
async function rankPhrases(
  view: View,
  ranking: Ranking,
  phrases: readonly (readonly string[])[],
): Promise<{ lifted: ScoredChunk[]; found: KeywordTerm[] }> {
  const { terms } = ranking;
  const lift = terms.reduce((sum, { factor }) => sum + factor, 0);
  const lifted = new Map<string, number>();
  const found: KeywordTerm[] = [];
  for (const phrase of phrases) {
    const having = (await withAll(view, ranking, phrase)).filter((payload) => hasPhraseIn(payload, phrase));
    if (having.length > 0) found.push({ term: `"${phrase.join(' ')}"`, weight: 1, idf: lift });
    for (const payload of having) {
      lifted.set(payload.id, (lifted.get(payload.id) ?? scoreOf(payload, view, terms)) + lift);
    }
  }
  return { lifted: [...lifted].map(([chunkId, score]) => ({ chunkId, score })), found };
}

/** Chunks with all terms of the phrase. */
async function withAll(
  view: View,
  { filter, signal }: Ranking,
  phrase: readonly string[],
): Promise<PhrasePayload[]> {
  const having: Filter = { must: [...phrase.map((term) => equal('terms', term)), filter] };
  const with_payload = [...scoredFields, 'text', 'f.language'];
  const found: PhrasePayload[] = [];
  for await (const page of view.pages<PhrasePayload>(having, { with_payload, signal })) {
    found.push(...page.map(({ payload }) => payload));
    if (found.length >= mostTexts) break;
  }
  return found;
}

function hasPhraseIn(payload: PhrasePayload, phrase: readonly string[]): boolean {
  return textOf(payload).some((part) => hasPhrase(analyse(part, languageOf(payload)), phrase));
}
