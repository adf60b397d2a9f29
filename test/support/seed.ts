/**
 * Property tests draw the same cases in every run, so that a failure is the change's own. Other cases:
 * `PINCITE_TEST_SEED=random npm test`, or a number that a failure printed.
 */
import * as fc from 'fast-check';

const chosen = process.env['PINCITE_TEST_SEED'];
if (chosen !== 'random') fc.configureGlobal({ seed: Number(chosen ?? 20_261_120) });
