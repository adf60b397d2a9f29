import type { DocumentRecord } from '../store.ts';

/** Documents that are read together, at most, and their chunks; one alone may have more. */
const mostRecords = 16;
const mostChunks = 512;

export const areTooMany = (chunkCounts: readonly number[]): boolean =>
  chunkCounts.length > 1 && chunkCounts.reduce((sum, count) => sum + count, 0) > mostChunks;

/**
 * The records of documents, in the order of the references, as many together as the memory well holds.
 * @param read gives those that there are; `undefined` where they are too many
 */
export async function* exportRecords(
  references: readonly string[],
  read: (some: readonly string[]) => Promise<readonly DocumentRecord[] | undefined>,
  signal?: AbortSignal,
): AsyncIterable<DocumentRecord> {
  let most = mostRecords;
  for (let start = 0; start < references.length;) {
    signal?.throwIfAborted();
    const some = references.slice(start, start + most);
    const records = await read(some);
    if (records === undefined) {
      most = some.length / 2;
      continue;
    }
    for (const record of records) {
      signal?.throwIfAborted();
      yield record;
    }
    start += some.length;
    most = mostRecords;
  }
}
