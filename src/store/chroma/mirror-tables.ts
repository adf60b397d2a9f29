/**
 * What Chroma has yet to learn, in the database beside it:
 *
 *   chroma_collections   the collection of Chroma's that mirrors one of ours; heard: the mark of the last change that it
 *                        was told and by which something went; is_over: it is to go
 *   chroma_changes       chunks that came, went or changed since Chroma heard of them; was_there: Chroma may have it
 *
 * Triggers note a change in the transaction that makes it, whoever makes it, and the note goes when Chroma has answered:
 * whatever is killed in between, what is to be done stands here. Chroma's names and our changes are never used twice, and
 * marks are random: where Chroma has another one, one of the two was restored from a copy.
 */
import { randomBytes } from 'node:crypto';
import { type CollectionRow, collectionRows } from '../sqlite/collections.ts';
import type { SqlDatabase } from '../sqlite/database/driver.ts';
import { remembered } from '../sqlite/database/remembered.ts';
import { toText } from '../sqlite/database/text-bytes.ts';

const noteChanges = 'INSERT INTO chroma_changes (collection_id, chunk_id, was_there)';

const schema = `
  CREATE TABLE IF NOT EXISTS chroma_collections (
    name TEXT PRIMARY KEY,
    collection_id INTEGER NOT NULL,
    heard TEXT NOT NULL DEFAULT '',
    is_over INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS chroma_changes (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    collection_id INTEGER NOT NULL,
    chunk_id BLOB NOT NULL,
    was_there INTEGER NOT NULL,
    mark TEXT NOT NULL DEFAULT (hex(randomblob(8)))
  );
  CREATE INDEX IF NOT EXISTS chroma_changes_collection ON chroma_changes (collection_id, sequence);
  CREATE TRIGGER IF NOT EXISTS chroma_chunk_added AFTER INSERT ON chunks BEGIN
    ${noteChanges} VALUES (new.collection_id, new.chunk_id, 0);
  END;
  CREATE TRIGGER IF NOT EXISTS chroma_chunk_removed AFTER DELETE ON chunks BEGIN
    ${noteChanges} VALUES (old.collection_id, old.chunk_id, 1);
  END;
  CREATE TRIGGER IF NOT EXISTS chroma_chunk_renamed AFTER UPDATE OF chunk_id ON chunks BEGIN
    ${noteChanges} VALUES (old.collection_id, old.chunk_id, 1), (new.collection_id, new.chunk_id, 0);
  END;
  CREATE TRIGGER IF NOT EXISTS chroma_chunk_described AFTER UPDATE OF own_metadata ON chunk_bodies BEGIN
    ${noteChanges} SELECT collection_id, chunk_id, 1 FROM chunks WHERE id = new.chunk;
  END;
  CREATE TRIGGER IF NOT EXISTS chroma_document_described AFTER UPDATE OF record ON documents BEGIN
    ${noteChanges} SELECT collection_id, chunk_id, 1 FROM chunks WHERE document = new.id;
  END;
  CREATE TRIGGER IF NOT EXISTS chroma_collection_embedded AFTER UPDATE OF embedded_at ON collections BEGIN
    UPDATE chroma_collections SET is_over = 1 WHERE collection_id = new.id;
  END;
  CREATE TRIGGER IF NOT EXISTS chroma_collection_removed AFTER DELETE ON collections BEGIN
    UPDATE chroma_collections SET is_over = 1 WHERE collection_id = old.id;
  END;
  `;

/** Makes the tables where they are missing, inside the caller's transaction. */
export function makeMirrorTables(database: SqlDatabase): void {
  database.exec(schema);
}

/** Of Chroma's collections, those that are to go. */
export function namesOver(database: SqlDatabase): string[] {
  return database
    .prepare('SELECT name FROM chroma_collections WHERE is_over = 1')
    .all<{ name: Uint8Array }>()
    .map(({ name }) => toText(name));
}

/** The name of Chroma's collection for one of ours; `undefined` while there is none. */
export function nameOf(database: SqlDatabase, { id }: CollectionRow): string | undefined {
  const row = database
    .prepare('SELECT name FROM chroma_collections WHERE collection_id = ? AND is_over = 0')
    .get<{ name: Uint8Array }>([id]);
  return row && toText(row.name);
}

/** Chroma's collection is to be made anew. */
export function giveUp(database: SqlDatabase, name: string): void {
  database.prepare('UPDATE chroma_collections SET is_over = 1 WHERE name = ?').run([name]);
}

/** Chroma's collection has gone. */
export function forgetName(database: SqlDatabase, name: string): void {
  database.prepare('DELETE FROM chroma_collections WHERE name = ?').run([name]);
}

/** Of Chroma's collections, those that mirror ours. */
export function namesInUse(database: SqlDatabase): string[] {
  return database
    .prepare('SELECT name FROM chroma_collections WHERE is_over = 0')
    .all<{ name: Uint8Array }>()
    .map(({ name }) => toText(name));
}

