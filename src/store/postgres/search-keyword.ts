import { analyse } from '../../text/analyser.ts';
import { inverseDocumentFrequency, lengthNorm, queryTerms, saturation } from '../../text/bm25.ts';
import { hasPhrase, type KeywordPrefix, parseKeywordQuery } from '../../text/keyword-query.ts';
import type { KeywordResult, KeywordScope, ScoredChunk, SearchScope } from '../store.ts';
import { Bindings } from './bindings.ts';
import type { CollectionRow } from './collections.ts';
import type { Session } from './database.ts';
import { inOrder } from './in-order.ts';
import { fromPg, toPg } from './pg-text.ts';
import { scopeCondition } from './scope.ts';

/** A term of a query, with the indexed terms that count as it. */
interface ScoredTerm {
  readonly term: string;
  readonly weight: number;
  readonly idf: number;
  /** Weight times idf. */
  readonly factor: number;
  /** The term itself, or all that begin as a prefix says. */
  readonly indexed: readonly string[];
}

interface Statistics {
  readonly chunks: number;
  readonly averageLength: number;
}

interface Ranking {
  readonly terms: readonly ScoredTerm[];
  readonly statistics: Statistics;
  readonly scope: SearchScope;
}

/** As many texts are looked into at most for phrases, the likeliest first. */
const mostTexts = 5000;

/**
 * The chunks with the highest BM25 (`text/bm25.ts`), exactly. The number of chunks, document frequencies and the average
 * length are of the whole collection, whatever the filter. A chunk that has a phrase of the query ranks above all that
 * have not: for each phrase, its score is higher by what no BM25 reaches. Where no chunk has the phrase, its quotation
 * marks change nothing.
 */
export async function searchKeyword(
  session: Session,
  collection: CollectionRow,
  { query: text, scope }: { readonly query: string; readonly scope: KeywordScope },
): Promise<KeywordResult> {
  const language = await dominantLanguage(session, collection);
  const query = parseKeywordQuery(text, language);
  const statistics = await readStatistics(session, collection);
  const wanted = queryTerms(query.words, language, scope.expansions).map((term) => ({
    ...term,
    indexed: [term.term],
  }));
  const prefixes: WantedTerm[] = [];
  for (const prefix of query.prefixes) prefixes.push(await expandPrefix(session, collection, prefix));
  const terms = await withIdf(session, collection, { wanted: [...wanted, ...prefixes], statistics });
  const ranking: Ranking = { terms, statistics, scope };
  const plain = terms.map(({ indexed: _indexed, factor: _factor, ...term }) => term);
  const hits = await rank(session, collection, ranking);
  if (query.phrases.length === 0) return { hits, terms: plain };
  const { lifted, found } = await rankPhrases(session, collection, { ...ranking, phrases: query.phrases });
  const known = new Set(lifted.map(({ chunkId }) => chunkId));
  return {
    hits: inOrder([...lifted, ...hits.filter(({ chunkId }) => !known.has(chunkId))], scope.limit),
    terms: [...plain, ...found],
  };
}

/** The language of most documents; `undefined`, which the analyser reads as English, when none is known. */
async function dominantLanguage(session: Session, { id }: CollectionRow): Promise<string | undefined> {
  const [row] = await session.all<{ language: string }>(
    `SELECT language FROM pincite.documents WHERE collection_id = $1 AND language IS NOT NULL
     GROUP BY language ORDER BY count(*) DESC, language COLLATE "C" LIMIT 1`,
    [id],
  );
  return row?.language;
}

async function readStatistics(session: Session, { id }: CollectionRow): Promise<Statistics> {
  const [row] = await session.all<{ chunks: number; terms: number }>(
    'SELECT count(*) AS chunks, coalesce(sum(term_count), 0) AS terms FROM pincite.chunks WHERE collection_id = $1',
    [id],
  );
  const { chunks = 0, terms = 0 } = row ?? {};
  return { chunks, averageLength: terms / chunks };
}

type WantedTerm = Pick<ScoredTerm, 'term' | 'weight' | 'indexed'>;

