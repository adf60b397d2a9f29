import { afterAll, beforeAll, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../../index.ts';
import { asManyAsFit, brief, firstThatFits, mostTokens } from './bounds.ts';

let kb: KnowledgeBase;
beforeAll(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
});
afterAll(() => kb.close());

it('cuts a text between words', () => {
  expect(brief('The harbour closes at noon.', 13)).toBe('The harbour …');
  expect(brief('The harbour', 13)).toBe('The harbour');
  expect(brief('x'.repeat(500), 20)).toBe(`${'x'.repeat(20)} …`);
});

it('takes as many items as have room together', async () => {
  const items = Array.from({ length: 100 }, (_, n) => ({ n, text: 'The "harbour"\n\tcloses. '.repeat(40) }));
  const shown = await asManyAsFit(kb, items);
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.length).toBeLessThan(100);
  expect(await kb.countTokens(JSON.stringify({ results: shown }))).toBeLessThan(mostTokens);
});

it('takes the first shape that fits, else the last', async () => {
  const long = 'word '.repeat(mostTokens * 2);
  expect(await firstThatFits(kb, [() => long, () => 'short', () => 'shorter'])).toBe('short');
  expect(await firstThatFits(kb, [() => long, () => long])).toBe(long);
});
