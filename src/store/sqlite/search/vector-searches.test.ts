import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeRecord, spec } from '../../../../test/contract/store/records.ts';
import { parseFilter } from '../../filter/parse-filter.ts';
import type { ScoredChunk } from '../../store.ts';
import { cosine, normOf } from './cosine.ts';
import { openSqliteStore } from '../sqlite-store.ts';

const numbers = fc.oneof(fc.constantFrom(0, 1, -1), fc.double({ min: -1, max: 1, noNaN: true }));
const shape = fc.array(numbers, { minLength: spec.dimensions, maxLength: spec.dimensions });
/** Few directions, so that many are equal or all but equal; of any length, and without one. */
const vectors = fc
  .tuple(shape, fc.constantFrom(0, 1e-30, 1, 1e30), fc.constantFrom(0, 1e-4))
  .map(([values, length, change]) =>
    Float32Array.from(values, (value, at) => length * (Math.round(value) + change * at)),
  );
const chunks = fc.array(fc.record({ vector: vectors, part: fc.integer({ min: 0, max: 4 }) }), {
  minLength: 1,
  maxLength: 40,
});
const conditions = fc.oneof(
  fc.constant({}),
  fc.integer({ min: 0, max: 5 }).map((part) => ({ part: { $lt: part } })),
  fc.integer({ min: 0, max: 5 }).map((part) => ({ $not: { part } })),
);

it('gives exact scores in exact order, whatever the vectors and the filter', async () => {
  const property = fc.asyncProperty(
    fc.record({
      drawn: chunks,
      query: vectors,
      limit: fc.integer({ min: 1, max: 12 }),
      condition: conditions,
    }),
    async ({ drawn, query, limit, condition }) => {
      const store = await openSqliteStore('sqlite::memory:');
      try {
        await store.ensureCollection(spec);
        const records = drawn.map(({ vector, part }, index) =>
          makeRecord(`${(index * 7) % 40}`, {
            text: ['Some text.'],
            document: { metadata: { part } },
            vector: () => vector,
          }),
        );
        await store.write(spec.name, { put: records });
        await store.searchVector(query, { collection: spec.name, limit });
        const gone = records.filter((_, index) => index % 5 === 3).map(({ document }) => document.documentId);
        await store.write(spec.name, { remove: gone });
        const filter = parseFilter(condition);
        const scope = { collection: spec.name, limit, ...(filter && { filter }) };
        const allowed = records.filter(
          ({ document }) =>
            !gone.includes(document.documentId) && allows(condition, document.metadata['part']),
        );
        const best = bruteForce(
          allowed.flatMap((record) => record.chunks),
          query,
        );
        expect(await store.searchVector(query, scope)).toEqual(best.slice(0, limit));
        const among = records.flatMap((record) => record.chunks).map(({ chunk }) => chunk.chunkId);
        const each = { ...scope, among, limit: among.length };
        expect(await store.searchVector(query, each)).toEqual(best);
        expect(await store.searchVector(query, { ...scope, among })).toEqual(best.slice(0, limit));
      } finally {
        await store.close();
      }
    },
  );
  await fc.assert(property, { numRuns: 100 });
});

const vectorOf = (at: number) =>
  Float32Array.from({ length: spec.dimensions }, (_, axis) => Math.sin(at + axis ** 2));

it('gives all chunks of a document of thousands, whose vectors are read in parts', async () => {
  const store = await openSqliteStore('sqlite::memory:');
  const text = Array.from({ length: 4500 }, (_, at) => `Part ${at}.`);
  const record = makeRecord('long', { text, vector: vectorOf });
  await store.ensureCollection(spec);
  await store.write(spec.name, { put: [record] });
  const query = vectorOf(77);
  const found = await store.searchVector(query, { collection: spec.name, limit: 10_000 });
  expect(found).toEqual(bruteForce(record.chunks, query));
  await store.close();
});

function allows(condition: object, part: unknown): boolean {
  if ('part' in condition) return Number(part) < (condition.part as { $lt: number }).$lt;
  return !('$not' in condition) || part !== (condition.$not as { part: number }).part;
}

function bruteForce(
  stored: readonly { readonly chunk: { readonly chunkId: string }; readonly vector: Float32Array }[],
  query: Float32Array,
): ScoredChunk[] {
  return stored
    .map(({ chunk, vector }) => ({ chunkId: chunk.chunkId, score: cosine(query, normOf(query), vector) }))
    .filter(({ score }) => !Number.isNaN(score))
    .sort((a, b) => b.score - a.score || (a.chunkId < b.chunkId ? -1 : 1));
}
