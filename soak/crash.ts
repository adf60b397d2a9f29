/**
 * `npm run soak -- crash [--seed N] [--kills N]`: a process that adds, replaces, deletes, re-embeds and vacuums is killed
 * at random instants; each time what it acknowledged is there, whole, and found as in a fresh rebuild.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom } from '../test/support/seeded-random.ts';
import { crashOnce } from '../test/fault/crash-cycle.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    kills: { type: 'string', default: '500' },
  },
});
const random = seededRandom(Number(values.seed));
const folder = await mkdtemp(path.join(tmpdir(), 'pincite-crash-'));
const started = performance.now();
let next = 1;
for (let kill = 1; kill <= Number(values.kills); kill += 1) {
  next = await crashOnce(folder, next, random);
  if (kill % 50 === 0) console.log(`${kill} kills, ${next - 1} changes`);
}
await rm(folder, { recursive: true });
const seconds = (performance.now() - started) / 1000;
console.log(`${values.kills} kills, nothing lost (seed ${values.seed}, ${seconds.toFixed(0)} s).`);
