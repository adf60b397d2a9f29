import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, type LegHit } from './fuse.ts';

const hit = (chunkId: string, score: number): LegHit => ({ collection: 'default', chunkId, score });
const minmax = { method: 'minmax', vectorWeight: 0.4, k: 60 } as const;
const zscore = { ...minmax, method: 'zscore' } as const;
const rrf = { ...minmax, method: 'rrf' } as const;
const scoreOf = (fused: ReturnType<typeof fuse>, id: string) =>
  fused.find(({ chunkId }) => chunkId === id)?.fusedScore;

const legArbitrary = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...'abcdefghij'), fc.double({ min: -1, max: 30, noNaN: true })), {
    selector: ([id]) => id,
  })
  .map((pairs) => pairs.map(([id, score]) => hit(id, score)).sort((a, b) => b.score - a.score));
const legsArbitrary = fc.record(
  { vector: legArbitrary, hyde: legArbitrary, keyword: legArbitrary },
  { requiredKeys: ['vector', 'keyword'] },
);

describe('fuse with min-max', () => {
  it('weighs scores that are stretched to 0…1 over each list', () => {
    const fused = fuse(
      {
        vector: [hit('a', 0.9), hit('b', 0.7), hit('c', 0.5)],
        keyword: [hit('b', 12), hit('d', 6), hit('a', 2)],
      },
      minmax,
    );
    expect(fused.map(({ chunkId }) => chunkId)).toEqual(['b', 'a', 'd', 'c']);
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.4 * 0.5 + 0.6);
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.4);
    expect(scoreOf(fused, 'd')).toBeCloseTo(0.6 * 0.4);
    expect(scoreOf(fused, 'c')).toBe(0);
  });

  it('keeps both scores of a chunk, and leaves out the one that a search did not give', () => {
    const fused = fuse({ vector: [hit('a', 0.9)], keyword: [hit('a', 3), hit('b', 1)] }, minmax);
    expect(fused[0]).toMatchObject({ chunkId: 'a', vectorScore: 0.9, keywordScore: 3 });
    expect(fused[1]).not.toHaveProperty('vectorScore');
  });

  it('gives a list of one or of equal scores its full weight', () => {
    expect(scoreOf(fuse({ vector: [hit('a', 0)], keyword: [] }, minmax), 'a')).toBeCloseTo(0.4);
    const fused = fuse({ vector: [], keyword: [hit('b', 5), hit('a', 5)] }, minmax);
    expect(fused.map(({ chunkId, fusedScore }) => [chunkId, fusedScore])).toEqual([
      ['a', 0.6],
      ['b', 0.6],
    ]);
  });

  it('gives half of the weight of meaning to the list of a hypothetical passage', () => {
    const vector = [hit('a', 0.9), hit('b', 0.5)];
    const hyde = [hit('b', 0.8), hit('a', 0.4)];
    const fused = fuse({ vector, hyde, keyword: [hit('b', 2), hit('a', 1)] }, minmax);
    expect(scoreOf(fused, 'a')).toBeCloseTo(0.2);
    expect(scoreOf(fused, 'b')).toBeCloseTo(0.2 + 0.6);
    expect(scoreOf(fuse({ vector, hyde }, minmax), 'a')).toBeCloseTo(0.5);
    expect(scoreOf(fuse({ hyde, keyword: [hit('a', 2), hit('b', 1)] }, minmax), 'b')).toBeCloseTo(0.4);
  });

  it('ranks by cosine where the vector search has no weight and keywords find nothing', () => {
    const legs = { vector: [hit('b', 0.3), hit('c', 0.2), hit('a', 0.1)], keyword: [] };
    const fused = fuse(legs, { ...minmax, vectorWeight: 0 });
    expect(fused.map(({ chunkId }) => chunkId)).toEqual(['b', 'c', 'a']);
  });

  it('counts a list fully when the other search did not run', () => {
    expect(
      fuse({ vector: [hit('a', 0.9), hit('b', 0.1)] }, minmax).map(({ fusedScore }) => fusedScore),
    ).toEqual([1, 0]);
  });

  it('tells chunks of the same id in two collections apart', () => {
    const fused = fuse({ keyword: [hit('a', 2), { ...hit('a', 1), collection: 'other' }] }, minmax);
    expect(fused.map(({ collection }) => collection)).toEqual(['default', 'other']);
  });

  it('does not depend on the order of the lists', () => {
    fc.assert(
      fc.property(legsArbitrary, ({ vector, keyword }) => {
        const reversed = { vector: vector.toReversed(), keyword: keyword.toReversed() };
        expect(fuse(reversed, minmax)).toEqual(fuse({ vector, keyword }, minmax));
      }),
    );
  });

  it('never ranks a chunk lower for a higher keyword score, the ends of the list being the same', () => {
    fc.assert(
      fc.property(
        legsArbitrary,
        fc.nat(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ vector, keyword }, pick, share) => {
          fc.pre(keyword.length >= 3);
          const index = 1 + (pick % (keyword.length - 2));
          const before = keyword[index]!;
          const raised = { ...before, score: before.score + share * (keyword[0]!.score - before.score) };
          const after = keyword.map((other, position) => (position === index ? raised : other));
          const rankIn = (list: readonly LegHit[]) =>
            fuse({ vector, keyword: list }, minmax).findIndex(({ chunkId }) => chunkId === before.chunkId);
          expect(rankIn(after)).toBeLessThanOrEqual(rankIn(keyword));
        },
      ),
    );
  });
});

