import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnection, readTransaction } from '../database/connection.ts';
import type { SqlDatabase } from '../database/driver.ts';
import { Bench, bruteForce } from './bench.testing.ts';
import { advanceMerges } from './segments/merge.ts';

let database: SqlDatabase;
beforeAll(async () => {
  database = await openConnection('sqlite::memory:');
});
afterAll(() => database.close());

const words = [
  'silver',
  'tax',
  'harbour',
  'north',
  'wind',
  '東京',
  "l'été",
  '4.2',
  'Straße',
  '😀',
  'x_y',
  'İstanbul',
];
/** The first words are drawn most often. */
const word = fc.nat({ max: 99 }).map((number) => words[Math.floor(12 * (number / 100) ** 2)] as string);
const wording = fc.array(word, { maxLength: 12 }).map((chosen) => chosen.join(' '));
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ add: fc.array(wording, { minLength: 1, maxLength: 6 }) }) },
    { weight: 3, arbitrary: fc.record({ remove: fc.array(fc.nat(), { minLength: 1, maxLength: 5 }) }) },
    { weight: 3, arbitrary: fc.record({ merge: fc.integer({ min: 1, max: 60 }) }) },
    {
      weight: 3,
      arbitrary: fc.record({ query: wording, limit: fc.nat({ max: 8 }), every: fc.constantFrom(1, 1, 2, 5) }),
    },
  ),
  { minLength: 5, maxLength: 60 },
);

it('finds what BM25 over the chunks that there are finds, to the last bit, after any changes and merges', () => {
  const property = fc.property(steps, (sequence) => {
    const bench = new Bench(database);
    for (const step of [...sequence, { query: words.join(' '), limit: 5, every: 1 }]) {
      if ('add' in step) bench.add(step.add);
      else if ('remove' in step) for (const place of step.remove) bench.remove(place);
      else if ('merge' in step) advanceMerges(database, bench.scope, { budget: step.merge, time: 'writing' });
      else {
        const ids = [...bench.live.keys()].filter((id) => id % step.every === 0);
        const request = { limit: step.limit, ...(step.every > 1 && { ids }) };
        expect(bench.find(step.query, request)).toEqual(bruteForce(bench.live, step.query, request));
      }
    }
  });
  fc.assert(property, { numRuns: 150 });
});

/** Words whose frequency falls with their rank: lists of many blocks, and of one posting. */
function zipfTexts(count: number): string[] {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
  const lengthOf = () => 1 + Math.floor(60 * random() ** 3);
  return Array.from({ length: count }, () =>
    Array.from({ length: lengthOf() }, () => `w${Math.floor(3000 ** random())}x`).join(' '),
  );
}

it('passes over blocks that cannot win, and over nothing else, also when chunks have gone', () => {
  const bench = new Bench(database);
  const texts = zipfTexts(6000);
  for (let start = 0; start < texts.length; start += 250) bench.add(texts.slice(start, start + 250));
  const queries = [
    'w1x',
    'w1x w2x w3x',
    'w1x w40x w900x',
    'w2x w2x w7x w11x w30x w100x w2000x',
    'w1500x w2999x',
  ];
  const agree = () => {
    for (const query of queries) {
      for (const every of [1, 10, 100]) {
        const ids = [...bench.live.keys()].filter((id) => id % every === 0);
        for (const limit of [1, 20]) {
          const request = { limit, ...(every > 1 && { ids }) };
          expect(bench.find(query, request), query).toEqual(bruteForce(bench.live, query, request));
        }
      }
    }
  };
  agree();
  while (advanceMerges(database, bench.scope, { budget: 5000, time: 'quiet' }));
  expect(bench.find('w1x', { limit: 1 }).hits).toHaveLength(1);
  expect(bench.index.segments.length).toBeLessThan(8);
  agree();
  for (let place = 0; place < 900; place += 1) bench.remove(place * 7);
  agree();
  while (advanceMerges(database, bench.scope, { budget: 5000, time: 'quiet' }));
  agree();
});

it('keeps few segments however small the writes, and behind a large merge too', () => {
  const bench = new Bench(database);
  const texts = zipfTexts(5000);
  for (let start = 0; start < 4000; start += 500) bench.add(texts.slice(start, start + 500));
  let most = 0;
  for (const text of texts.slice(4000)) {
    bench.add([text]);
    advanceMerges(database, bench.scope, { budget: 500, time: 'writing' });
    readTransaction(database, () => bench.index.catchUp(database));
    most = Math.max(most, bench.index.segments.length);
  }
  expect(most).toBeLessThan(50);
  expect(bench.find('w1x w5x', { limit: 9 })).toEqual(bruteForce(bench.live, 'w1x w5x', { limit: 9 }));
  while (advanceMerges(database, bench.scope, { budget: 500, time: 'quiet' }));
  const unfinished = database
    .prepare("SELECT count(*) AS count FROM keyword_segments WHERE collection_id = ? AND state <> 'live'")
    .get<{ count: number }>([bench.collectionId]);
  expect(unfinished?.count).toBe(0);
  expect(bench.find('w1x w5x', { limit: 9 })).toEqual(bruteForce(bench.live, 'w1x w5x', { limit: 9 }));
});
