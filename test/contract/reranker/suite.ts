import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Reranker } from '../../../src/retrieve/reranker.ts';

export interface RerankerPlace {
  open(): Promise<Reranker & { close?(): Promise<void> }>;
  remove?(): Promise<void>;
}

const query = 'is the turbine inspected every year';
const passages = [
  'the blades of the turbine',
  'the board meets every year',
  'turbine inspected every year',
  'the dividend is paid in may',
];

/** What every reranker must do, whatever stands behind it. */
export function describeReranker(title: string, makePlace: () => Promise<RerankerPlace>): void {
  describe(title, () => {
    let place: RerankerPlace;
    let reranker: Reranker & { close?(): Promise<void> };
    beforeAll(async () => {
      place = await makePlace();
      reranker = await place.open();
    });
    afterAll(async () => {
      await reranker.close?.();
      await place.remove?.();
    });

    it('gives a score of 0…1 a passage, in their order', async () => {
      const scores = await reranker.rerank(query, passages);
      expect(scores).toHaveLength(passages.length);
      for (const score of scores) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
      expect(new Set(scores).size).toBeGreaterThan(1);
    });

    it('gives a passage the same score whatever stands beside it', async () => {
      const scores = await reranker.rerank(query, passages);
      const reversed = await reranker.rerank(query, passages.toReversed());
      for (const [index, score] of scores.entries()) {
        expect(reversed[passages.length - 1 - index]).toBeCloseTo(score!, 5);
      }
    });

    it('takes no passages, empty ones, and any characters', async () => {
      expect(await reranker.rerank(query, [])).toEqual([]);
      const odd = ['', ' ', '😀 日本語 \ud800', 'turbine '.repeat(3000)];
      const scores = await reranker.rerank('\ud800 turbine?', odd);
      expect(scores.every((score) => score !== undefined && score >= 0 && score <= 1)).toBe(true);
    });

    it('stops on abort with the reason', async () => {
      const reason = new Error('enough');
      await expect(reranker.rerank(query, passages, { signal: AbortSignal.abort(reason) })).rejects.toBe(
        reason,
      );
    });
  });
}
