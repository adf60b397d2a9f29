import path from 'node:path';
import Database from 'libsql';
import { topPositions } from '../../../src/util/lists/top-positions.ts';
import { searchWords } from './search-words.ts';
import type { OpenScaleSystem, PartRange } from './system.ts';

const schema = `
  CREATE TABLE chunks (id INTEGER PRIMARY KEY, chunk_id TEXT, part INTEGER);
  CREATE INDEX chunks_part ON chunks (part);
  CREATE TABLE vectors (id INTEGER PRIMARY KEY, vector BLOB);
  CREATE VIRTUAL TABLE texts USING fts5(body, tokenize = 'porter unicode61');`;

/** SQLite's full-text search with its own bm25(), and all vectors as floats in memory. */
const open: OpenScaleSystem = ({ folder, dimensions }) => {
  let database: Database.Database;
  let rows = new Float32Array();
  let parts = new Uint16Array();
  let chunkIds: string[] = [];

  const connect = () => {
    database = new Database(path.join(folder, 'fts5.db'));
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  };
  const scores = (query: Float32Array, filter: PartRange | undefined) =>
    Float64Array.from(parts, (part, row) =>
      filter && (part < filter.from || part >= filter.to) ? NaN : product(query, rows, row * dimensions),
    );
  return {
    async ingest(batches) {
      connect();
      database.exec(schema);
      const chunk = database.prepare('INSERT INTO chunks (chunk_id, part) VALUES (?, ?)');
      const vector = database.prepare('INSERT INTO vectors (id, vector) VALUES (?, ?)');
      const text = database.prepare('INSERT INTO texts (rowid, body) VALUES (?, ?)');
      for await (const documents of batches) {
        database.exec('BEGIN IMMEDIATE');
        for (const { part, chunks } of documents) {
          for (const one of chunks) {
            const id = Number(chunk.run([one.chunkId, part]).lastInsertRowid);
            vector.run([id, Buffer.from(one.vector.buffer)]);
            text.run([id, one.text]);
          }
        }
        database.exec('COMMIT');
      }
    },
    async open() {
      connect();
      const { count } = database.prepare('SELECT count(*) AS count FROM chunks').get([]) as { count: number };
      rows = new Float32Array(count * dimensions);
      parts = new Uint16Array(count);
      chunkIds = [];
      const select = database.prepare(
        'SELECT chunk_id, part, vector FROM chunks JOIN vectors USING (id) ORDER BY id',
      );
      for (const row of select.iterate([]) as Iterable<{ chunk_id: string; part: number; vector: Buffer }>) {
        const at = chunkIds.push(row.chunk_id) - 1;
        parts[at] = row.part;
        rows.set(new Float32Array(new Uint8Array(row.vector).buffer), at * dimensions);
      }
    },
    async vector({ query, filter, limit }) {
      const all = scores(query.vector, filter);
      return topPositions(all, limit)
        .sort((a, b) => (all[b] as number) - (all[a] as number))
        .slice(0, limit)
        .map((at) => chunkIds[at] as string);
    },
    async keyword({ query, filter, limit }) {
      const match = searchWords(query.text)
        .map((word) => `"${word}"`)
        .join(' OR ');
      if (match === '') return [];
      // A cross join is never turned round: with the filter first, the words would be looked up for each of its chunks.
      const allowed = filter ? 'CROSS JOIN chunks ON chunks.id = texts.rowid' : '';
      const where = filter ? 'AND part >= ? AND part < ?' : '';
      const found = database
        .prepare(
          `SELECT texts.rowid AS id FROM texts ${allowed} WHERE texts MATCH ? ${where} ORDER BY rank LIMIT ${limit}`,
        )
        .all(filter ? [match, filter.from, filter.to] : [match]) as { id: number }[];
      return found.map(({ id }) => chunkIds[id - 1] as string);
    },
    async close() {
      database.close();
    },
  };
};
export default open;

function product(query: Float32Array, rows: Float32Array, start: number): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  for (let at = 0; at < query.length; at += 4) {
    first += (query[at] as number) * (rows[start + at] as number);
    second += (query[at + 1] as number) * (rows[start + at + 1] as number);
    third += (query[at + 2] as number) * (rows[start + at + 2] as number);
    fourth += (query[at + 3] as number) * (rows[start + at + 3] as number);
  }
  return first + second + third + fourth;
}
