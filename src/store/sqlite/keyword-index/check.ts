import { analyserId } from '../../../text/terms/analyser.ts';
import type { CollectionRow } from '../collections.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { analyseChunk, type ChunkTerms } from '../../chunk-terms.ts';
import { chunkTexts } from './chunk-texts.ts';
import { Page } from './segments/page.ts';
import { PostingList } from './segments/posting-codec.ts';
import { forEachBlock } from './segments/segment-index.ts';
import {
  DamagedIndexError,
  liveSegments,
  pagesFrom,
  readChunks,
  removedChunks,
  type SegmentRow,
} from './segments/segment-tables.ts';
import { termKey } from './segments/term-key.ts';

const chunksPerRead = 500;

/** A chunk as a segment has it. */
interface IndexedState {
  readonly length: number;
  /** Of its postings: equal for equal terms and frequencies. */
  readonly sum: number;
}

/**
 * Compares the keyword index of a collection with a new analysis of its texts: a sentence for each kind of
 * problem, none when all is well, or when the collection is to be analysed anew in any case. Reads everything; in
 * memory it keeps about a hundred bytes a chunk.
 */
export function checkKeywordIndex(database: SqlDatabase, collection: CollectionRow): string[] {
  if (collection.analyser !== analyserId) return [];
  try {
    return [...comparePostings(database, collection), ...compareLanguages(database, collection)];
  } catch (error) {
    if (error instanceof DamagedIndexError) return [error.message];
    throw error;
  }
}

function comparePostings(database: SqlDatabase, collection: CollectionRow): string[] {
  const indexed = new Map<number, IndexedState>();
  for (const segment of liveSegments(database, collection.id, analyserId)) {
    for (const [id, state] of statesOf(database, collection.id, segment)) indexed.set(id, state);
  }
  let [missing, different] = [0, 0];
  let last = 0;
  for (;;) {
    const rows = chunkTexts(database, collection.id, { after: last, limit: chunksPerRead });
    for (const { id, context, content, language } of rows) {
      const state = indexed.get(id);
      const terms = analyseChunk(context, content, language);
      if (!state) missing += 1;
      else if (state.length !== terms.count || state.sum !== sumOf(terms)) different += 1;
      indexed.delete(id);
      last = id;
    }
    if (rows.length < chunksPerRead) break;
  }
  const problems: [number, string][] = [
    [missing, 'are not in the keyword index'],
    [different, 'have other terms in the keyword index than in their text'],
    [indexed.size, 'that have gone are still in the keyword index'],
  ];
  return problems.filter(([count]) => count > 0).map(([count, what]) => `${count} chunks ${what}`);
}

/** The chunks of a segment that have not gone, by row id. @throws DamagedIndexError */
function statesOf(
  database: SqlDatabase,
  collectionId: number,
  segment: SegmentRow,
): Map<number, IndexedState> {
  const { offsets, lengths } = readChunks(database, segment);
  const sums = new Uint32Array(segment.chunk_count);
  for (const bytes of pagesFrom(database, segment.id, '')) {
    for (const entry of new Page(bytes).entries()) {
      forEachBlock(new PostingList(entry.bytes, entry.count), (ordinals, length, frequencies) => {
        for (let index = 0; index < length; index += 1) {
          sums[ordinals[index] as number]! += hashOf(entry.key, frequencies[index] as number);
        }
      });
    }
  }
  const states = new Map<number, IndexedState>();
  for (const [ordinal, offset] of offsets.entries()) {
    const state = { length: lengths[ordinal] as number, sum: sums[ordinal] as number };
    states.set(segment.first_chunk + offset, state);
  }
  const range = { first: segment.first_chunk, last: segment.last_chunk };
  for (const id of removedChunks(database, collectionId, range)) states.delete(id);
  return states;
}

function sumOf(terms: ChunkTerms): number {
  const sum = new Uint32Array(1);
  for (const [term, frequency] of terms.frequencies) sum[0]! += hashOf(termKey(term), frequency);
  return sum[0] as number;
}

/** FNV-1a of the key, mixed with the frequency: 32 bits. */
function hashOf(key: string, frequency: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return Math.imul(hash ^ Math.imul(frequency, 0x9e3779b1), 0x85ebca6b) >>> 0;
}

function compareLanguages(database: SqlDatabase, collection: CollectionRow): string[] {
  const counted = `SELECT language, count(*) FROM documents WHERE collection_id = ?1 AND language IS NOT NULL
    GROUP BY language`;
  const kept = `SELECT language, documents FROM document_languages WHERE collection_id = ?1 AND documents <> 0`;
  const row = database
    .prepare(
      `SELECT count(*) AS count FROM (SELECT * FROM (${counted} EXCEPT ${kept})
       UNION ALL SELECT * FROM (${kept} EXCEPT ${counted}))`,
    )
    .get<{ count: number }>([collection.id]);
  return row?.count ? ['the numbers of documents by language are wrong'] : [];
}
