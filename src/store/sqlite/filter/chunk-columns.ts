import type { Chunk } from '../../../types.ts';

/** The chunk fields that are columns of `chunks` under these names: numbers as they are, strings as UTF-8. */
export const chunkColumns = {
  chunkId: 'chunk_id',
  sequence: 'sequence',
  charStart: 'char_start',
  charEnd: 'char_end',
  contentHash: 'content_hash',
  kind: 'kind',
  tokenCount: 'token_count',
  charCount: 'char_count',
  overlapPrevChars: 'overlap_prev_chars',
  overlapNextChars: 'overlap_next_chars',
  uniqueStart: 'unique_start',
  uniqueEnd: 'unique_end',
  prevChunkId: 'prev_chunk_id',
  nextChunkId: 'next_chunk_id',
  parentChunkId: 'parent_chunk_id',
  level: 'level',
  chunkingMethod: 'chunking_method',
  totalChunks: 'total_chunks',
} as const satisfies Partial<Record<keyof Chunk, string>>;

export type ChunkColumn = keyof typeof chunkColumns;
export const chunkColumnFields = Object.keys(chunkColumns) as ChunkColumn[];

const texts: ReadonlySet<ChunkColumn> = new Set([
  'chunkId',
  'contentHash',
  'kind',
  'prevChunkId',
  'nextChunkId',
  'parentChunkId',
  'chunkingMethod',
]);
export const isText = (field: ChunkColumn): boolean => texts.has(field);
export const numberFields = chunkColumnFields.filter((field) => !isText(field));
export const textFields = chunkColumnFields.filter(isText);

/** What is not in a column, in `chunk_bodies.record`. */
export const restFields = [
  'documentVersion',
  'pageNumbers',
  'sectionHeading',
  'sections',
  'described',
  'headingPath',
  'hierarchyPath',
  'embeddingModel',
  'embeddedAt',
] as const satisfies readonly (keyof Chunk)[];
export type ChunkRest = Pick<Chunk, (typeof restFields)[number]>;
