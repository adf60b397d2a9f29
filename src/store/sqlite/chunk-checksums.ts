/**
 * A CRC-32 of each chunk as it is stored: all its columns, content, pages, rectangles and own metadata, in a table of its
 * own. It is compared whenever a chunk is read. The vector and the context that was embedded are not in it.
 */
import { crc32 } from 'node:zlib';
import type { SqlDatabase } from './driver.ts';

/**
 * @param numbers the row ids of the chunk and its document, the columns that are numbers, and the lengths of the blobs
 * @param blobs one after the other
 */
export function chunkChecksum(numbers: readonly (number | null)[], blobs: Uint8Array): number {
  return crc32(blobs, crc32(JSON.stringify(numbers)));
}

export function keepChunkChecksum(database: SqlDatabase, chunk: number, checksum: number): void {
  database
    .prepare('INSERT OR REPLACE INTO chunk_checksums (chunk, checksum) VALUES (?, ?)')
    .run([chunk, checksum]);
}