/** Names a collection of Chroma's for each of ours that has none, and all that it is to learn. Gives the names. */
export function adoptCollections(database: SqlDatabase): string[] {
  const unmirrored = collectionRows(
    database,
    'WHERE id NOT IN (SELECT collection_id FROM chroma_collections WHERE is_over = 0)',
  );
  const names = unmirrored.map(({ name }) => newName(toText(name)));
  for (const [index, { id }] of unmirrored.entries()) {
    database
      .prepare('INSERT INTO chroma_collections (name, collection_id) VALUES (?, ?)')
      .run([names[index] as string, id]);
    database.prepare('DELETE FROM chroma_changes WHERE collection_id = ?').run([id]);
    database
      .prepare(`${noteChanges} SELECT collection_id, chunk_id, 0 FROM chunks WHERE collection_id = ?`)
      .run([id]);
  }
  // Of a collection that has gone, Chroma's goes as a whole.
  database.exec('DELETE FROM chroma_changes WHERE collection_id NOT IN (SELECT id FROM collections)');
  return names;
}

/** Like ours where Chroma allows that, and never that of another store in the same database of Chroma's. */
function newName(collection: string): string {
  const plain = collection.replaceAll(/[^A-Za-z0-9_-]+/g, '-').slice(0, 40);
  return `pincite-${plain}-${randomBytes(6).toString('hex')}`;
}

/** Some of the changes of one collection that Chroma has yet to learn, the earliest. */
export interface Changes {
  readonly collectionId: number;
  /** Of the last of them. */
  readonly sequence: number;
  /** Of the last of them, where one takes away what Chroma may have. */
  readonly mark: string | undefined;
  readonly chunks: readonly { readonly chunkId: string; readonly wasThere: boolean }[];
}

export function nextChanges(database: SqlDatabase, most: number): Changes | undefined {
  const first = database
    .prepare('SELECT collection_id FROM chroma_changes ORDER BY sequence LIMIT 1')
    .get<{ collection_id: number }>();
  if (!first) return undefined;
  const rows = database
    .prepare(
      `SELECT max(sequence) AS sequence, chunk_id, max(was_there) AS was_there FROM
         (SELECT sequence, chunk_id, was_there FROM chroma_changes WHERE collection_id = ? ORDER BY sequence LIMIT ?) GROUP BY chunk_id`,
    )
    .all<{ sequence: number; chunk_id: Uint8Array; was_there: number }>([first.collection_id, most]);
  const last = rows.reduce((latest, row) => Math.max(latest, row.sequence), 0);
  const noted = database.prepare('SELECT mark FROM chroma_changes WHERE sequence = ?');
  const takesAway = rows.some(({ was_there }) => was_there === 1);
  const mark = takesAway ? noted.get<{ mark: Uint8Array | null }>([last])?.mark : undefined;
  return {
    collectionId: first.collection_id,
    sequence: last,
    mark: mark ? toText(mark) : undefined,
    chunks: rows.map((row) => ({ chunkId: toText(row.chunk_id), wasThere: row.was_there === 1 })),
  };
}

/** Chroma has learnt them. */
export function forgetChanges(database: SqlDatabase, { collectionId, sequence, mark }: Changes): void {
  database
    .prepare('DELETE FROM chroma_changes WHERE collection_id = ? AND sequence <= ?')
    .run([collectionId, sequence]);
  if (mark === undefined) return;
  database
    .prepare('UPDATE chroma_collections SET heard = ? WHERE collection_id = ? AND is_over = 0')
    .run([mark, collectionId]);
}

/** Whether Chroma's collection can have that mark from us, who may not have noted the answer. */
export function isOurMark(database: SqlDatabase, name: string, mark: string): boolean {
  const known = database.prepare(
    `SELECT 1 FROM chroma_collections c WHERE c.name = ?1 AND (c.heard = ?2
       OR EXISTS (SELECT 1 FROM chroma_changes n WHERE n.collection_id = c.collection_id AND n.mark = ?2))`,
  );
  return known.get([name, mark]) !== undefined;
}

/** How many changes of any collection Chroma has yet to learn. */
export function countChanges(database: SqlDatabase): number {
  const counted = database.prepare('SELECT count(*) AS count FROM chroma_changes').get<{ count: number }>();
  return counted?.count ?? 0;
}

/** Chroma's collection for one of ours, as long as Chroma has nothing to learn of it. */
export interface MirrorState {
  readonly name: string;
  /** Grows with every change of any chunk. */
  readonly state: number;
}

export function stateOfMirror(database: SqlDatabase, { id }: CollectionRow): MirrorState | undefined {
  const row = database
    .prepare(
      `SELECT name, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'chroma_changes'), 0) AS state
       FROM chroma_collections WHERE collection_id = ?1 AND is_over = 0
         AND NOT EXISTS (SELECT 1 FROM chroma_changes WHERE collection_id = ?1)`,
    )
    .get<{ name: Uint8Array; state: number }>([id]);
  return row && { ...row, name: toText(row.name) };
}

/** Those of earlier versions among them; counted once while the database does not change. */
export function countChunks(database: SqlDatabase, { id }: CollectionRow): number {
  const counted = remembered(database, `chunks ${id}`, () => {
    const row = database
      .prepare('SELECT total(chunk_count) AS chunks FROM documents WHERE collection_id = ?')
      .get<{ chunks: number }>([id]);
    return Float64Array.of(row?.chunks ?? 0);
  });
  return counted?.[0] ?? 0;
}

export function chunkIdsOf(database: SqlDatabase, { id }: CollectionRow): string[] {
  return database
    .prepare('SELECT chunk_id FROM chunks WHERE collection_id = ?')
    .all<{ chunk_id: Uint8Array }>([id])
    .map(({ chunk_id }) => toText(chunk_id));
}
