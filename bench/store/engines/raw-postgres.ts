import type { Pool, PoolClient } from 'pg';
import { analyseChunk } from '../../../src/store/chunk-terms.ts';
import { chunkFields, documentFields } from '../../../src/store/postgres/filter/filter-fields.ts';
import { toPg } from '../../../src/store/postgres/database/pg-text.ts';
import { toVector } from '../../../src/store/postgres/vectors/vectors.ts';
import type { DocumentRecord } from '../../../src/store/store.ts';
import { queryTerms } from '../../../src/text/terms/bm25.ts';
import { candidates, filteredParts, type Found, fuseByRank, type Query, type Side, topK } from './side.ts';

export interface RawPostgresOptions {
  /** With the tables of Pincite. */
  readonly schema: string;
  readonly dimensions: number;
}

const raw = 'raw_bench';
const copied = ['documents', 'document_texts', 'chunks'];
const tables = [...copied, 'postings'];
const columns = 'c.chunk_id AS "chunkId", c.content, c.record, d.record AS document';
const joined = `${raw}.chunks c JOIN ${raw}.documents d ON d.id = c.document`;
/** As the store asks the index. */
const settings = `SET hnsw.ef_search = 200; SET hnsw.iterative_scan = relaxed_order;`;

/**
 * The same rows in tables with the same columns and indexes, and a row a posting, through `pg` alone: prepared statements as short as they can be, no
 * locks, no versions, no transaction around a single search.
 */
export async function openRawPostgres(url: string, options: RawPostgresOptions): Promise<Side> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on('connect', (client) => void client.query(settings));
  pool.on('error', () => {}); // a connection that was ended: the next search has another one
  const { schema, dimensions } = options;
  await makeTables(pool, schema);
  let hasIndex = false;
  const near = (where: string) =>
    hasIndex
      ? `FROM ${joined} WHERE ${isIndexed(dimensions)} AND ${where}
         ORDER BY c.vector::halfvec(${dimensions}) <#> $1::halfvec(${dimensions}) LIMIT $2`
      : `FROM ${joined} WHERE c.collection_id = 1 AND ${where} ORDER BY c.vector <#> $1::vector LIMIT $2`;
  const all = async (name: string, text: string, values: unknown[]) =>
    (await pool.query<Found>({ name, text, values })).rows;
  const idsOf = (rows: readonly Found[]) => rows.map(({ chunkId }) => chunkId);
  const nearest = async ({ vector }: Query, limit: number) =>
    idsOf(await all('nearest', `SELECT c.chunk_id AS "chunkId" ${near('true')}`, [toVector(vector), limit]));
  const byWords = async (query: Query, limit: number) =>
    idsOf(await all('by words', bestByWords('c.chunk_id AS "chunkId"'), wordsOf(query, limit)));
  const read = (ids: readonly string[]) =>
    all('chunks', `SELECT ${columns} FROM ${joined} WHERE c.collection_id = 1 AND c.chunk_id = ANY($1)`, [
      ids,
    ]);
  return {
    ingest: (records) => insertTogether(pool, records),
    async settle() {
      hasIndex = await copyVectorIndex(pool, schema);
      for (const table of tables) await pool.query(`VACUUM ANALYZE ${raw}.${table}`);
    },
    searches: {
      vector: ({ vector }) => all('vector', `SELECT ${columns} ${near('true')}`, [toVector(vector), topK]),
      keyword: (query) => all('keyword', bestByWords(columns), wordsOf(query, topK)),
      hybrid: async (query) =>
        read(fuseByRank(await Promise.all([nearest(query, candidates), byWords(query, candidates)]))),
      filtered: ({ vector }) =>
        all(
          'filtered',
          `SELECT ${columns} ${near(`d.fields @? '$."metadata.part"[*] ? (@ < ${filteredParts})'`)}`,
          [toVector(vector), topK],
        ),
    },
    async close() {
      await pool.query(`DROP SCHEMA ${raw} CASCADE`);
      await pool.end();
    },
  };
}

const isIndexed = (dimensions: number) => `c.collection_id = 1 AND vector_dims(c.vector) = ${dimensions}`;

/** Numbers of rows come from the sequences of the store, so that the tables need none. */
async function makeTables(pool: Pool, schema: string): Promise<void> {
  await pool.query(`DROP SCHEMA IF EXISTS ${raw} CASCADE; CREATE SCHEMA ${raw}`);
  for (const table of copied) {
    await pool.query(`CREATE TABLE ${raw}.${table} (LIKE ${schema}.${table} INCLUDING ALL)`);
  }
  await pool.query(`CREATE TABLE ${raw}.postings (collection_id int, term text COLLATE "C", chunk bigint, frequency int,
    length int, PRIMARY KEY (collection_id, term, chunk) INCLUDE (frequency, length))`);
  for (const table of ['document_texts', 'chunks']) {
    await pool.query(
      `ALTER TABLE ${raw}.${table} ADD FOREIGN KEY (document) REFERENCES ${raw}.documents ON DELETE CASCADE`,
    );
  }
}

