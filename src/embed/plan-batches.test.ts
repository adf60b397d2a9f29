import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimateTokens, planBatches } from './plan-batches.ts';

const limits = fc.record({
  batchSize: fc.integer({ min: 1, max: 8 }),
  batchTokens: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
});

const tokensOf = (batch: readonly string[]) => batch.reduce((sum, text) => sum + estimateTokens(text), 0);

it('keeps every text in order, within both limits, and fills a batch before the next', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 60 })), limits, (texts, { batchSize, batchTokens }) => {
      const batches = planBatches(texts, { batchSize, batchTokens });
      expect(batches.flat()).toEqual(texts);
      const most = batchTokens ?? Infinity;
      for (const [index, batch] of batches.entries()) {
        expect(batch.length).toBeGreaterThan(0);
        expect(batch.length).toBeLessThanOrEqual(batchSize);
        expect(batch.length === 1 || tokensOf(batch) <= most).toBe(true);
        const following = batches[index + 1]?.[0];
        if (following === undefined) continue;
        expect(batch.length === batchSize || tokensOf([...batch, following]) > most).toBe(true);
      }
    }),
  );
});

it.each([
  ['', 0],
  ['the cat sat', 6],
  ['日本語', 5],
  ['\ud800', 2],
])('estimates %j at %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens);
});
