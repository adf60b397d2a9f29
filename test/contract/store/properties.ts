import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../src/store/filter/fields.ts';
import { matchesFilter } from '../../../src/store/filter/match-filter.ts';
import { parseFilter } from '../../../src/store/filter/parse-filter.ts';
import type { DocumentRecord, Store } from '../../../src/store/store.ts';
import type { Metadata } from '../../../src/types.ts';
import { makeRecord, spec, unitVector } from './records.ts';
import { type StorePlace, timeout } from './bench.ts';

const name = spec.name;

/** Few enough that filters hit and miss; ISO dates written in several ways among them. */
const strings = fc.constantFrom(
  'a',
  'ab',
  'b',
  '',
  'é',
  '漢字',
  '😀',
  '\uffff',
  "'--",
  '2024-05-01',
  '2024-05-01T00:00:00Z',
  '2024-05-01T02:00:00+02:00',
  '2024-05-02',
  '2024-02-31',
  '2024',
);
const patterns = fc.constantFrom(
  '%',
  '_',
  'a%',
  '%b',
  '%漢_',
  '',
  '😀',
  '_\uffff',
  "'%",
  '2024%',
  '%T0_:%',
  String.raw`\%`,
);
const numbers = fc.constantFrom(-1, 0, 0.5, 1, 2, 3, 2024);
const values = fc.oneof(strings, numbers, fc.boolean());
const metadataValues = fc.oneof(values, fc.array(strings, { maxLength: 3 }));
const userKeys = ['x', 'y', 'kind', 'with.dot', '$dollar', "quo'te", 'constructor'];
const userMetadata: fc.Arbitrary<Metadata> = fc.dictionary(fc.constantFrom(...userKeys), metadataValues, {
  maxKeys: 4,
  noNullPrototype: true,
});

const documentFields = ['documentId', 'tags', 'dateCreated', 'version', 'creators', 'project', 'ingestedAt'];
const chunkFields = [
  'kind',
  'sequence',
  'pageNumbers',
  'headingPath',
  'parentChunkId',
  'sectionHeading',
  'content',
];
const userFields = [
  'x',
  'y',
  'metadata.kind',
  'with.dot',
  'metadata.$dollar',
  "quo'te",
  'constructor',
  'absent',
];

const records: fc.Arbitrary<DocumentRecord[]> = fc
  .array(
    fc.record({
      metadata: userMetadata,
      own: userMetadata,
      tags: fc.array(strings, { maxLength: 2 }),
      dateCreated: fc.option(strings, { nil: undefined }),
      heading: fc.option(strings, { nil: undefined }),
      pages: fc.array(fc.constantFrom(1, 2, 3), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((drafts) =>
    drafts.map((draft, index) =>
      makeRecord(['a', 'ab', 'b', '漢字', '2024'][index] ?? 'z', {
        text: ['ab 漢字', 'b'],
        document: {
          metadata: draft.metadata,
          tags: draft.tags,
          ...(draft.dateCreated !== undefined && { dateCreated: draft.dateCreated }),
        },
        chunk: (sequence) => ({
          metadata: sequence === 0 ? { ...draft.metadata, ...draft.own } : draft.metadata,
          pageNumbers: draft.pages,
          kind: sequence === 0 ? 'table' : 'text',
          ...(draft.heading !== undefined && { sectionHeading: draft.heading }),
          headingPath: draft.heading === undefined ? [] : [draft.heading, 'a'],
        }),
      }),
    ),
  );

function conditions(fields: readonly string[]): fc.Arbitrary<object> {
  const operator = fc.oneof(
    fc.record({
      operator: fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$contains'),
      value: values,
    }),
    fc.record({ operator: fc.constantFrom('$in', '$nin'), value: fc.array(values, { maxLength: 3 }) }),
    fc.record({ operator: fc.constant('$like'), value: patterns }),
    fc.record({ operator: fc.constant('$exists'), value: fc.boolean() }),
  );
  const range = fc
    .tuple(fc.constantFrom('$gt', '$gte'), values, fc.constantFrom('$lt', '$lte'), values)
    .map(([lower, from, upper, to]) => ({ [lower]: from, [upper]: to }));
  const condition = fc.oneof(
    { weight: 3, arbitrary: operator.map((one) => ({ [one.operator]: one.value })) },
    { weight: 1, arbitrary: range },
  );
  return fc
    .tuple(fc.constantFrom(...fields), condition, fc.boolean())
    .map(([field, plain, negated]) => ({ [field]: negated ? { $not: plain } : plain }));
}

function filters(fields: readonly string[]): fc.Arbitrary<object> {
  const { filter } = fc.letrec<{ filter: object }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      conditions(fields),
      fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((all) => ({ $and: all })),
      fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((any) => ({ $or: any })),
      tie('filter').map((inner) => ({ $not: inner })),
    ),
  }));
  return filter;
}

/** Over every field that the documents of `records` have. */
const chunkFilters = filters([...documentFields, ...chunkFields, ...userFields]);

async function withStore(
  makePlace: () => Promise<StorePlace>,
  check: (store: Store) => Promise<void>,
): Promise<void> {
  const place = await makePlace();
  const store = await place.open();
  try {
    await store.ensureCollection(spec);
    await check(store);
  } finally {
    await store.close();
    await place.remove();
  }
}

