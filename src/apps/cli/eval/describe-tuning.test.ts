import { describe, expect, it } from 'vitest';
import type { Tuning } from '../../../evaluate/index.ts';
import { describeTuning } from './describe-tuning.ts';

const tuning: Tuning = {
  metric: 'ndcg@10',
  queries: 40,
  baseline: 'default',
  best: 'vectorWeight 0.3',
  outcome: 'change',
  configurations: [
    { name: 'default', settings: {}, mean: 0.5 },
    { name: 'vectorWeight 0.3', settings: { fusion: { vectorWeight: 0.3 } }, mean: 0.75 },
  ],
  folds: [
    { chosen: 'default', queries: 20 },
    { chosen: 'vectorWeight 0.3', queries: 10 },
    { chosen: 'vectorWeight 0.3', queries: 10 },
  ],
  heldOut: {
    tuned: 0.7,
    baseline: 0.5,
    comparison: { difference: 0.2, interval: [0.1, 0.3], pValue: 0.0004, wins: 9, ties: 30, losses: 1 },
  },
};
const describeOf = (change: Partial<Tuning> = {}) =>
  describeTuning({ ...tuning, ...change }, { dataset: 'manuals' }).join('\n');

describe('describeTuning', () => {
  it('shows what was tried, what it is worth, and what to write', () => {
    expect(describeOf()).toBe(`manuals, 40 queries
weight            ndcg@10
default           0.5000   in force
vectorWeight 0.3  0.7500   best

3-fold cross-validation chose vectorWeight 0.3 (2 times), default.
ndcg@10 on queries held out from the choice: 0.7000; in force: 0.5000.
Difference +0.2000 (95 % +0.1000 … +0.3000), p < 0.001.

vectorWeight 0.3 is better. In pincite.config.yaml:
retrieval:
  vectorWeight: 0.3`);
  });

  it.each([
    ['tooFewQueries', /Keep what is in force: these are too few queries/],
    ['baselineIsBest', /Keep what is in force: nothing else is better/],
    ['notBeyondChance', /Keep what is in force: .*not better beyond chance/],
  ] as const)('gives nothing to write where the outcome is %s', (outcome, message) => {
    const text = describeOf({ outcome });
    expect(text).toMatch(message);
    expect(text).not.toMatch(/retrieval:/);
  });
});
