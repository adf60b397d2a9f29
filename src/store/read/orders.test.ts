import { expect, it } from 'vitest';
import { byText, inOrder } from './orders.ts';

it('orders texts by code points, also where those have halves of characters', () => {
  const texts = ['b', '\u{1F600}', 'a', '\uFFFD', 'ab', '\uD83D'];
  const byBytes = [...texts].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  expect([...texts].sort(byText)).toEqual(byBytes);
  const hits = ['\u{1F600}', '\uFFFD', 'a'].map((chunkId) => ({ chunkId, score: 1 }));
  expect(inOrder(hits, 3).map(({ chunkId }) => chunkId)).toEqual(['a', '\uFFFD', '\u{1F600}']);
});