/** The index of vectors as the store has it; gives whether there is one. */
async function copyVectorIndex(pool: Pool, schema: string): Promise<boolean> {
  const { rows } = await pool.query<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE schemaname = $1 AND tablename = 'chunks' AND indexdef LIKE '%USING hnsw%'`,
    [schema],
  );
  for (const { indexdef } of rows) {
    const sql = indexdef.replace(`${schema}.chunks`, `${raw}.chunks`);
    await pool.query(sql.replace(/collection_id = \d+/, 'collection_id = 1'));
  }
  return rows.length > 0;
}

async function insertTogether(pool: Pool, records: readonly DocumentRecord[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const record of records) await insertDocument(client, record);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

async function insertDocument(
  client: PoolClient,
  { document, content, chunks }: DocumentRecord,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO ${raw}.documents (collection_id, document_id, version, language, chunk_count, total_tokens, bytes, record, fields)
     VALUES (1, $1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
    [
      document.documentId,
      document.version,
      document.language,
      document.chunkCount,
      document.totalTokens,
      document.bytes,
      JSON.stringify(document),
      documentFields(document),
    ],
  );
  const owner = rows[0]!.id;
  await client.query(`INSERT INTO ${raw}.document_texts (document, text, sections) VALUES ($1, $2, $3)`, [
    owner,
    toPg(content.text),
    JSON.stringify(content.sections),
  ]);
  await insertChunks(client, owner, { document, chunks });
}

async function insertChunks(
  client: PoolClient,
  owner: string,
  { document, chunks }: Pick<DocumentRecord, 'document' | 'chunks'>,
): Promise<void> {
  const terms = chunks.map(({ chunk, context }) => analyseChunk(context, chunk.content, document.language));
  const inserted = await client.query<{ id: string }>(
    `INSERT INTO ${raw}.chunks (collection_id, document, chunk_id, sequence, level, term_count, content, context, record,
       own_metadata, fields, vector, text_hash)
     SELECT 1, $1, chunk_id, sequence, level, term_count, content, context, record::json, '{}', fields::jsonb, vector::vector,
       decode(hash, 'hex')
     FROM unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
       $11::text[]) AS given (chunk_id, sequence, level, term_count, content, context, record, fields, vector, hash)
     RETURNING id`,
    [
      owner,
      chunks.map(({ chunk }) => chunk.chunkId),
      chunks.map(({ chunk }) => chunk.sequence),
      chunks.map(({ chunk }) => chunk.level),
      terms.map(({ count }) => count),
      chunks.map(({ chunk }) => toPg(chunk.content)),
      chunks.map(({ context }) => toPg(context)),
      chunks.map(({ chunk }) => JSON.stringify({ ...chunk, content: undefined, metadata: undefined })),
      chunks.map(({ chunk }) => chunkFields(chunk, {})),
      chunks.map(({ vector }) => `[${vector.join()}]`),
      chunks.map(({ textHash }) => textHash ?? null),
    ],
  );
  const postings = inserted.rows.flatMap(({ id }, index) => {
    const { frequencies, count } = terms[index]!;
    return [...frequencies].map(([term, frequency]) => ({ term: toPg(term), id, frequency, count }));
  });
  await client.query(
    `INSERT INTO ${raw}.postings (collection_id, term, chunk, frequency, length)
     SELECT 1, * FROM unnest($1::text[], $2::bigint[], $3::int[], $4::int[])`,
    [
      postings.map(({ term }) => term),
      postings.map(({ id }) => id),
      postings.map(({ frequency }) => frequency),
      postings.map(({ count }) => count),
    ],
  );
}

/** BM25 in one statement, with the statistics of the moment. */
const bestByWords = (selected: string) => `
  WITH statistics AS MATERIALIZED (
    SELECT count(*)::float8 AS chunks, avg(term_count)::float8 AS length FROM ${raw}.chunks WHERE collection_id = 1),
  found AS MATERIALIZED (
    SELECT w.term, w.weight, p.chunk, p.frequency, p.length FROM unnest($1::text[], $2::float8[]) AS w (term, weight)
    JOIN ${raw}.postings p ON p.collection_id = 1 AND p.term = w.term),
  terms AS (
    SELECT term, ln(1 + (chunks - count(*) + 0.5) / (count(*) + 0.5)) AS idf FROM found, statistics GROUP BY term, chunks),
  best AS (
    SELECT f.chunk, sum(f.weight * t.idf * f.frequency / (f.frequency + 1.2 * (0.25 + 0.75 * f.length / s.length))) AS score
    FROM found f JOIN terms t USING (term), statistics s GROUP BY f.chunk ORDER BY score DESC LIMIT $3)
  SELECT ${selected} FROM best b JOIN ${raw}.chunks c ON c.id = b.chunk JOIN ${raw}.documents d ON d.id = c.document
  ORDER BY b.score DESC, c.chunk_id`;

function wordsOf({ text }: Query, limit: number): [string[], number[], number] {
  const terms = queryTerms(text);
  return [terms.map(({ term }) => toPg(term)), terms.map(({ weight }) => weight), limit];
}
