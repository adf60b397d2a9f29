import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findBreakpoints, gapDistances } from './semantic-breakpoints.ts';

const at = (degrees: number) => Float32Array.from([Math.cos(degrees), Math.sin(degrees)]);
const vectors = fc.array(fc.float({ min: 0, max: 3, noNaN: true }), { minLength: 1, maxLength: 30 });

const sum = (part: readonly Float32Array[]) =>
  [0, 1].map((axis) => part.reduce((total, vector) => total + vector[axis]!, 0));

it('compares the sums of the sentences on either side', () => {
  fc.assert(
    fc.property(vectors, fc.integer({ min: 1, max: 5 }), (angles, window) => {
      const all = angles.map(at);
      const expected = all.slice(1).map((_, gap) => {
        const [x, y] = sum(all.slice(Math.max(0, gap + 1 - window), gap + 1));
        const [u, v] = sum(all.slice(gap + 1, gap + 1 + window));
        return 1 - (x! * u! + y! * v!) / (Math.hypot(x!, y!) * Math.hypot(u!, v!));
      });
      const distances = gapDistances(all, window);
      expect(distances).toHaveLength(expected.length);
      for (const [gap, distance] of distances.entries()) expect(distance).toBeCloseTo(expected[gap]!, 4);
    }),
  );
});

const oneTurn = [0, 0, 0, 0, 1, 1, 1, 1].map(at);

it.each(['percentile', 'standardDeviation', 'interquartile'] as const)(
  'finds the one turn by %s',
  (threshold) => {
    expect(
      findBreakpoints(oneTurn, {
        threshold,
        window: 1,
        ...(threshold === 'standardDeviation' ? { amount: 2 } : {}),
      }),
    ).toEqual([4]);
  },
);

it('finds one breakpoint a change, however many gaps see it', () => {
  const turns = [0, 1.5, 3, 0.5].flatMap((angle) => Array.from({ length: 20 }, () => at(angle)));
  expect(findBreakpoints(turns, { amount: 80, window: 3 })).toEqual([20, 40, 60]);
});

it('finds the gap before which the distance rises by gradient', () => {
  expect(findBreakpoints(oneTurn, { threshold: 'gradient', window: 1, amount: 90 })).toEqual([3]);
});

it('finds none in sentences that are alike, that say nothing, or that are too few', () => {
  expect(findBreakpoints([0, 0, 0, 0].map(at), {})).toEqual([]);
  expect(findBreakpoints([new Float32Array(2), at(1), new Float32Array(2)], { window: 1 })).toEqual([]);
  expect(findBreakpoints([at(1)], {})).toEqual([]);
  expect(findBreakpoints([], {})).toEqual([]);
});
