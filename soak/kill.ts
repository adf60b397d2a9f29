/**
 * `npm run soak -- kill [--seed N] [--kills N]`: processes that add, replace, delete, re-embed, vacuum, back up and restore are
 * killed at random instants; each time what was acknowledged is there, whole, and found as in a fresh rebuild, and what was left
 * over is named by the check and gone after a vacuum.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../test/support/seeded-random.ts';
import { killOnce, newKilledStore } from '../test/fault/kill-cycle.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    kills: { type: 'string', default: '300' },
  },
});
const random = seededRandom(Number(values.seed));
const root = await mkdtemp(path.join(tmpdir(), 'pincite-kill-'));
const known = newKilledStore(root);
const started = performance.now();
for (let kill = 1; kill <= Number(values.kills); kill += 1) {
  await killOnce(known, random);
  if (kill % 50 === 0) console.log(`${kill} kills`, known.kills, known.leftovers);
}
await rm(root, { recursive: true });
const seconds = (performance.now() - started) / 1000;
console.log(known.kills, known.leftovers);
console.log(`${values.kills} kills, nothing lost (seed ${values.seed}, ${seconds.toFixed(0)} s).`);