describe('fuse with z-scores', () => {
  it('weighs distances from the mean in deviations, and stretches the sums to 0…1', () => {
    const fused = fuse(
      {
        vector: [hit('a', 0.9), hit('b', 0.5), hit('c', 0.1)],
        keyword: [hit('b', 12), hit('c', 3), hit('a', 3)],
      },
      { ...zscore, vectorWeight: 0.5 },
    );
    // Vectors ±√1.5 and 0, keywords √2 and twice −√0.5.
    const [top, middle, bottom] = [
      Math.SQRT2 / 2,
      (Math.sqrt(1.5) - Math.SQRT1_2) / 2,
      (-Math.sqrt(1.5) - Math.SQRT1_2) / 2,
    ];
    expect(fused.map(({ chunkId }) => chunkId)).toEqual(['b', 'a', 'c']);
    expect(scoreOf(fused, 'a')).toBeCloseTo((middle - bottom) / (top - bottom));
    expect([scoreOf(fused, 'b'), scoreOf(fused, 'c')]).toEqual([1, 0]);
  });

  it('gives a chunk that a list lacks its lowest score', () => {
    const both = fuse(
      { vector: [hit('a', 0.9), hit('b', 0.5)], keyword: [hit('c', 4), hit('a', 2), hit('b', 2)] },
      zscore,
    );
    const vector = [hit('a', 0.9), hit('b', 0.5), hit('c', 0.5)];
    const filled = fuse({ vector, keyword: [hit('c', 4), hit('a', 2), hit('b', 2)] }, zscore);
    expect(both.map(({ fusedScore }) => fusedScore)).toEqual(filled.map(({ fusedScore }) => fusedScore));
  });

  it('is not thrown off by lists of one or of equal scores', () => {
    expect(scoreOf(fuse({ vector: [hit('a', 0.5)], keyword: [] }, zscore), 'a')).toBe(1);
    const fused = fuse(
      { vector: [hit('a', 0.9), hit('b', 0.1)], keyword: [hit('b', 5), hit('a', 5)] },
      zscore,
    );
    expect(fused.map(({ chunkId }) => chunkId)).toEqual(['a', 'b']);
  });
});

describe('fuse with reciprocal ranks', () => {
  it('sums 1 / (k + rank) with ranks from 1', () => {
    const fused = fuse({ vector: [hit('a', 0.9), hit('b', 0.8)], keyword: [hit('b', 7), hit('c', 6)] }, rrf);
    expect(fused.map(({ chunkId }) => chunkId)).toEqual(['b', 'a', 'c']);
    expect(fused.map(({ fusedScore }) => fusedScore)).toEqual([1 / 62 + 1 / 61, 1 / 61, 1 / 62]);
  });

  it('ranks equal scores by chunk id', () => {
    const fused = fuse({ vector: [hit('b', 1)], keyword: [hit('a', 1)] }, rrf);
    expect(fused.map(({ chunkId }) => chunkId)).toEqual(['a', 'b']);
  });
});

describe.each([minmax, zscore, rrf])('fuse with $method', (options) => {
  it('gives every chunk of either list once, with scores 0…1 in descending order', () => {
    fc.assert(
      fc.property(legsArbitrary, (legs) => {
        const fused = fuse(legs, options);
        const all = [...legs.vector, ...(legs.hyde ?? []), ...legs.keyword];
        const ids = new Set(all.map(({ chunkId }) => chunkId));
        expect(fused.map(({ chunkId }) => chunkId).toSorted()).toEqual([...ids].toSorted());
        for (const [index, { fusedScore }] of fused.entries()) {
          expect(fusedScore).toBeGreaterThanOrEqual(0);
          expect(fusedScore).toBeLessThanOrEqual(index === 0 ? 1 : fused[index - 1]!.fusedScore);
        }
      }),
    );
  });
});
