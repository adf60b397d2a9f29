import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bestFirst } from '../../read/orders.ts';
import type { ScoredChunk, Store } from '../../store.ts';
import { openConnection } from '../database/connection.ts';
import { cosine, normOf } from '../search/cosine.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { openSqliteStore } from '../sqlite-store.ts';
import { packVector, unpackVector } from '../vectors/vectors.ts';
import { VectorMatrix } from './matrix.ts';
import { VectorIndex } from './vector-index.ts';
import { removeOutdatedMatrices } from './vector-indexes.ts';

const dimensions = 8;
const collection = 'points';
const spec = { name: collection, embeddingModel: 'model', dimensions, maxTokens: 256 };
const scope = { collection, limit: 10 };
/** More than is kept in memory alone. */
const many = 12_000;
const chunksPerDocument = 100;

/** Some chunks have the same vector: then their ids decide. */
function vectorOf(number: number, variant = 0): Float32Array {
  const angle = (number % 4999) + 1;
  return Float32Array.from({ length: dimensions }, (_, at) => Math.sin(angle * (at + 1.5) + variant));
}

const query = vectorOf(-0.5);

/** A whole file that says of itself that its format is the one before. */
function ofFormerFormat(file: Buffer): Buffer {
  const bytes = Buffer.from(file);
  const tail = bytes.length - 16;
  const description = bytes.subarray(tail - bytes.readUInt32LE(tail), tail);
  const at = description.indexOf('"format":"2 ');
  description.write('"format":"1 ', at);
  bytes.writeUInt32LE(crc32(description), tail + 4);
  return bytes;
}