async function expandPrefix(
  session: Session,
  { id }: CollectionRow,
  { start, term }: KeywordPrefix,
): Promise<WantedTerm> {
  // From one term to the next: each has postings by the thousand.
  const rows = await session.all<{ term: string }>(
    `WITH RECURSIVE following AS (
       (SELECT term FROM pincite.postings WHERE collection_id = $1 AND term >= $2 ORDER BY term LIMIT 1)
       UNION ALL
       SELECT (SELECT p.term FROM pincite.postings p WHERE p.collection_id = $1 AND p.term > f.term ORDER BY p.term LIMIT 1)
       FROM following f WHERE starts_with(f.term, $2)
     )
     SELECT term FROM following WHERE starts_with(term, $2)`,
    [id, toPg(start)],
  );
  // "companies*" begins no term, but its own is "compani".
  const indexed = new Set([...rows.map((row) => fromPg(row.term)), term]);
  return { term: `${start}*`, weight: 1, indexed: [...indexed] };
}

/** The terms, each with its idf over the chunks that are there. */
async function withIdf(
  session: Session,
  { id }: CollectionRow,
  { wanted, statistics }: { readonly wanted: readonly WantedTerm[]; readonly statistics: Statistics },
): Promise<ScoredTerm[]> {
  const rows = await session.all<{ number: number; having: number }>(
    `SELECT w.number, count(DISTINCT p.chunk) AS having FROM unnest($2::int[], $3::text[]) AS w (number, term)
     JOIN pincite.postings p ON p.collection_id = $1 AND p.term = w.term GROUP BY w.number`,
    [id, ...numbered(wanted)],
  );
  const having = new Map(rows.map((row) => [row.number, row.having]));
  return wanted.map((term, number) => {
    const idf = inverseDocumentFrequency(statistics.chunks, having.get(number) ?? 0);
    return { ...term, idf, factor: term.weight * idf };
  });
}

/** The indexed terms of all, each with the number of the term that it counts as. */
function numbered(terms: readonly Pick<ScoredTerm, 'indexed'>[]): [number[], string[]] {
  const pairs = terms.flatMap(({ indexed }, number) => indexed.map((term) => ({ number, term: toPg(term) })));
  return [pairs.map(({ number }) => number), pairs.map(({ term }) => term)];
}

/** Postings of the query's terms: `number` of the term, `chunk`, `frequency`, `length`. */
function foundTerms({ terms }: Ranking, collection: CollectionRow, bindings: Bindings): string {
  const [numbers, words] = numbered(terms);
  return `SELECT w.number, p.chunk, sum(p.frequency) AS frequency, min(p.length) AS length
    FROM unnest(${bindings.bind(numbers)}::int[], ${bindings.bind(words)}::text[]) AS w (number, term)
    JOIN pincite.postings p ON p.collection_id = ${bindings.bind(collection.id)} AND p.term = w.term
    GROUP BY w.number, p.chunk`;
}

interface FoundRow {
  readonly chunk_id: string;
  readonly numbers: number[];
  readonly frequencies: number[];
  readonly length: number;
}

/** The best `limit` chunks, best first, ties by chunk id. */
async function rank(session: Session, collection: CollectionRow, ranking: Ranking): Promise<ScoredChunk[]> {
  const { terms, statistics, scope } = ranking;
  if (statistics.chunks === 0 || terms.every(({ idf }) => idf === 0)) return [];
  const bindings = new Bindings();
  const found = foundTerms(ranking, collection, bindings);
  const factors = bindings.bind(terms.map(({ factor }) => factor));
  const { atNoLength, perLength } = linearNorm(statistics);
  const norm = `${bindings.bind(atNoLength)}::float8 + ${bindings.bind(perLength)}::float8 * f.length`;
  const condition = await scopeCondition(session, collection, { scope, bindings });
  // Sorted before they are joined (OFFSET 0 keeps it so): most are not among the best, and need not be looked up. The engine
  // sums in any order: what ties but for rounding comes along, and is summed again in ours.
  const rows = await session.all<FoundRow>(
    `WITH found AS MATERIALIZED (${found})
     SELECT c.chunk_id, s.numbers, s.frequencies, s.length
     FROM (
       SELECT f.chunk, array_agg(f.number) AS numbers, array_agg(f.frequency::int) AS frequencies, min(f.length) AS length,
         round(sum((${factors}::float8[])[f.number + 1] * f.frequency / (f.frequency + ${norm}))::numeric, 9) AS score
       FROM found f GROUP BY f.chunk ORDER BY score DESC OFFSET 0
     ) s JOIN pincite.chunks c ON c.id = s.chunk JOIN pincite.documents d ON d.id = c.document
     WHERE ${condition} ORDER BY s.score DESC
     FETCH FIRST (${bindings.bind(scope.limit)}::bigint) ROWS WITH TIES`,
    bindings.values,
  );
  return inOrder(
    rows.map((row) => ({ chunkId: fromPg(row.chunk_id), score: scoreOf(row, ranking) })),
    scope.limit,
  );
}

