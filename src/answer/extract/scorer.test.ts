import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { featureAt, featureNames, type FeatureName } from './features.ts';
import { builtInScorer, logOddsOf, marginsOf } from './scorer.ts';
import weights from './weights.json' with { type: 'json' };

it('was trained on the features that are measured', () => {
  expect(weights.features).toEqual([...featureNames]);
});

const logOdds = logOddsOf(weights);

const features = fc
  .array(fc.double({ min: -1, max: 4, noNaN: true }), {
    minLength: featureNames.length,
    maxLength: featureNames.length,
  })
  .map((values) => Float64Array.from(values));

it.each<[FeatureName, 1 | -1]>([
  ['own', 1],
  ['ownGap', 1],
  ['yearHere', 1],
  ['missingNames', -1],
  ['yearMissing', -1],
  ['former', -1],
])('weighs more of %s in one direction alone: %i', (name, direction) => {
  fc.assert(
    fc.property(features, fc.double({ min: 0, max: 2, noNaN: true }), (values, more) => {
      const changed = Float64Array.from(values);
      changed[featureAt(name)]! += direction * more;
      expect(logOdds(changed)).toBeGreaterThanOrEqual(logOdds(values) - 1e-9);
    }),
  );
});

it('finds none more probable than a better one, and each less probable where more are nearly as good', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(features, { maxLength: 60 }), async (all) => {
      const units = all.map((each, at) => ({
        text: `${at}x`,
        documentKey: 'a',
        context: [],
        features: each,
      }));
      const probabilities = await builtInScorer.score('', units);
      const order = [...all.keys()].sort((a, b) => logOdds(all[b]!) - logOdds(all[a]!));
      for (const [rank, index] of order.entries()) {
        if (rank > 0) expect(probabilities[index]).toBeLessThanOrEqual(probabilities[order[rank - 1]!]!);
      }
    }),
  );
  const [first, second] = ['The fee is due.', 'The rent is due.'].map((text) => ({
    text,
    documentKey: 'a',
    context: [],
  }));
  expect(marginsOf([1, 0.9], [first!, second!])[0]).toBeLessThan(marginsOf([1], [first!])[0]!);
});

it('is not made unsure by what says the same of another document in other numbers', async () => {
  const [better, worse] = [0.9, 0.8].map((own) => {
    const values = new Float64Array(featureNames.length);
    values[featureAt('own')] = own;
    return values;
  }) as [Float64Array, Float64Array];
  const first = { text: 'The notice is 90 days.', documentKey: 'a', context: [], features: better };
  const twin = { ...first, text: 'The notice is 150 days.', documentKey: 'b', features: worse };
  const [alone] = await builtInScorer.score('', [first]);
  expect((await builtInScorer.score('', [first, twin]))[0]).toBe(alone);
  expect((await builtInScorer.score('', [twin, first]))[1]).toBe(alone);
  expect((await builtInScorer.score('', [first, { ...twin, documentKey: 'a' }]))[0]).toBeLessThan(alone!);
});

it('is not made unsure by the same words at another place of its document', () => {
  const unit = { text: 'The notice is 90 days.', documentKey: 'a', context: [] };
  expect(marginsOf([1, 0.9], [unit, { ...unit }])[0]).toBe(marginsOf([1], [unit])[0]);
  const row = {
    text: '| Day pass | 12 | 6 |',
    documentKey: 'a',
    context: ['Museum', '| Pass | Adults | Children |'],
  };
  expect(marginsOf([1, 0.9], [row, { ...row }])[0]).toBe(marginsOf([1], [row])[0]);
  expect(
    marginsOf([1, 0.9], [row, { ...row, context: ['Zoo', '| Pass | Members | Guests |'] }])[0],
  ).toBeLessThan(marginsOf([1], [row])[0]!);
});

it('is made surer by rows of other tables with the same figure for the year, and unsure by one with another', () => {
  const unit = { text: '| Revenue | 17,606 | 15,785 |', documentKey: 'a', context: ['| | 2022 | 2021 |'] };
  const longer = { ...unit, text: '| Total revenue | 15,785 | 17,606 |', context: ['| | 2021 | 2022 |'] };
  const ofFirst = (...units: object[]): number =>
    marginsOf([1, 0.9].slice(0, units.length), units as (typeof unit)[])[0]!;
  const figure = '17,606';
  expect(ofFirst({ ...unit, figure }, { ...longer, figure })).toBeCloseTo(
    Math.log(Math.exp(1) + Math.exp(0.9)),
  );
  expect(ofFirst({ ...unit, figure }, { ...longer, figure, documentKey: 'b' })).toBe(ofFirst(unit));
  expect(ofFirst({ ...unit, figure }, { ...longer, figure: '15,785' })).toBeLessThan(ofFirst(unit));
});

it('prefers the figure of two tables to a better row with another one', () => {
  const figures = ['2,148', '2,371', '2,371'];
  const units = figures.map((figure, at) => ({
    text: `| Net income | ${figure} |`,
    documentKey: 'a',
    context: [`Table ${at}`],
    figure,
  }));
  const [other, twice] = marginsOf([1, 0.9, 0.8], units);
  expect(twice).toBeGreaterThan(other!);
});