describe('a vector index', () => {
  let folder: string;
  let url: string;
  let database: SqlDatabase;
  let stores: Store[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pincite-vectors-'));
    url = `sqlite:${folder}`;
    stores = [];
    await (await opened()).ensureCollection(spec);
    database = await openConnection(url);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    database.close();
    for (const store of stores) await store.close();
    await rm(folder, { recursive: true });
  });

  async function opened(): Promise<Store> {
    const store = await openSqliteStore(url);
    stores.push(store);
    return store;
  }

  /** Adds chunks as the store does, but only what searching for vectors needs. */
  function add(from: number, to: number, variant = 0): void {
    const document = database.prepare(
      `INSERT INTO documents (collection_id, document_id, chunk_count, total_tokens, bytes, record)
       VALUES (1, ?, 0, 0, 0, '{}')`,
    );
    const chunk = database.prepare(
      `INSERT INTO chunks (collection_id, document, chunk_id, sequence, char_start, char_end, content_hash, kind,
       token_count, char_count, overlap_prev_chars, overlap_next_chars, unique_start, unique_end, level,
       chunking_method, total_chunks, term_count)
       VALUES (1, ?, ?, 0, 0, 0, x'00', x'00', 0, 0, 0, 0, 0, 0, 3, x'00', 0, 0)`,
    );
    const vector = database.prepare('INSERT INTO vectors (chunk, vector) VALUES (?, ?)');
    database.exec('BEGIN');
    for (let number = from, owner = 0; number < to; number += 1) {
      if (number === from || number % chunksPerDocument === 0) {
        owner = document.run([Buffer.from(`d${number} ${variant}`)]).lastInsertRowid;
      }
      const { lastInsertRowid } = chunk.run([owner, Buffer.from(`c${number} ${variant}`)]);
      vector.run([lastInsertRowid, packVector(vectorOf(number, variant))]);
    }
    database.exec('COMMIT');
  }

  /** Removes documents by their row ids. */
  function remove(from: number, to: number): void {
    database.exec(`BEGIN; DELETE FROM documents WHERE id BETWEEN ${from} AND ${to};
      UPDATE collections SET generation = generation + 1; COMMIT`);
  }

  const listedRemovals = () =>
    database.prepare('SELECT count(*) AS count FROM removed_chunks').get<{ count: number }>()?.count;

  function bruteForce(limit = scope.limit): ScoredChunk[] {
    const rows = database
      .prepare('SELECT c.chunk_id, v.vector FROM chunks c JOIN vectors v ON v.chunk = c.id')
      .all<{ chunk_id: Uint8Array; vector: Uint8Array }>();
    const scored = rows.map(({ chunk_id, vector }) => ({
      chunkId: Buffer.from(chunk_id).toString(),
      score: cosine(query, normOf(query), unpackVector(vector)),
    }));
    return scored.sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1)).slice(0, limit);
  }

  /** The document of the best hit. */
  function bestDocument(): { readonly id: number; readonly name: string } {
    const row = database
      .prepare(
        'SELECT d.id, d.document_id FROM chunks c JOIN documents d ON d.id = c.document WHERE chunk_id = ?',
      )
      .get<{ id: number; document_id: Uint8Array }>([Buffer.from(bruteForce(1)[0]?.chunkId ?? '')]);
    return { id: row?.id ?? 0, name: Buffer.from(row?.document_id ?? []).toString() };
  }

  async function expectRight(store: Store): Promise<void> {
    expect(await store.searchVector(query, scope)).toEqual(bruteForce());
  }

  const matrixFile = async () => {
    const names = await readdir(path.join(folder, 'derived'));
    expect(names).toHaveLength(1);
    return path.join(folder, 'derived', names[0] as string);
  };

  /** Makes the file: it is written after a search, at the latest on closing. */
  async function saveMatrix(): Promise<string> {
    const store = await opened();
    await store.searchVector(query, scope);
    await store.close();
    return matrixFile();
  }

  it('is read from its file', async () => {
    add(0, many);
    await saveMatrix();
    const expected = bruteForce();
    // Neither first nor last, nor among the best: nobody misses its vector.
    const unseen = 'SELECT id FROM chunks WHERE chunk_id = ?';
    const { id } = database.prepare(unseen).get<{ id: number }>([Buffer.from('c5003 0')]) ?? { id: 0 };
    database.prepare('UPDATE vectors SET vector = ? WHERE chunk = ?').run([packVector(query), id]);
    const store = await opened();
    expect(await store.searchVector(query, scope)).toEqual(expected);
  });

  it('is made anew where the file is damaged, cut, empty or another one', async () => {
    add(0, many);
    const file = await saveMatrix();
    const whole = await readFile(file);
    const flipped = (at: number) => {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] as number) ^ 1;
      return bytes;
    };
    const places = Array.from({ length: 12 }, (_, index) => Math.floor((index / 11) * (whole.length - 1)));
    const damaged = [
      ...places.map(flipped),
      whole.subarray(0, whole.length / 2),
      whole.subarray(0, 10),
      Buffer.alloc(0),
      Buffer.alloc(5000, 'nothing of the kind'),
      ofFormerFormat(whole),
    ];
    for (const bytes of damaged) {
      await writeFile(file, bytes);
      const store = await opened();
      await expectRight(store);
      await store.close();
      expect((await readFile(file)).equals(whole)).toBe(true);
    }
  });

  it('catches up with what came and went since the file was written', async () => {
    add(0, many);
    await saveMatrix();
    const { id } = bestDocument();
    remove(id, id);
    add(many, many + 300);
    await expectRight(await opened());
  });

  it('follows removals, however many there were', async () => {
    const store = await opened();
    add(0, 60_000);
    await expectRight(store);
    remove(3, 9);
    await expectRight(store);
    // More than are listed; then what is left says which have gone.
    remove(100, 350);
    add(60_000, 60_100);
    await expectRight(store);
    expect(listedRemovals()).toBe(0);
    remove(350, 1000);
    remove(1, 90);
    await expectRight(store);
    await store.close();
    await expectRight(await opened());
  });

  it('is not taken for that of a database put back and continued', async () => {
    add(0, many);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const backup = path.join(folder, 'backup');
    await copyFile(database.location, backup);
    add(many, 2 * many, 1);
    await saveMatrix();
    for (const store of stores) await store.close();
    database.close();
    for (const end of ['', '-wal', '-shm']) await rm(`${database.location}${end}`, { force: true });
    await copyFile(backup, database.location);
    database = await openConnection(url);
    add(many, 2 * many, 2);
    await expectRight(await opened());
  });

  it('is another one when all vectors were replaced', async () => {
    add(0, many);
    const file = await saveMatrix();
    const store = await opened();
    await expectRight(store);
    database.exec('BEGIN');
    for (let id = 1; id <= many; id += 1) {
      const vector = packVector(vectorOf(id, 3));
      database.prepare('UPDATE vectors SET vector = ? WHERE chunk = ?').run([vector, id]);
    }
    database.exec("UPDATE collections SET embedding_model = 'other'; COMMIT");
    await expectRight(store);
    await store.close();
    expect(await matrixFile()).not.toBe(file);
  });

  it('has no file after a vacuum that would bring back what was removed', async () => {
    add(0, many);
    const file = await saveMatrix();
    const store = await opened();
    await removeOutdatedMatrices(database);
    expect(await matrixFile()).toBe(file);
    remove(5, 6);
    await removeOutdatedMatrices(database);
    expect(await readdir(path.join(folder, 'derived'))).toEqual([]);
    await expectRight(store);
  });

  it('keeps nothing of the vectors that were removed', async () => {
    const matrix = new VectorMatrix(dimensions);
    matrix.append(1, query);
    matrix.remove([1]);
    const planes = matrix.segments[0]?.planesOf(0);
    expect([...(planes?.high ?? []), ...(planes?.low ?? [])].every((byte) => byte === 0)).toBe(true);
  });

  it('goes with its collection', async () => {
    add(0, many);
    await saveMatrix();
    remove(1, 2);
    await (await opened()).removeCollection(collection);
    expect(await readdir(path.join(folder, 'derived'))).toEqual([]);
    expect(listedRemovals()).toBe(0);
  });

  it('is loaded once for searches that begin together, and goes on when one is aborted', async () => {
    add(0, many);
    const store = await opened();
    const controller = new AbortController();
    const reason = new Error('stopped');
    const aborted = store.searchVector(query, { ...scope, signal: controller.signal });
    const others = [store.searchVector(query, scope), store.searchVector(query, scope)];
    setImmediate(() => controller.abort(reason));
    await expect(aborted).rejects.toBe(reason);
    for (const other of others) expect(await other).toEqual(bruteForce());
  });

  it('lets several stores write the file at once', async () => {
    add(0, many);
    const some = await Promise.all([opened(), opened(), opened()]);
    await Promise.all(some.map((store) => store.searchVector(query, scope)));
    await Promise.all(some.map((store) => store.close()));
    await matrixFile();
    await expectRight(await opened());
  });

  describe('of so many rows that a search lets the event loop turn', () => {
    const rows = 21_000;
    let store: Store;

    beforeEach(async () => {
      add(0, rows);
      store = await opened();
      await expectRight(store);
    });

    it('gives hits of one state when another process writes meanwhile, and stays', async () => {
      const reset = vi.spyOn(VectorIndex.prototype, 'reset');
      const { id } = bestDocument();
      const searching = store.searchVector(query, scope);
      remove(id, id);
      add(rows, rows + 1);
      expect(await searching).toEqual(bruteForce());
      expect(reset).not.toHaveBeenCalled();
    });

    it('gives hits of one state when the store itself writes meanwhile', async () => {
      const before = bruteForce();
      const { name } = bestDocument();
      const searching = store.searchVector(query, scope);
      const { documentsRemoved } = await store.write(collection, { remove: [name] });
      expect(documentsRemoved).toBe(1);
      expect([before, bruteForce()]).toContainEqual(await searching);
      await expectRight(store);
    });

    it('is another one when all vectors were replaced meanwhile', async () => {
      const searching = store.searchVector(query, scope);
      database.exec('BEGIN');
      const replace = database.prepare('UPDATE vectors SET vector = ? WHERE chunk = ?');
      for (let id = 1; id <= rows; id += 1) replace.run([packVector(vectorOf(id, 3)), id]);
      database.exec("UPDATE collections SET embedding_model = 'other'; COMMIT");
      expect(await searching).toEqual(bruteForce());
    });

    it('answers after one search was aborted', async () => {
      const controller = new AbortController();
      const reason = new Error('stopped');
      const aborted = store.searchVector(query, { ...scope, signal: controller.signal });
      controller.abort(reason);
      await expect(aborted).rejects.toBe(reason);
      await expectRight(store);
    });

    it('answers searches that were begun before the store was closed', async () => {
      const expected = bruteForce();
      const searches = [store.searchVector(query, scope), store.searchVector(query, scope)];
      await store.close();
      for (const search of searches) expect(await search).toEqual(expected);
    });

    it('searches for one query after the other', async () => {
      const queries = [query, vectorOf(7), vectorOf(8, 1)];
      const alone = [];
      for (const one of queries) alone.push(await store.searchVector(one, scope));
      expect(await Promise.all(queries.map((one) => store.searchVector(one, scope)))).toEqual(alone);
    });

    it('searches collections at once, each with what the others have found as its threshold', async () => {
      await store.ensureCollection({ ...spec, name: 'others' });
      for (const table of ['documents', 'chunks']) {
        const of = table === 'documents' ? 'id' : 'document';
        database.exec(`UPDATE ${table} SET collection_id = 2 WHERE ${of} > ${rows / chunksPerDocument / 2}`);
      }
      database.exec('UPDATE collections SET generation = generation + 1');
      let best: ScoredChunk[] = [];
      const thresholds: number[] = [];
      const atLeast = () => {
        thresholds.push(best[scope.limit - 1]?.score ?? -Infinity);
        return thresholds.at(-1)!;
      };
      const search = async (name: string) => {
        const hits = await store.searchVector(query, { ...scope, collection: name, atLeast });
        best = [...best, ...hits].sort(bestFirst).slice(0, scope.limit);
      };
      for (let times = 0; times < 2; times += 1) {
        best = [];
        await Promise.all([search(collection), search('others')]);
        expect(best).toEqual(bruteForce());
      }
      expect(thresholds.at(-1)).toBeGreaterThan(0.9);
    });

    it('lets a keyword search run while others scan', async () => {
      const order: string[] = [];
      await Promise.all([
        store.searchVector(query, scope).then(() => order.push('vector')),
        store.searchKeyword('word', scope).then(() => order.push('keyword')),
      ]);
      expect(order).toEqual(['keyword', 'vector']);
    });
  });
});
