import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cosine, normOf } from '../search/cosine.ts';
import { VectorMatrix } from './matrix.ts';
import { quantizeQuery } from './quantize.ts';
import { beginScan, finishScan, type ScanRequest } from './scan.ts';
import { ScanThreads } from './scan-threads.ts';
import type { Segment } from './segment.ts';

/** A sequence of numbers −1…1 that the seed decides. */
function numbersOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  };
}

type Shape = 'random' | 'clustered' | 'duplicate' | 'spiked' | 'huge' | 'tiny';
const shapes: readonly Shape[] = ['random', 'clustered', 'duplicate', 'spiked', 'huge', 'tiny'];

function vectorsOf({ shape, rows, dimensions, seed }: Case): Float32Array[] {
  const next = numbersOf(seed);
  const some = () => Float32Array.from({ length: dimensions }, next);
  const centres = Array.from({ length: 3 }, some);
  const make: Record<Shape, (row: number) => Float32Array> = {
    random: some,
    clustered: (row) => (centres[row % 3] as Float32Array).map((value) => value + 0.01 * next()),
    duplicate: (row) => centres[row % 3] as Float32Array,
    spiked: (row) => some().map((value, index) => (index === row % dimensions ? 100 : 0.1) * value),
    huge: () => some().map((value) => value * 3e38),
    tiny: () => some().map((value) => value * 1e-40),
  };
  return Array.from({ length: rows }, (_, row) =>
    row % 17 === 5 ? new Float32Array(dimensions) : make[shape](row),
  );
}

interface Case {
  readonly shape: Shape;
  readonly rows: number;
  readonly dimensions: number;
  readonly seed: number;
}

const casesOf = (rows: fc.Arbitrary<number>, dimensions: fc.Arbitrary<number>): fc.Arbitrary<Case> =>
  fc.record({ shape: fc.constantFrom(...shapes), rows, dimensions, seed: fc.integer() });
const fewDimensions = fc.integer({ min: 1, max: 70 });
const cases = fc.oneof(
  casesOf(fc.integer({ min: 1, max: 70 }), fewDimensions),
  casesOf(fc.integer({ min: 2000, max: 5000 }), fewDimensions),
  casesOf(fc.integer({ min: 1, max: 20 }), fc.constantFrom(768, 4096, 10_000)),
);

/** Row ids are not consecutive. */
const idOf = (row: number) => 3 * row + 1;

function matrixOf(vectors: readonly Float32Array[], removed: (row: number) => boolean): VectorMatrix {
  const matrix = new VectorMatrix(vectors[0]?.length ?? 0);
  for (const [row, vector] of vectors.entries()) matrix.append(idOf(row), vector);
  matrix.remove([...vectors.keys()].filter(removed).map(idOf));
  return matrix;
}

/** Scores by id of the best and of all that are equal to the last of them. */
function bestOf(scores: ReadonlyMap<number, number>, limit: number): Map<number, number> {
  const ranked = [...scores].filter(([, score]) => !Number.isNaN(score)).sort((a, b) => b[1] - a[1]);
  const last = ranked[Math.min(limit, ranked.length) - 1]?.[1] ?? Infinity;
  return new Map(ranked.filter(([, score]) => score >= last));
}

const scan = (segments: readonly Segment[], request: ScanRequest) => finishScan(beginScan(segments, request));

describe('scan', () => {
  it('finds all of the best, within the bounds that it gives', () => {
    const choice = fc.record({
      limit: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(2000)),
      removes: fc.constantFrom(0, 2, 3),
      allows: fc.constantFrom(0, 1, 2, 50, 1000),
    });
    fc.assert(
      fc.property(cases, choice, (drawn, { limit, removes, allows }) => {
        const vectors = vectorsOf(drawn);
        const query = vectorsOf({ ...drawn, rows: 1, seed: drawn.seed + 1 })[0] as Float32Array;
        const isGone = (row: number) => removes > 0 && row % removes === 1;
        const isAllowed = (row: number) => allows === 0 || row % allows === 0;
        const matrix = matrixOf(vectors, isGone);
        const exact = new Map<number, number>();
        for (const [row, vector] of vectors.entries()) {
          if (!isGone(row) && isAllowed(row)) exact.set(idOf(row), cosine(query, normOf(query), vector));
        }
        const lists = matrix.segments.map(({ ids }) =>
          Uint32Array.from([...ids.keys()].filter((row) => isAllowed(((ids[row] as number) - 1) / 3))),
        );
        const quantized = quantizeQuery(query);
        const finds = scan(matrix.segments, {
          query: quantized,
          limit,
          lists: allows === 0 ? undefined : lists,
        });
        const found = new Map<number, number>();
        for (const { segment, rows, scores } of finds) {
          for (const [index, row] of rows.entries()) {
            const id = segment.rowIds[row] as number;
            const bound = (segment.errors[row] as number) + quantized.slack;
            expect(Math.abs((exact.get(id) ?? NaN) - (scores[index] as number))).toBeLessThanOrEqual(bound);
            found.set(id, exact.get(id) as number);
          }
        }
        expect(bestOf(found, limit)).toEqual(bestOf(exact, limit));
      }),
      { numRuns: 150 },
    );
  });

  describe('with other threads', () => {
    const drawn: Case = { shape: 'clustered', rows: 30_000, dimensions: 16, seed: 7 };
    const vectors = vectorsOf(drawn);
    const query = quantizeQuery(vectorsOf({ ...drawn, shape: 'random', rows: 1 })[0] as Float32Array);
    const matrix = matrixOf(vectors, () => false);
    const found = (helpers?: ScanThreads) =>
      scan(matrix.segments, { query, limit: 10, threads: helpers }).map(({ rows }) =>
        rows.sort((a, b) => a - b),
      );
    const alone = found();

    it('finds what one thread finds', async () => {
      const threads = new ScanThreads(3);
      for (let round = 0; round < 8; round += 1) {
        expectSuperset(found(threads), alone);
        // So that the threads start, and come late or early.
        await setImmediate();
      }
      await threads.stop();
      expectSuperset(found(threads), alone);
    });

    it('does the blocks of a thread that does not come back', () => {
      class Lost extends ScanThreads {
        override help(segments: readonly Segment[]): void {
          for (const { memory, layout } of segments) {
            Atomics.add(new Uint32Array(memory.buffer, layout.job, 1), 0, 2);
          }
        }
      }
      expectSuperset(found(new Lost()), alone);
    });
  });

  it('finds the same rows after the places of those that have gone were taken back', () => {
    const drawn: Case = { shape: 'random', rows: 3000, dimensions: 20, seed: 3 };
    const matrix = matrixOf(vectorsOf(drawn), (row) => row % 3 > 0);
    const query = quantizeQuery(vectorsOf({ ...drawn, rows: 1, seed: 4 })[0] as Float32Array);
    const ids = () =>
      scan(matrix.segments, { query, limit: 5 })
        .flatMap(({ segment, rows }) => rows.map((row) => segment.rowIds[row] as number))
        .sort((a, b) => a - b);
    const [before, count] = [ids(), matrix.count];
    while (matrix.compact());
    expect(matrix.segments.every(({ gone }) => gone === 0)).toBe(true);
    expect(matrix.count).toBe(count);
    expect(ids()).toEqual(before);
  });
});

/** Threads know the best scores of the others late, and may find more. */
function expectSuperset(found: readonly (readonly number[])[], least: readonly (readonly number[])[]): void {
  for (const [index, rows] of least.entries())
    expect(found[index]).toEqual(expect.arrayContaining([...rows]));
}
