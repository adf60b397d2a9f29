import type { Chunk, Document } from '../../types.ts';
import { documentReference } from '../../util/ids/document-key.ts';
import type { ChunkRecord } from '../store.ts';

/** What names this version of a document. */
export function referenceOf({ documentId, version }: Pick<Document, 'documentId' | 'version'>): string {
  return documentReference({ documentId, documentVersion: version });
}

const links = ['chunkId', 'prevChunkId', 'nextChunkId', 'parentChunkId'] as const;

/** The chunk with ids that carry the version; unchanged where they do. */
export function inVersion(record: ChunkRecord, document: Document): ChunkRecord {
  return { ...record, chunk: withVersion(record.chunk, document) };
}

/** As `inVersion`, of the chunk itself or of a part of it. */
export function withVersion<Part extends Pick<Chunk, (typeof links)[number] | 'documentVersion'>>(
  chunk: Part,
  document: Document,
): Part {
  if (chunk.documentVersion !== undefined) return chunk;
  const labelled = links.flatMap((link) => {
    const id = chunk[link];
    return id === undefined ? [] : [[link, labelledId(id, document)] as const];
  });
  return { ...chunk, ...Object.fromEntries(labelled), documentVersion: document.version };
}

/** A chunk id without a version, with that of the document. */
export function labelledId(chunkId: string, document: Document): string {
  return `${referenceOf(document)}${chunkId.slice(document.documentId.length)}`;
}
