import { describe, expect, it } from 'vitest';
import type { Pair } from '../src/embed/contrastive/trainer.ts';
import { StaticTable } from '../src/embed/built-in/static-table.ts';
import { createRandom } from '../src/util/random.ts';
import { initialWeights } from './initial-weights.ts';
import { drawBatches, trainTable } from './train-table.ts';

const vocabularySize = 60;
const dimensions = 16;
const unused = 59;
const random = createRandom(3);
const oneOf = (first: number, count: number) => first + Math.floor(random() * count);
/** Topic `t` is asked for by tokens 5t…5t+4 and spoken of by 30+5t…34+5t, so that the two never share a word. */
const pairs: Pair[] = Array.from({ length: 240 }, (_, index) => {
  const topic = index % 5;
  return {
    query: [[oneOf(5 * topic, 5), oneOf(5 * topic, 5)]],
    passage: [[oneOf(30 + 5 * topic, 5), oneOf(30 + 5 * topic, 5), oneOf(55, 4)]],
    group: index % 5,
  };
});
const sign = () => (random() < 0.5 ? 0.03 : -0.03);
const start = Float32Array.from({ length: vocabularySize * dimensions }, sign);
const settings = { start, dimensions, passes: 400 };
const passageOf = (...tokens: number[]): Pair => ({ query: [[9]], passage: [tokens], group: -1 });
const sourceOf = (group: number, length: number): Pair[] =>
  Array.from({ length }, () => ({ query: [[1]], passage: [[2]], group }));
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, index) => sum + value * b[index]!, 0);

describe('trainTable', () => {
  const losses: number[] = [];
  const parts = trainTable([pairs], { ...settings, seed: 1, onPass: (_, loss) => losses.push(loss) });
  const table = new StaticTable(parts);

  it('learns which tokens belong together though they never meet in a text', () => {
    for (const topic of [0, 1, 2, 3, 4]) {
      const query = table.embed([5 * topic]);
      const own = dot(query, table.embed([30 + 5 * topic]));
      const other = dot(query, table.embed([30 + 5 * ((topic + 1) % 5)]));
      expect(own).toBeGreaterThan(other + 0.5);
    }
  });

  it('tells the falling loss after each pass', () => {
    expect(losses).toHaveLength(settings.passes);
    expect(losses.at(-1)).toBeLessThan(losses[0]! / 2);
  });

  it('gives the same table for the same pairs and seed, another one for another seed', () => {
    expect(trainTable([pairs], { ...settings, seed: 1 })).toEqual(parts);
    expect(trainTable([pairs], { ...settings, seed: 2 }).bytes).not.toEqual(parts.bytes);
  });

  it('gives a token that no text has no vector', () => {
    expect(parts.scales[unused]).toBe(0);
    expect(parts.scales[0]).toBeGreaterThan(0);
  });
});

describe('drawBatches', () => {
  it('fills batches with pairs of one source', () => {
    const batches = drawBatches([sourceOf(0, 1100), sourceOf(1, 600)], createRandom(1));
    for (const batch of batches) expect(new Set(batch.map(({ group }) => group)).size).toBe(1);
    expect(batches.map(({ length }) => length).sort((a, b) => a - b)).toEqual([76, 88, 512, 512, 512]);
  });

  it('leaves out a rest that has too few negatives', () => {
    expect(drawBatches([sourceOf(0, 512 + 31), sourceOf(1, 31)], createRandom(1))).toHaveLength(1);
  });
});

describe('initialWeights', () => {
  it('weights tokens by how few passages have them', () => {
    const weights = initialWeights([[passageOf(1, 2), passageOf(1, 3), passageOf(1)]], 12);
    expect(weights[1]).toBeCloseTo(Math.log(1 + 0.5 / 3.5), 6);
    expect(weights[2]).toBeCloseTo(Math.log(1 + 2.5 / 1.5), 6);
    expect(weights[9]).toBe(weights[2]);
    expect(weights[11]).toBe(0);
  });
});
