/**
 * `npm run soak -- filters [--seed N] [--cases N] [--first N]`: random searches with filters over random collections, of which
 * one in a hundred has 10,000 chunks, beside an evaluator that looks at every chunk. A failure prints its collection and case.
 */
import { parseArgs } from 'node:util';
import { checkCollection } from '../test/support/filters/check-collection.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 2 ** 20) },
    cases: { type: 'string', default: '100000' },
    first: { type: 'string', default: '0' },
  },
});
const [seed, cases, first] = [Number(values.seed), Number(values.cases), Number(values.first)];
const casesPerCollection = 200;
const collections = Math.ceil(cases / casesPerCollection);
const started = performance.now();
const shares = new Map<string, number>();
let failures = 0;

/** How much of a collection matches. */
function nameOfShare(share: number): string {
  const [name] = [...limits].find(([, limit]) => share <= limit)!;
  return name;
}
const limits = new Map([
  ['none', 0],
  ['up to 0.01 %', 0.0001],
  ['up to 1 %', 0.01],
  ['up to 10 %', 0.1],
  ['up to 99 %', 0.99],
  ['more', Infinity],
]);

for (let number = first; number < first + collections; number += 1) {
  const documents = number % 100 === 0 ? 2600 : 20 + (number % 60);
  const results = await checkCollection({ seed, number, documents, cases: casesPerCollection });
  for (const { share, problem, description } of results) {
    shares.set(nameOfShare(share), (shares.get(nameOfShare(share)) ?? 0) + 1);
    if (problem === undefined) continue;
    failures += 1;
    console.log(`collection ${number}: ${description}\n  ${problem}`);
  }
  if ((number - first + 1) % 50 === 0) console.log(`${number - first + 1} collections, ${failures} failures`);
}
const seconds = (performance.now() - started) / 1000;
for (const name of limits.keys()) console.log(`${name} of the chunks match: ${shares.get(name) ?? 0} cases`);
console.log(
  `${collections * casesPerCollection} cases, ${failures} failures (seed ${seed}, ${seconds.toFixed(0)} s).`,
);
if (failures > 0) process.exitCode = 1;
