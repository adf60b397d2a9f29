import { type QueryTerm, queryTerms } from '../../../text/terms/bm25.ts';
import { type KeywordQuery, parseKeywordQuery } from '../../../text/terms/keyword-query.ts';
import type { KeywordResult, KeywordScope, ScoredChunk } from '../../store.ts';
import { allowedChunks } from '../filter/scope.ts';
import type { CollectionRow } from '../collections.ts';
import type { SqlDatabase } from '../database/driver.ts';
import type { Candidate } from '../keyword-index/rank/best-scores.ts';
import { rank, type Ranking } from '../keyword-index/rank/rank.ts';
import { rankPhrases } from '../keyword-index/rank/rank-phrases.ts';
import { scoredTerms } from '../keyword-index/rank/scored-terms.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Recent } from '../../../util/recent.ts';
import type { CollectionAccess } from './collection-access.ts';
import { writeTransaction } from '../database/connection.ts';
import { BackgroundMerging } from '../keyword-index/segments/background-merging.ts';
import { KeywordIndex } from '../keyword-index/keyword-index.ts';
import { rebuildKeywordIndex } from '../keyword-index/rebuild.ts';
import { DamagedIndexError } from '../keyword-index/segments/segment-tables.ts';
import { mergePostings } from '../keyword-index/postings.ts';
import { hasOtherTerms, reanalyseSome } from '../keyword-index/reanalyse.ts';
import { inOrder } from '../../read/orders.ts';
import { parseIds } from '../database/id-list.ts';
import { KnownRows } from '../read/known-rows.ts';
import { textsIn } from '../database/text-bytes.ts';
import { topPositions } from '../../../util/lists/top-positions.ts';

interface KeywordRequest {
  readonly query: string;
  readonly scope: KeywordScope;
  readonly index: KeywordIndex;
  /** The latest queries as they were read: one query goes to collection after collection. */
  readonly known: Recent<WantedTerms>;
}

/** What a query asks for. */
interface WantedTerms extends Pick<KeywordQuery, 'phrases' | 'prefixes'> {
  readonly terms: readonly QueryTerm[];
}

/**
 * The chunks with the highest BM25 (`text/bm25.ts`), exactly. The number of chunks, document frequencies and the
 * average length are of the whole collection, whatever the filter. A chunk that has a phrase of the query ranks
 * above all that have not: for each phrase, its score is higher by what no BM25 reaches. Where no chunk has the
 * phrase, its quotation marks change nothing.
 *
 * @throws DamagedIndexError
 */
export function searchKeyword(
  database: SqlDatabase,
  collection: CollectionRow,
  request: KeywordRequest,
): KeywordResult {
  const { scope, index } = request;
  index.catchUp(database);
  const { phrases, ...wanted } = readQuery(request);
  const terms = scoredTerms(database, index, wanted);
  const ids = allowedChunks(database, collection, scope);
  const { limit, signal } = scope;
  const ranking: Ranking = { terms, ids, limit, atLeast: scope.atLeast?.(), signal };
  const found = withPhrases(database, index, { ...ranking, phrases });
  return {
    hits: named(database, index, { found: found.candidates, limit }),
    terms: found.terms,
  };
}

function readQuery({ query, scope, index: { languages }, known }: KeywordRequest): WantedTerms {
  const key = JSON.stringify([query, languages, scope.expansions]);
  const before = known.get(key);
  if (before) return before;
  const { words, phrases, prefixes } = parseKeywordQuery(query, languages);
  const wanted = { terms: queryTerms(words, languages, scope.expansions), phrases, prefixes };
  known.set(key, wanted);
  return wanted;
}

interface PhraseRanking extends Ranking {
  readonly phrases: readonly (readonly string[])[];
}

interface Found {
  readonly candidates: readonly Candidate[];
  readonly terms: KeywordResult['terms'];
}

/** The best chunks, those with phrases first, and the terms with each phrase that was found as one of them. */
function withPhrases(database: SqlDatabase, index: KeywordIndex, ranking: PhraseRanking): Found {
  const terms = ranking.terms.map(({ lists: _lists, factor: _factor, ...term }) => term);
  const byBm25 = rank(index, ranking);
  if (ranking.phrases.length === 0) return { candidates: byBm25, terms };
  const hits = rankPhrases(database, index, ranking);
  const known = new Set(hits.map(placeOf));
  const lift = ranking.terms.reduce((sum, { factor }) => sum + factor, 0);
  const lifted = hits.map((hit) => ({ ...hit, score: hit.score + lift * hit.phrases.length }));
  const seen = new Set(hits.flatMap((hit) => hit.phrases));
  const phrases = [...seen].sort((a, b) => a - b).map((number) => phraseTerm(ranking, number, lift));
  return {
    candidates: [...lifted, ...byBm25.filter((candidate) => !known.has(placeOf(candidate)))],
    terms: [...terms, ...phrases],
  };
}

function placeOf({ segment, ordinal }: Candidate): string {
  return `${segment}/${ordinal}`;
}

function phraseTerm({ phrases }: PhraseRanking, number: number, idf: number): KeywordResult['terms'][number] {
  return { term: `"${(phrases[number] ?? []).join(' ')}"`, weight: 1, idf };
}

