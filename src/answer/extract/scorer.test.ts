import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { featureAt, featureNames, type FeatureName } from './features.ts';
import { logOddsOf } from './scorer.ts';
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
