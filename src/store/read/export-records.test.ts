import { expect, it } from 'vitest';
import { areTooMany, exportRecords } from './export-records.ts';
import type { DocumentRecord } from '../store.ts';

it('reads records together, fewer where they have many chunks, in the order of the references', async () => {
  const references = Array.from({ length: 20 }, (_, index) => String(index));
  const counts = references.map((reference) => (reference === '5' ? 600 : 10));
  const read: (readonly string[])[] = [];
  const records = exportRecords(references, async (some) => {
    if (areTooMany(some.map((reference) => counts[Number(reference)]!))) return undefined;
    read.push(some);
    // One has been deleted meanwhile.
    const there = some.filter((reference) => reference !== '7');
    return there.map((documentId) => ({ document: { documentId } }) as DocumentRecord);
  });
  const ids: string[] = [];
  for await (const { document } of records) ids.push(document.documentId);
  expect(ids).toEqual(references.filter((reference) => reference !== '7'));
  expect(read.map((some) => some.length)).toEqual([4, 1, 1, 14]);
});
