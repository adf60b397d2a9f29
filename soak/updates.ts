/**
 * `npm run soak -- updates [--seed N] [--runs N]`: random sequences of updates over the public library beside a reference
 * in memory. A failure prints the shortest sequence that shows it, and the seed.
 */
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { openBuiltInEmbedder } from '../src/embed/built-in/built-in.ts';
import { checkUpdates } from '../test/support/updates/check-updates.ts';
import { operations } from '../test/support/updates/operations.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    runs: { type: 'string', default: '10000' },
  },
});
const [seed, numRuns] = [Number(values.seed), Number(values.runs)];
const embedder = await openBuiltInEmbedder();
const started = performance.now();
await fc.assert(
  fc.asyncProperty(operations, (sequence) => checkUpdates(sequence, embedder)),
  { seed, numRuns },
);
const seconds = (performance.now() - started) / 1000;
console.log(`${numRuns} sequences agree with the reference (seed ${seed}, ${seconds.toFixed(0)} s).`);
