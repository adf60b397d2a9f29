/**
 * The keyword index: of each term the chunks that have it, in blocks of rising ids, a row each:
 *
 *   collection, term, first_chunk     the key; no chunk of the block has a lower id
 *   last_chunk, count
 *   postings                          (chunk − the one before, frequency, length of the chunk in terms)…, as varints
 *
 * A change appends to the last block of each of its terms. What goes is taken out of its blocks, so that `count` is what idf rests on.
 */
import { ByteReader, ByteWriter } from '../../../util/byte-writer.ts';
import type { ChunkTerms } from '../../chunk-terms.ts';
import type { Session } from '../database/connection.ts';
import { toPg } from '../database/pg-text.ts';

export interface IndexedChunk {
  readonly id: number;
  readonly terms: ChunkTerms;
}

/** Parallel arrays, chunks ascending. */
export interface Postings {
  /** Row ids. */
  readonly chunks: Float64Array;
  readonly frequencies: Int32Array;
  /** Of each chunk, in terms. */
  readonly lengths: Int32Array;
}

/** A kilobyte or so: the engine would keep much more elsewhere. */
const postingsPerBlock = 256;
/** A statement takes as many rows. */
const rowsPerStatement = 20_000;

interface Posting {
  readonly chunk: number;
  readonly frequency: number;
  readonly length: number;
}

interface BlockRow {
  readonly term: string;
  readonly first_chunk: number;
  readonly last_chunk: number;
  readonly count: number;
}

interface StoredBlock extends BlockRow {
  readonly postings: Buffer;
}

/** Adds chunks with ids above all that are there, in the caller's transaction, which no other writer of the collection shares. */
export async function addPostings(
  session: Session,
  collectionId: number,
  chunks: readonly IndexedChunk[],
): Promise<void> {
  const coming = postingsByTerm(chunks);
  const tails = await session.all<BlockRow>(
    `SELECT b.* FROM unnest($2::text[]) AS t (term) CROSS JOIN LATERAL (
       SELECT term, first_chunk, last_chunk, count FROM pincite.posting_blocks
       WHERE collection_id = $1 AND term = t.term ORDER BY first_chunk DESC LIMIT 1) b`,
    [collectionId, [...coming.keys()]],
  );
  const tailOf = new Map(tails.map((tail) => [tail.term, tail]));
  const blocks = [...coming].flatMap(([term, postings]) => toBlocks(term, postings, tailOf.get(term)));
  await writeBlocks(session, collectionId, {
    blocks,
    sql: `INSERT INTO pincite.posting_blocks AS b (collection_id, term, first_chunk, last_chunk, count, postings)
     SELECT $1::int, * FROM ${givenBlocks}
     ON CONFLICT (collection_id, term, first_chunk) DO UPDATE
     SET last_chunk = excluded.last_chunk, count = b.count + excluded.count, postings = b.postings || excluded.postings`,
  });
}

/** Takes chunks out of the index again; gives whether they were in it with just these terms. */
export async function removePostings(
  session: Session,
  collectionId: number,
  chunks: readonly IndexedChunk[],
): Promise<boolean> {
  const going = new Set(chunks.map(({ id }) => id));
  const pairs = [...postingsByTerm(chunks)].flatMap(([term, its]) =>
    its.map(({ chunk }) => ({ term, chunk })),
  );
  let found = 0;
  const changed = (await readBlocksOf(session, collectionId, pairs)).map((block) => {
    const left = postingsIn(block).filter(({ chunk }) => !going.has(chunk));
    found += block.count - left.length;
    return toBlock(block.term, left, { first: block.first_chunk, before: block.first_chunk });
  });
  await writeBlocks(session, collectionId, {
    blocks: changed.filter(({ count }) => count > 0),
    sql: `UPDATE pincite.posting_blocks b SET last_chunk = given.last_chunk, count = given.count, postings = given.postings
     FROM ${givenBlocks} AS given (term, first_chunk, last_chunk, count, postings)
     WHERE b.collection_id = $1 AND b.term = given.term AND b.first_chunk = given.first_chunk`,
  });
  const empty = changed.filter(({ count }) => count === 0);
  await session.all(
    `DELETE FROM pincite.posting_blocks WHERE collection_id = $1
       AND (term, first_chunk) IN (SELECT * FROM unnest($2::text[], $3::bigint[]))`,
    [collectionId, empty.map(({ term }) => term), empty.map(({ first_chunk }) => first_chunk)],
  );
  return found === pairs.length;
}

export async function removeAllPostings(session: Session, collectionId: number): Promise<void> {
  await session.all('DELETE FROM pincite.posting_blocks WHERE collection_id = $1', [collectionId]);
}

/** How many chunks have each term; those that none has are left out. @param terms as `toPg` gives them */
export async function countPostings(
  session: Session,
  collectionId: number,
  terms: readonly string[],
): Promise<Map<string, number>> {
  const rows = await session.all<{ term: string; chunks: number }>(
    `SELECT term, sum(count) AS chunks FROM pincite.posting_blocks WHERE collection_id = $1 AND term = ANY($2) GROUP BY term`,
    [collectionId, terms],
    'count postings',
  );
  return new Map(rows.map(({ term, chunks }) => [term, chunks]));
}

/** All postings of the terms. */
export async function readPostings(
  session: Session,
  collectionId: number,
  terms: readonly string[],
): Promise<Map<string, Postings>> {
  const blocks = await session.all<StoredBlock>(
    `SELECT term, first_chunk, count, postings FROM pincite.posting_blocks WHERE collection_id = $1 AND term = ANY($2)
     ORDER BY first_chunk`,
    [collectionId, terms],
    'read postings',
  );
  return byTerm(terms, blocks);
}

interface Place {
  readonly term: string;
  readonly chunk: number;
}

