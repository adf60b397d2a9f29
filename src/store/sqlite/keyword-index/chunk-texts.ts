import type { SqlDatabase } from '../database/driver.ts';
import { toText } from '../database/text-bytes.ts';

/** What is analysed of a chunk. */
export interface ChunkText {
  /** Row id. */
  readonly id: number;
  readonly content: string;
  readonly context: string;
  /** Of its document. */
  readonly language: string | undefined;
}

interface TextRow {
  readonly id: number;
  readonly content: Uint8Array;
  readonly context: Uint8Array;
  readonly language: Uint8Array | null;
}

const columns = `SELECT c.id, b.content, b.context, d.language FROM chunks c JOIN chunk_bodies b ON b.chunk = c.id
  JOIN documents d ON d.id = c.document`;

/** The chunks of a collection with row ids above `after`, in their order. */
export function chunkTexts(
  database: SqlDatabase,
  collectionId: number,
  { after, limit }: { readonly after: number; readonly limit: number },
): ChunkText[] {
  return database
    .prepare(`${columns} WHERE c.collection_id = ? AND c.id > ? ORDER BY c.id LIMIT ?`)
    .all<TextRow>([collectionId, after, limit])
    .map(asText);
}

/** `undefined` when there is no such chunk. */
export function chunkText(database: SqlDatabase, id: number): ChunkText | undefined {
  const row = database.prepare(`${columns} WHERE c.id = ?`).get<TextRow>([id]);
  return row && asText(row);
}

function asText({ id, content, context, language }: TextRow): ChunkText {
  return {
    id,
    content: toText(content),
    context: toText(context),
    language: language ? toText(language) : undefined,
  };
}
