import { describe, expect, it } from 'vitest';
import { hasOpenApi } from './openapi.ts';
import { Schemas } from './schema.ts';

describe.skipIf(!hasOpenApi)('Schemas (needs ../shared/data/qdrant)', () => {
  const schemas = hasOpenApi ? new Schemas() : undefined;
  const problem = (name: string, value: unknown) =>
    schemas!.problem({ $ref: `#/components/schemas/${name}` }, value);

  it.each([
    ['Filter', { must: [{ key: 'a', match: { value: 1 } }], should: null }],
    ['Filter', { must: { has_id: [1, 1, '5c56c793-69f3-4fbf-87e6-c4bf54c28c26'] } }],
    ['Filter', { must: [{ key: 'at', range: { gte: '2023-02-08' } }] }],
    [
      'PointsList',
      { points: [{ id: 1, vector: { a: [1, 2], b: { indices: [1], values: [2] } }, payload: { x: null } }] },
    ],
    ['QueryRequest', { query: [1, 2], using: 'a', limit: 3, with_payload: { include: ['a'] } }],
    ['CreateCollection', { vectors: {}, sparse_vectors: { terms: { modifier: 'idf' } } }],
  ])('takes a %s', (name, value) => {
    expect(problem(name, value)).toBeUndefined();
  });

  it.each([
    ['Filter', { must: [{ key: 'a', mtch: { value: 1 } }] }, 'unknown field `mtch`'],
    ['Filter', { musst: [] }, 'unknown field `musst`'],
    ['Filter', { must: [{ key: 'a', match: { value: 1.5 } }] }, 'integer'],
    ['Filter', { must: [{ has_id: ['document-1'] }] }, 'uuid'],
    ['Filter', { must: [{ key: 'at', range: { gte: 'yesterday' } }] }, 'date-time'],
    ['PointsList', { points: [{ id: 1, vector: [], payloads: {} }] }, 'unknown field `payloads`'],
    ['PointsList', { points: [{ id: -1, vector: [] }] }, '>= 0'],
    ['SparseVector', { indices: [2 ** 32], values: [1] }, '<= 4294967295'],
    ['QueryRequest', { vector: [1, 2] }, 'unknown field `vector`'],
    ['ScrollRequest', { limit: '3' }, 'integer'],
    ['CreateCollection', { vectors: { size: 4, distance: 'cosine' } }, 'allowed values'],
  ])('refuses the %s %j', (name, value, message) => {
    expect(problem(name, value)).toContain(message);
  });
});
