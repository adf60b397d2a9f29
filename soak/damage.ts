/**
 * `npm run soak -- damage [--seed N] [--trials N]`: databases with flipped bits and bytes and zeroed pages, and with text
 * that is no UTF-8 in each column, are asked for everything, checked, backed up, written, vacuumed and emptied: no process
 * is aborted, every error is one of ours, and no text is other than it was.
 */
import { parseArgs } from 'node:util';
import { inDamageProcess } from '../test/fault/damage-process.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    trials: { type: 'string', default: '300' },
  },
});
const started = performance.now();
const [seed, trials] = [Number(values.seed), Number(values.trials)];
console.log('each column', await inDamageProcess('damageEachColumn()'));
console.log('at random', await inDamageProcess(`damageAtRandom(${seed}, ${trials})`));
console.log(
  `No abort and no wrong text (seed ${seed}, ${((performance.now() - started) / 1000).toFixed(0)} s).`,
);
