import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../../index.ts';
import { findPlace } from './find-place.ts';

let kb: KnowledgeBase;
beforeAll(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const source = 'The board met and decided nothing.';
  await kb.addDocuments(
    ['lease-5a4d', 'lease-77ff', 'lease', 'minutes_1-ab', 'minutes-2'].map((documentId) => ({
      source: `${source} ${documentId}`,
      sourceType: 'text' as const,
      documentId,
    })),
  );
});
afterAll(() => kb.close());

it.each([
  ['minutes_', 'minutes_1-ab'],
  ['lease-5a4d', 'lease-5a4d'],
  ['lease-5#12-20', 'lease-5a4d'],
  ['lease', 'lease'],
  ['min', 'min'],
  ['nothing', 'nothing'],
])('takes %s for %s', async (id, documentId) => {
  expect(await findPlace(kb, id)).toMatchObject({ documentId });
});

it('keeps what stands behind the document', async () => {
  expect(await findPlace(kb, 'lease-5#12-20')).toMatchObject({ span: { charStart: 12, charEnd: 20 } });
});

it('names the documents that a start may mean', async () => {
  await expect(findPlace(kb, 'leas')).rejects.toThrow('"leas" may mean lease, lease-5a4d, lease-77ff');
});
