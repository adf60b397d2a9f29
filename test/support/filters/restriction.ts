/** Random restrictions of searches over the whole filter language. */
import * as fc from 'fast-check';
import { anyValue, words } from './collection.ts';
import type { Filter, PageRegion, Restriction, WhereDocument } from './naive-filter.ts';

const fieldNames = `
  documentId collection sourcePath title creators subjects description dateCreated format type language chunkCount pageCount
  ingestedAt updatedAt version tags project supersededAt embeddingModel bytes
  chunkId sequence content pageNumbers sectionHeading headingPath kind level parentChunkId prevChunkId hierarchyPath
  embeddedAt totalChunks charEnd
  x y metadata.kind metadata.title with.dot metadata.$dollar quo'te constructor rects metadata absent 漢字 __proto__`;
const fields = fieldNames.trim().split(/\s+/);

const values = fc.oneof({ weight: 4, arbitrary: anyValue }, fc.constantFrom('text', 'd1', 'en', 'pdf', 3, 4));

const anyPattern = fc.oneof(
  fc.constantFrom(
    '%',
    '_',
    '%er',
    's%',
    '%a%',
    'd_',
    '____-05%',
    '%漢_',
    String.raw`\%`,
    '%#00_1',
    'te_t',
    '%.%',
  ),
  fc.string({ unit: fc.constantFrom('a', 'b', '1', '%', '_', '-', '\u0000', '\uffff'), maxLength: 4 }),
);

const operation: fc.Arbitrary<[string, unknown]> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), values) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('$in', '$nin'), fc.array(values, { maxLength: 4 })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('$contains'), fc.oneof(values, fc.constantFrom(...words))) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('$like'), anyPattern) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('$exists'), fc.boolean()) },
);

/** `fromEntries` makes `__proto__` a key like any other. */
const named = (entries: readonly (readonly [string, unknown])[]): Filter => Object.fromEntries(entries);

const condition = fc.oneof(
  values,
  fc.uniqueArray(operation, { minLength: 1, maxLength: 3, selector: ([name]) => name }).map(named),
  operation.map((one) => ({ $not: named([one]) })),
);

const { anyFilter } = fc.letrec<{ anyFilter: Filter }>((tie) => ({
  anyFilter: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...fields), condition), {
        minLength: 1,
        maxLength: 2,
        selector: ([name]) => name,
      })
      .map(named),
    fc.array(tie('anyFilter'), { minLength: 1, maxLength: 3 }).map(($and): Filter => ({ $and })),
    fc.array(tie('anyFilter'), { minLength: 1, maxLength: 3 }).map(($or): Filter => ({ $or })),
    tie('anyFilter').map(($not): Filter => ({ $not })),
  ),
}));

const shares = [0.0001, 0.01, 0.1, 1];

/** A stretch of chunks: 0.01 %, 1 %, 10 % or all of them. */
const stretchOf = (chunks: number): fc.Arbitrary<Filter> =>
  fc.tuple(fc.constantFrom(...shares), fc.double({ min: 0, max: 1, noNaN: true })).map(([share, place]) => {
    const length = Math.max(1, Math.round(share * chunks));
    const first = Math.round(place * (chunks - length));
    return length === 1 ? { number: first } : { number: { $gte: first, $lt: first + length } };
  });

const whereDocument: fc.Arbitrary<WhereDocument> = fc.oneof(
  fc.constantFrom(...words, 'er', '漢', '').map(($contains) => ({ $contains })),
  fc.constantFrom(...words, 'zzz').map(($notContains) => ({ $notContains })),
  fc
    .constantFrom('^s', String.raw`\bwal`, '漢字$', '[a-c]o+', '(otter|copper) ')
    .map(($regex) => ({ $regex })),
  fc.constant({ $contains: 'e', $notContains: 'silver', $regex: '.' }),
);

const corners = fc.uniqueArray(fc.integer({ min: 0, max: 10 }), { minLength: 2, maxLength: 2 });
const region: fc.Arbitrary<PageRegion> = fc
  .tuple(fc.integer({ min: 1, max: 3 }), corners, corners, fc.constantFrom(0.1, 10, 33))
  .map(([page, across, down, unit]) => {
    const [x0 = 0, x1 = 0] = across.toSorted((a, b) => a - b).map((value) => value * unit);
    const [y0 = 0, y1 = 0] = down.toSorted((a, b) => a - b).map((value) => value * unit);
    return { page, x0, y0, x1, y1 };
  });

/** Over a collection of so many chunks. */
export function anyRestriction(chunks: number): fc.Arbitrary<Restriction> {
  const stretch = stretchOf(chunks);
  const filter = fc.oneof(
    { weight: 3, arbitrary: anyFilter },
    { weight: 3, arbitrary: stretch },
    { weight: 2, arbitrary: fc.tuple(stretch, anyFilter).map(($and): Filter => ({ $and })) },
    { weight: 2, arbitrary: fc.tuple(stretch, anyFilter).map(($or): Filter => ({ $or })) },
    fc.constant({}),
  );
  return fc.record({
    filter: fc.option(filter, { nil: undefined, freq: 9 }),
    whereDocument: rarely(whereDocument),
    region: rarely(region),
  });
}

const rarely = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