/** Of the terms, the postings of the chunks and of some others. */
export async function readPostingsOf(
  session: Session,
  collectionId: number,
  { terms, chunks }: { readonly terms: readonly string[]; readonly chunks: readonly number[] },
): Promise<Map<string, Postings>> {
  const places = terms.flatMap((term) => chunks.map((chunk) => ({ term, chunk })));
  return byTerm(terms, await readBlocksOf(session, collectionId, places));
}

/** The blocks that have the postings, by their first chunks. */
function readBlocksOf(
  session: Session,
  collectionId: number,
  places: readonly Place[],
): Promise<StoredBlock[]> {
  return session.all<StoredBlock>(
    `SELECT b.term, b.first_chunk, b.last_chunk, b.count, b.postings FROM (
       SELECT DISTINCT n.term, n.first_chunk FROM unnest($2::text[], $3::bigint[]) AS w (term, chunk) CROSS JOIN LATERAL (
         SELECT term, first_chunk, last_chunk FROM pincite.posting_blocks
         WHERE collection_id = $1 AND term = w.term AND first_chunk <= w.chunk ORDER BY first_chunk DESC LIMIT 1) n
       WHERE n.last_chunk >= w.chunk
     ) AS wanted JOIN pincite.posting_blocks b
       ON b.collection_id = $1 AND b.term = wanted.term AND b.first_chunk = wanted.first_chunk
     ORDER BY b.first_chunk`,
    [collectionId, places.map(({ term }) => term), places.map(({ chunk }) => chunk)],
  );
}

const givenBlocks = 'unnest($2::text[], $3::bigint[], $4::bigint[], $5::int[], $6::bytea[])';

interface BlockChange extends BlockRow {
  readonly postings: Uint8Array;
}

async function writeBlocks(
  session: Session,
  collectionId: number,
  { blocks, sql }: { readonly blocks: readonly BlockChange[]; readonly sql: string },
): Promise<void> {
  for (let start = 0; start < blocks.length; start += rowsPerStatement) {
    const some = blocks.slice(start, start + rowsPerStatement);
    await session.all(sql, [
      collectionId,
      some.map(({ term }) => term),
      some.map(({ first_chunk }) => first_chunk),
      some.map(({ last_chunk }) => last_chunk),
      some.map(({ count }) => count),
      some.map(({ postings }) => postings),
    ]);
  }
}

/** By the terms in their order, which is that of the index: what is near in it comes together. */
function postingsByTerm(chunks: readonly IndexedChunk[]): Map<string, Posting[]> {
  const found = new Map<string, Posting[]>();
  for (const { id: chunk, terms } of chunks) {
    for (const [term, frequency] of terms.frequencies) {
      const posting = { chunk, frequency, length: terms.count };
      const key = toPg(term);
      const known = found.get(key);
      if (known === undefined) found.set(key, [posting]);
      // Half a character is another one than another half of one, and both are the same in the engine.
      else if (known.at(-1)!.chunk !== chunk) known.push(posting);
      else known.push({ ...posting, frequency: known.pop()!.frequency + frequency });
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What is appended to the last block, and the blocks that follow it. */
function toBlocks(term: string, postings: readonly Posting[], tail: BlockRow | undefined): BlockChange[] {
  const room = tail ? postingsPerBlock - tail.count : 0;
  const blocks: BlockChange[] = [];
  if (tail && room > 0) {
    const end = { first: tail.first_chunk, before: tail.last_chunk };
    blocks.push(toBlock(term, postings.slice(0, room), end));
  }
  for (let start = Math.max(0, room); start < postings.length; start += postingsPerBlock) {
    const some = postings.slice(start, start + postingsPerBlock);
    blocks.push(toBlock(term, some, { first: some[0]!.chunk, before: some[0]!.chunk }));
  }
  return blocks;
}

const writer = new ByteWriter();

/** @param before the id that the first one is counted from */
function toBlock(
  term: string,
  postings: readonly Posting[],
  { first, before }: { readonly first: number; readonly before: number },
): BlockChange {
  writer.clear();
  let last = before;
  for (const { chunk, frequency, length } of postings) {
    writer.varint(chunk - last);
    writer.varint(frequency);
    writer.varint(length);
    last = chunk;
  }
  const bytes = Buffer.from(writer.view());
  return { term, first_chunk: first, last_chunk: last, count: postings.length, postings: bytes };
}

function postingsIn({ first_chunk, count, postings }: StoredBlock): Posting[] {
  const reader = new ByteReader(postings);
  let chunk = first_chunk;
  return Array.from({ length: count }, () => {
    chunk += reader.varint();
    return { chunk, frequency: reader.varint(), length: reader.varint() };
  });
}

/** @param blocks of each term by their first chunks */
function byTerm(terms: readonly string[], blocks: readonly StoredBlock[]): Map<string, Postings> {
  const blocksOf = new Map<string, StoredBlock[]>(terms.map((term) => [term, []]));
  for (const block of blocks) blocksOf.get(block.term)!.push(block);
  return new Map([...blocksOf].map(([term, its]) => [term, decode(its)]));
}

function decode(blocks: readonly StoredBlock[]): Postings {
  const size = blocks.reduce((sum, { count }) => sum + count, 0);
  const chunks = new Float64Array(size);
  const frequencies = new Int32Array(size);
  const lengths = new Int32Array(size);
  let place = 0;
  for (const { first_chunk, count, postings } of blocks) {
    const reader = new ByteReader(postings);
    let chunk = first_chunk;
    for (let index = 0; index < count; index += 1, place += 1) {
      chunk += reader.varint();
      chunks[place] = chunk;
      frequencies[place] = reader.varint();
      lengths[place] = reader.varint();
    }
  }
  return { chunks, frequencies, lengths };
}
