import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { added, restricted, type Scores } from './scores.ts';

const drawn = fc.dictionary(fc.nat({ max: 30 }).map(String), fc.integer({ min: 1, max: 9 }));

function scoresOf(byChunk: Readonly<Record<string, number>>): Scores {
  const chunks = Float64Array.from(Object.keys(byChunk), Number).sort();
  return { chunks, scores: Float64Array.from(chunks, (chunk) => byChunk[chunk]!) };
}

const listed = ({ chunks, scores }: Scores) => [...chunks].map((chunk, place) => [chunk, scores[place]]);

it('adds up by chunk, and keeps those of some chunks', () => {
  const property = fc.property(drawn, drawn, (one, other) => {
    const sums = Object.fromEntries(
      Object.keys({ ...one, ...other }).map((chunk) => [chunk, (one[chunk] ?? 0) + (other[chunk] ?? 0)]),
    );
    expect(listed(added(scoresOf(one), scoresOf(other)))).toEqual(listed(scoresOf(sums)));
    const common = Object.fromEntries(Object.entries(one).filter(([chunk]) => chunk in other));
    expect(listed(restricted(scoresOf(one), scoresOf(other).chunks))).toEqual(listed(scoresOf(common)));
  });
  fc.assert(property);
});
