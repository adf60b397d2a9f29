import { afterAll, beforeAll, expect, it } from 'vitest';
import { NoDocumentsFoundError, openKnowledgeBase, type KnowledgeBase } from '../../../index.ts';
import { findChunk, isChunkId } from './find-chunk.ts';

let kb: KnowledgeBase;
const add = (documentId: string, source: string) =>
  kb.addDocuments([{ source, sourceType: 'text', documentId }]);

beforeAll(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:', ingest: { keepVersions: true } });
  await add('annual-report-2025', 'Revenue was higher than in the year before, and costs were lower.');
  await add('annual-report-2025', 'Revenue was lower than in the year before, and costs were higher.');
  await add('lease', 'The tenant may terminate this lease with six months of written notice.');
});
afterAll(() => kb.close());

it('names five of the documents that a beginning may mean, and says how many more there are', async () => {
  for (let index = 0; index < 7; index++) await add(`minutes-${index}`, 'The board met and decided nothing.');
  await expect(findChunk(kb, 'minutes#0000', 'default')).rejects.toThrow(
    /may mean 7 documents: minutes-0, .*minutes-4, and 2 more/,
  );
});

it.each([
  ['annual-report-2025#v2#0000', 'annual-report-2025#v2#0000'],
  ['annual#0000', 'annual-report-2025#v2#0000'],
  ['annual#v1#0000', 'annual-report-2025#v1#0000'],
  ['lease#0000', 'lease#v1#0000'],
])('takes %s for %s', async (name, chunkId) => {
  expect(isChunkId(name)).toBe(true);
  expect((await findChunk(kb, name, 'default')).chunkId).toBe(chunkId);
});

it.each([
  ['lease#0009', /There is no chunk "lease#0009"/],
  ['rent#0000', /There is no document "rent"/],
  ['lease', /There is no chunk "lease"/],
])('finds nothing by %s', async (name, message) => {
  const finding = findChunk(kb, name, 'default');
  await expect(finding).rejects.toThrow(message);
  await expect(finding).rejects.toBeInstanceOf(NoDocumentsFoundError);
});