function named(
  database: SqlDatabase,
  index: KeywordIndex,
  { found, limit }: { readonly found: readonly Candidate[]; readonly limit: number },
): ScoredChunk[] {
  const scores = Float64Array.from(found, ({ score }) => score);
  const ids = found.map(({ segment, ordinal }) => index.segments[segment]?.ids[ordinal] ?? 0);
  return bestChunks(database, { scores, ids, limit });
}

/** Those of searches at the same time, with and without expansions. */
const mostQueries = 16;
/** A few milliseconds of work. */
const postingsPerStep = 200_000;

/** The keyword indexes of an open store: searched, kept up with this program's analyser, mended, merged. */
export class KeywordIndexes {
  private readonly access: CollectionAccess;
  /** By collection row id; ids are never used twice. */
  private readonly indexes = new Map<number, KeywordIndex>();
  private readonly queries = new Recent<WantedTerms>(mostQueries);
  private readonly merging: BackgroundMerging;

  constructor(access: CollectionAccess) {
    this.access = access;
    const { database } = access;
    this.merging = new BackgroundMerging((id) =>
      writeTransaction(database, () =>
        mergePostings(database, id, { budget: postingsPerStep, time: 'quiet' }),
      ),
    );
  }

  /** @throws CollectionNotFoundError, the signal's reason. */
  async search(query: string, scope: KeywordScope): Promise<KeywordResult> {
    // A vector search that is asked for together with this one sets other threads to work first.
    await nextTurn();
    scope.signal?.throwIfAborted();
    for (;;) {
      const result = await this.searchOnce(query, scope);
      if (result) return result;
      await this.withOurTerms(scope.collection, scope.signal);
    }
  }

  /** `undefined` where the index was damaged, and is mended now, or is of another analyser. */
  private async searchOnce(query: string, scope: KeywordScope): Promise<KeywordResult | undefined> {
    const { database, reading, writing } = this.access;
    const search = (row: CollectionRow) =>
      hasOtherTerms(row)
        ? undefined
        : searchKeyword(database, row, { query, scope, index: this.indexOf(row), known: this.queries });
    try {
      return reading(scope.collection, search);
    } catch (error) {
      if (!(error instanceof DamagedIndexError)) throw error;
      await writing(scope.collection, ({ id }) => rebuildKeywordIndex(database, id), scope.signal);
      return undefined;
    }
  }

  /**
   * Gives the collection when its postings are of this program's analyser. After an update of the program that
   * changes it, they are made anew first, in small transactions between which the event loop turns.
   */
  async withOurTerms(name: string, signal?: AbortSignal): Promise<CollectionRow> {
    const { access } = this;
    const step = (row: CollectionRow) => !hasOtherTerms(row) || reanalyseSome(access.database, row);
    while (hasOtherTerms(access.reading(name, (row) => row))) {
      while (!(await access.writing(name, step, signal))) await nextTurn();
    }
    return access.reading(name, (row) => row);
  }

  /** After a write to the collection, of which merging may be due. */
  wrote({ id }: CollectionRow): void {
    this.merging.postpone(id);
  }

  forget(collectionId: number): void {
    this.indexes.delete(collectionId);
  }

  close(): void {
    this.merging.stop();
    this.indexes.clear();
  }

  private indexOf({ id, analyser }: CollectionRow): KeywordIndex {
    const known = this.indexes.get(id);
    if (known) return known;
    const index = new KeywordIndex({ collectionId: id, analyser });
    this.indexes.set(id, index);
    return index;
  }
}

/** The best `limit` chunks, best first, ties by chunk id. NaN scores are left out. */
function bestChunks(
  database: SqlDatabase,
  ranking: { readonly scores: Float64Array; readonly ids: ArrayLike<number>; readonly limit: number },
): ScoredChunk[] {
  const positions = topPositions(ranking.scores, ranking.limit);
  const idOf = (position: number) => ranking.ids[position] as number;
  const names = knownNames.find(database, { keys: positions.map(idOf) }, (ids) => readNames(database, ids));
  const hits = positions.map((position) => ({
    chunkId: names.get(idOf(position)) ?? '',
    score: ranking.scores[position] as number,
  }));
  return inOrder(hits, ranking.limit);
}

/** By row id. */
const knownNames = new KnownRows<number, string>();

/** In one row: a row of its own for each chunk would take twice as long. */
function readNames(database: SqlDatabase, ids: readonly number[]): [id: number, name: string][] {
  const row = database
    .prepare(
      `SELECT group_concat(c.id) AS ids, group_concat(octet_length(c.chunk_id)) AS lengths,
       group_concat(c.chunk_id, '') AS names FROM json_each(?) j CROSS JOIN chunks c ON c.id = j.value`,
    )
    .get<{ ids: Uint8Array | null; lengths: Uint8Array | null; names: Uint8Array | null }>([
      JSON.stringify(ids),
    ]);
  const lengths = parseIds(row?.lengths);
  const next = textsIn(row?.names ?? new Uint8Array());
  return [...parseIds(row?.ids)].map((id, index) => [id, next(lengths[index] ?? 0)]);
}
