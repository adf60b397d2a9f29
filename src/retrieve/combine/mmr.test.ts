import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../candidate.ts';
import { byMarginalRelevance } from './mmr.ts';
import { makeCandidate, makeChunk, makeStore } from '../samples.testing.ts';

interface Sample {
  readonly fusedScore: number;
  /** Direction of the vector in degrees. */
  readonly angle: number;
  readonly collection?: string;
  readonly embeddingModel?: string;
  readonly rerankScore?: number;
}

const direction = (degrees: number) =>
  Float32Array.of(Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180));

/** Candidates in the order given, called by their place in it. */
async function order(samples: readonly Sample[], lambda: number) {
  const candidates = samples.map(({ embeddingModel = 'test', ...scores }, sequence) =>
    makeCandidate(makeChunk({ sequence, embeddingModel }), scores),
  );
  const store = makeStore([], {
    vectors: async (_, ids) =>
      ids.map((chunkId) => ({ chunkId, vector: direction(samples[placeOf(chunkId)]!.angle) })),
  });
  const placed = await byMarginalRelevance(store, candidates, lambda);
  return { placed, places: placed.map(({ candidate }) => placeOf(candidate.chunk.chunkId)) };
}

const placeOf = (chunkId: string) => Number(chunkId.split('#')[1]);

const samples = fc
  .array(
    fc.record({
      fusedScore: fc.double({ min: 0, max: 1, noNaN: true }),
      angle: fc.integer({ min: 0, max: 359 }),
    }),
    {
      maxLength: 12,
    },
  )
  .map((list) => list.toSorted((a, b) => b.fusedScore - a.fusedScore));

describe('byMarginalRelevance', () => {
  it('puts what is like the first behind what is a little worse and unlike it', async () => {
    const alike = [
      { fusedScore: 1, angle: 0 },
      { fusedScore: 0.9, angle: 5 },
      { fusedScore: 0.7, angle: 80 },
      { fusedScore: 0, angle: 40 },
    ];
    expect((await order(alike, 0.7)).places).toEqual([0, 2, 1, 3]);
    expect((await order(alike, 0.9)).places).toEqual([0, 1, 2, 3]);
  });

  it('names what each was compared with, and their cosine', async () => {
    const { placed } = await order(
      [
        { fusedScore: 1, angle: 0 },
        { fusedScore: 0.5, angle: 60 },
      ],
      0.5,
    );
    expect(placed[0]?.nearest).toBeUndefined();
    expect(placeOf(placed[1]!.nearest!.candidate.chunk.chunkId)).toBe(0);
    expect(placed[1]?.nearest?.cosine).toBeCloseTo(0.5, 6);
  });

  it('does not compare chunks of different models', async () => {
    const two = [
      { fusedScore: 1, angle: 0 },
      { fusedScore: 0.9, angle: 0, embeddingModel: 'other', collection: 'other' },
      { fusedScore: 0.8, angle: 0 },
    ];
    const { places, placed } = await order(two, 0.3);
    expect(places).toEqual([0, 1, 2]);
    expect(placed[1]?.nearest).toBeUndefined();
  });

  it('leaves what a reranker did not score behind what it scored', async () => {
    const some = [
      { fusedScore: 0.1, rerankScore: 0.9, angle: 0 },
      { fusedScore: 0.1, rerankScore: 0.8, angle: 0 },
      { fusedScore: 1, angle: 90 },
    ];
    expect((await order(some, 0.1)).places).toEqual([0, 1, 2]);
  });

  it('keeps the order of candidates without vectors, and of those behind the first hundred', async () => {
    const candidates = Array.from({ length: 103 }, (_, sequence): Candidate =>
      makeCandidate(makeChunk({ sequence }), { fusedScore: 1 - sequence / 200 }),
    );
    const without = await byMarginalRelevance(makeStore([], { vectors: async () => [] }), candidates, 0.2);
    expect(without.map(({ candidate }) => candidate)).toEqual(candidates);
    const vectors = candidates.map(({ chunk }, index) => ({
      chunkId: chunk.chunkId,
      vector: direction(index),
    }));
    const store = makeStore([], { vectors: async () => vectors });
    const placed = await byMarginalRelevance(store, candidates, 0.2);
    expect(placeOf(placed[1]!.candidate.chunk.chunkId)).toBe(99);
    expect(placed.slice(100).map(({ candidate }) => candidate)).toEqual(candidates.slice(100));
  });

  it('gives a permutation that begins with the best, and keeps the order where relevance alone counts', async () => {
    await fc.assert(
      fc.asyncProperty(samples, fc.double({ min: 0, max: 1, noNaN: true }), async (list, lambda) => {
        const { places } = await order(list, lambda);
        expect(places.toSorted((a, b) => a - b)).toEqual(list.map((_, index) => index));
        if (lambda > 0 && list.length > 0) expect(list[places[0]!]!.fusedScore).toBe(list[0]!.fusedScore);
        expect((await order(list, 1)).places).toEqual(list.map((_, index) => index));
      }),
    );
  });

  it('gives each place to the candidate of the highest worth', async () => {
    await fc.assert(
      fc.asyncProperty(samples, fc.double({ min: 0, max: 1, noNaN: true }), async (list, lambda) => {
        const { places } = await order(list, lambda);
        const [lowest, highest] = [list.at(-1)?.fusedScore ?? 0, list[0]?.fusedScore ?? 0];
        const cosine = (a: number, b: number) =>
          Math.cos(((list[a]!.angle - list[b]!.angle) * Math.PI) / 180);
        const worthAt = (place: number, before: readonly number[]) => {
          const relevance = highest > lowest ? (list[place]!.fusedScore - lowest) / (highest - lowest) : 1;
          const nearest = before.length === 0 ? 0 : Math.max(...before.map((other) => cosine(place, other)));
          return lambda * relevance - (1 - lambda) * nearest;
        };
        for (const [index, chosen] of places.entries()) {
          const before = places.slice(0, index);
          const best = Math.max(...places.slice(index).map((other) => worthAt(other, before)));
          expect(worthAt(chosen, before)).toBeCloseTo(best, 5);
        }
      }),
    );
  });
});
