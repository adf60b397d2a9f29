/**
 * Whether the time that a refused key takes tells how much of it was right: secrets that differ in their first character
 * and in their last one, in turns. `npm run bench -- keys`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyFolder } from '../src/apps/http/access/keys.ts';

const rounds = 20_000;
const folder = await mkdtemp(join(tmpdir(), 'pincite-keys-'));
const keys = new KeyFolder(folder);
const { secret } = await keys.add({ name: 'bench' });
const other = (character: string | undefined) => (character === 'A' ? 'B' : 'A');
const random = secret.indexOf('_', 'pincite_'.length) + 1;
const cases = {
  first: secret.slice(0, random) + other(secret[random]) + secret.slice(random + 1),
  last: secret.slice(0, -1) + other(secret.at(-1)),
};
const times: Record<keyof typeof cases, number[]> = { first: [], last: [] };
for (let round = 0; round < rounds; round++) {
  for (const name of round % 2 === 0 ? (['first', 'last'] as const) : (['last', 'first'] as const)) {
    const started = performance.now();
    if ((await keys.find(cases[name])) !== undefined) throw new Error('A wrong key was taken');
    times[name].push((performance.now() - started) * 1000);
  }
}
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const longer = times.last.filter((time, round) => time > times.first[round]!).length / rounds;
console.log(`wrong in the first character: ${median(times.first).toFixed(2)} µs in the median`);
console.log(`wrong in the last character:  ${median(times.last).toFixed(2)} µs`);
console.log(
  `the second took longer in ${(100 * longer).toFixed(1)} % of ${rounds} pairs (50 ± 0.7 by chance, 95 %)`,
);
await rm(folder, { recursive: true });