/** `lengthNorm` as a line over the length. */
function linearNorm({ averageLength }: Statistics): { atNoLength: number; perLength: number } {
  const atNoLength = lengthNorm(0);
  return { atNoLength, perLength: (lengthNorm(1) - atNoLength) / averageLength };
}

/** The score to the last bit: the parts summed in the order of the terms. */
function scoreOf({ numbers, frequencies, length }: FoundRow, { terms, statistics }: Ranking): number {
  const relativeLength = length / statistics.averageLength;
  const frequencyOf = new Map(numbers.map((number, index) => [number, frequencies[index]!]));
  return terms.reduce((sum, { factor }, number) => {
    const frequency = frequencyOf.get(number) ?? 0;
    return frequency === 0 ? sum : sum + factor * saturation(frequency, relativeLength);
  }, 0);
}

interface PhraseRow extends FoundRow {
  readonly content: string;
  readonly context: string;
  readonly language: string | null;
}

/** The chunks that have phrases, with their scores lifted, and each phrase that was found as a term. */
async function rankPhrases(
  session: Session,
  collection: CollectionRow,
  ranking: Ranking & { readonly phrases: readonly (readonly string[])[] },
): Promise<{ lifted: ScoredChunk[]; found: KeywordResult['terms'][number][] }> {
  const { terms, phrases, scope } = ranking;
  const lift = terms.reduce((sum, { factor }) => sum + factor, 0);
  const lifted = new Map<string, number>();
  const found: KeywordResult['terms'][number][] = [];
  for (const phrase of phrases) {
    scope.signal?.throwIfAborted();
    const rows = await chunksWithAll(session, collection, { ...ranking, phrase });
    const having = rows.filter((row) => hasPhraseIn(row, phrase));
    if (having.length > 0) found.push({ term: `"${phrase.join(' ')}"`, weight: 1, idf: lift });
    for (const row of having) {
      const chunkId = fromPg(row.chunk_id);
      lifted.set(chunkId, (lifted.get(chunkId) ?? scoreOf(row, ranking)) + lift);
    }
  }
  return { lifted: [...lifted].map(([chunkId, score]) => ({ chunkId, score })), found };
}

/** The chunks with all terms of the phrase, those with the most of the query first. */
async function chunksWithAll(
  session: Session,
  collection: CollectionRow,
  ranking: Ranking & { readonly phrase: readonly string[] },
): Promise<PhraseRow[]> {
  const { terms, phrase, scope } = ranking;
  const numbers = terms.flatMap(({ term }, number) => (phrase.includes(term) ? [number] : []));
  const bindings = new Bindings();
  const found = foundTerms(ranking, collection, bindings);
  const condition = await scopeCondition(session, collection, { scope, bindings });
  return session.all<PhraseRow>(
    `WITH found AS MATERIALIZED (${found})
     SELECT c.chunk_id, c.content, c.context, d.language, array_agg(f.number) AS numbers,
       array_agg(f.frequency::int) AS frequencies, min(f.length) AS length
     FROM found f JOIN pincite.chunks c ON c.id = f.chunk JOIN pincite.documents d ON d.id = c.document
     WHERE ${condition} GROUP BY c.id, d.id
     HAVING array_agg(f.number) @> ${bindings.bind(numbers)}::int[]
     ORDER BY count(*) DESC, c.id LIMIT ${mostTexts}`,
    bindings.values,
  );
}

function hasPhraseIn({ content, context, language }: PhraseRow, phrase: readonly string[]): boolean {
  return [content, context].some((part) => hasPhrase(analyse(fromPg(part), language ?? undefined), phrase));
}
