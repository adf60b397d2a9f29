import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findBestCuts } from './semantic-best-cuts.ts';

const vectorArbitrary = fc
  .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }))
  .map(([x, y]) => Float32Array.from([x, y].map((value) => value / (Math.hypot(x, y) || 1))));
const sentences = fc.array(fc.record({ vector: vectorArbitrary, tokens: fc.integer({ min: 1, max: 60 }) }), {
  minLength: 1,
  maxLength: 9,
});
interface Sentence {
  readonly vector: Float32Array;
  readonly tokens: number;
}

const differenceOf = (part: readonly Sentence[]) => {
  const known = part.map(({ vector }) => vector).filter((vector) => vector.some((value) => value !== 0));
  const mean = [0, 1].map((axis) => known.reduce((sum, vector) => sum + vector[axis]!, 0) / known.length);
  return known.reduce((sum, vector) => sum + (vector[0]! - mean[0]!) ** 2 + (vector[1]! - mean[1]!) ** 2, 0);
};

const seamOf = (cut: number) => (cut % 3) / 2 - 0.5;

it('finds the cheapest of all cuts', () => {
  fc.assert(
    fc.property(sentences, (all) => {
      const [maxTokens, targetTokens] = [120, 50];
      const pairs = all.slice(1).map((sentence, index) => differenceOf([all[index]!, sentence]));
      const price = pairs.reduce((sum, value) => sum + value, 0) / Math.max(1, pairs.length);
      const tokensOf = (from: number, to: number) =>
        all.slice(from, to).reduce((sum, { tokens }) => sum + tokens, 0);
      const costOf = (cuts: readonly number[]) =>
        [...cuts, all.length].reduce((cost, end, index) => {
          const start = cuts[index - 1] ?? 0;
          const tokens = tokensOf(start, end);
          if (end - start > 1 && tokens > maxTokens) return Number.POSITIVE_INFINITY;
          const length = Math.log(tokens / targetTokens);
          return (
            cost +
            differenceOf(all.slice(start, end)) +
            price * (1 + (start === 0 ? 0 : seamOf(start))) +
            Math.max(price, 1e-3) * length ** 2
          );
        }, 0);
      const allCuts = Array.from({ length: 2 ** (all.length - 1) }, (_, bits) =>
        Array.from({ length: all.length - 1 }, (_gap, gap) => gap + 1).filter(
          (cut) => bits & (1 << (cut - 1)),
        ),
      );
      const found = findBestCuts(
        all.map(({ vector }) => vector),
        { tokensOf, maxTokens, targetTokens, seamOf },
      );
      expect(costOf(found)).toBeCloseTo(Math.min(...allCuts.map(costOf)), 4);
    }),
  );
});