/**
 * What must hold for any documents, filters and histories; run over each adapter.
 * @param options.runs how many of them are tried; fewer where making a collection takes a while
 */
export function describeStoreProperties(
  adapter: string,
  makePlace: () => Promise<StorePlace>,
  { runs = 40 }: { readonly runs?: number } = {},
): void {
  describe(`${adapter}, any input`, { timeout }, () => {
    it('filters chunks as the naive evaluator does', async () => {
      const some = fc.array(chunkFilters, { minLength: 1, maxLength: 8 });
      const property = fc.asyncProperty(records, some, (documents, inputs) =>
        withStore(makePlace, async (store) => {
          await store.write(name, { put: documents });
          for (const input of inputs) {
            const filter = parseFilter(input);
            const scope = { collection: name, limit: 100, filter };
            const found = await store.searchVector(unitVector('any'), scope);
            const expected = documents.flatMap(({ document, chunks }) =>
              chunks
                .filter(({ chunk }) => filter && matchesFilter(filter, fieldsOf(document, chunk)))
                .map(({ chunk }) => chunk.chunkId),
            );
            expect(found.map((hit) => hit.chunkId).sort(), JSON.stringify(input)).toEqual(expected.sort());
          }
        }),
      );
      await fc.assert(property, { numRuns: runs });
    });

    it('filters documents as the naive evaluator does', async () => {
      const documentFilters = fc.array(filters([...documentFields, ...userFields]), {
        minLength: 1,
        maxLength: 8,
      });
      const property = fc.asyncProperty(records, documentFilters, (documents, inputs) =>
        withStore(makePlace, async (store) => {
          await store.write(name, { put: documents });
          for (const input of inputs) {
            const filter = parseFilter(input);
            const found = await store.documents(name, filter);
            const expected = documents
              .filter(({ document }) => filter && matchesFilter(filter, fieldsOf(document)))
              .map(({ document }) => document.documentId);
            expect(found.map((document) => document.documentId).sort(), JSON.stringify(input)).toEqual(
              expected.sort(),
            );
          }
        }),
      );
      await fc.assert(property, { numRuns: runs });
    });

    it('agrees with a model in memory after any sequence of changes', async () => {
      const ids = fc.constantFrom('a', 'b', 'c', 'd');
      const texts = fc.array(fc.constantFrom('silver tax', 'harbour', 'tax', 'north wind'), { maxLength: 3 });
      const steps = fc.array(
        fc.oneof(
          fc.record({
            remove: fc.array(ids, { maxLength: 2 }),
            put: fc.uniqueArray(fc.tuple(ids, texts), { maxLength: 2, selector: ([id]) => id }),
          }),
          fc.record({ documentIds: fc.array(ids, { maxLength: 2 }), color: fc.option(strings) }),
        ),
        { minLength: 1, maxLength: 8 },
      );
      const property = fc.asyncProperty(steps, (changes) =>
        withStore(makePlace, async (store) => {
          const model = new Map<string, { texts: readonly string[]; version: number; metadata: Metadata }>();
          for (const change of changes) {
            if ('put' in change) {
              const put = change.put.map(([id, text]) => makeRecord(id, { text }));
              await store.write(name, { remove: change.remove, put });
              const coming = new Set(change.put.map(([id]) => id));
              for (const id of change.remove) if (!coming.has(id)) model.delete(id);
              for (const [id, text] of change.put) {
                const version = (model.get(id)?.version ?? 0) + 1;
                model.set(id, { texts: text, version, metadata: {} });
              }
            } else {
              await store.updateMetadata(name, {
                target: { documentIds: change.documentIds },
                patch: { color: change.color },
              });
              for (const id of change.documentIds) {
                const metadata: Metadata = change.color === null ? {} : { color: change.color };
                const known = model.get(id);
                if (known) model.set(id, { ...known, metadata });
              }
            }
            await expectAgreement(store, model);
          }
        }),
      );
      await fc.assert(property, { numRuns: Math.min(runs, 100) });
    });
  });
}

type Model = ReadonlyMap<
  string,
  { readonly texts: readonly string[]; readonly version: number; readonly metadata: Metadata }
>;

async function expectAgreement(store: Store, model: Model): Promise<void> {
  const documents = await store.documents(name);
  expect(documents.map(({ documentId, version, metadata: own }) => [documentId, version, own])).toEqual(
    [...model].map(([id, known]) => [id, known.version, known.metadata]).sort(),
  );
  const chunkIds = [...model].flatMap(([id, known]) => known.texts.map((_, index) => `${id}#000${index}`));
  const scope = { collection: name, limit: 100 };
  const nearest = await store.searchVector(unitVector('any'), scope);
  expect(nearest.map((hit) => hit.chunkId).sort()).toEqual(chunkIds.sort());
  const withTax = [...model].flatMap(([id, known]) =>
    known.texts.flatMap((text, index) => (text.includes('tax') ? [`${id}#000${index}`] : [])),
  );
  const keyword = await store.searchKeyword('tax', scope);
  expect(keyword.hits.map((hit) => hit.chunkId).sort()).toEqual(withTax.sort());
  const colored = await store.documents(name, parseFilter({ color: { $exists: true } }));
  expect(colored.length).toBe([...model.values()].filter(({ metadata: own }) => 'color' in own).length);
  const [total] = await store.stats(name);
  expect(total).toMatchObject({ documents: model.size, chunks: chunkIds.length });
}
