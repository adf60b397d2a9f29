import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { openKnowledgeBase } from '../index.ts';

it('a query of 100,000 characters ends at the first turn of the event loop after an abort', async () => {
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const source = 'The parcel went from Lisbon to Oslo and was weighed in both harbours.';
  await kb.addDocuments([{ source, sourceType: 'text', uri: 'parcel.txt' }]);
  const query = 'parcel of Oslo '.repeat(6700).slice(0, 100_000);
  const stopping = new AbortController();
  const { signal } = stopping;
  const asked = kb.retrieve(query, { signal });
  setImmediate(() => stopping.abort(new Error('asked to stop')));
  await expect(asked).rejects.toThrow('asked to stop');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect((await kb.retrieve(query)).hits.length).toBe(1);
});
