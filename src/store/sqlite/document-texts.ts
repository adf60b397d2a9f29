import { levels } from '../../types.ts';
import { createRandom } from '../../util/random.ts';
import { shuffle } from '../../util/shuffle.ts';
import type { DocumentTexts } from '../collection-model.ts';
import type { ChunkRest } from './chunk-columns.ts';
import type { CollectionRow } from './collections.ts';
import type { SqlDatabase } from './driver.ts';
import { parseDocument, recordColumns, type RecordRow } from './stored-document.ts';
import { parseStored, toText } from './text-bytes.ts';

/**
 * Row ids of at most `limit` documents in random order, earlier versions left out: the same for the same seed and documents,
 * in whatever order they were written.
 */
export function sampleDocuments(
  database: SqlDatabase,
  collection: CollectionRow,
  { limit, seed }: { readonly limit: number; readonly seed: number },
): number[] {
  const ids = database
    .prepare(
      `SELECT id FROM documents WHERE collection_id = ? AND id NOT IN (SELECT document FROM earlier_versions)
       ORDER BY document_id`,
    )
    .all<{ id: number }>([collection.id])
    .map(({ id }) => id);
  return shuffle(ids, createRandom(seed)).slice(0, limit);
}

/** `undefined` for a document that has gone. */
export function readTexts(database: SqlDatabase, document: number): DocumentTexts | undefined {
  const row = database
    .prepare(`SELECT ${recordColumns} FROM documents d WHERE d.id = ?`)
    .get<RecordRow>([document]);
  if (!row) return undefined;
  const chunks = database
    .prepare(
      `SELECT b.content, b.record FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id
       WHERE c.document = ? AND c.level >= ? ORDER BY c.sequence, c.id`,
    )
    .all<{ content: Uint8Array; record: Uint8Array }>([document, levels.passage]);
  return {
    title: parseDocument(row).title,
    chunks: chunks.map(({ content, record }) => ({
      heading: parseStored<ChunkRest>(record).headingPath.at(-1),
      content: toText(content),
    })),
  };
}
