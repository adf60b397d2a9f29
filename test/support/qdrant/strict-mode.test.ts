import { beforeEach, describe, expect, it } from 'vitest';
import { Collection } from './collection.ts';
import { checkFilters, checkIndexCount, cloudRules } from './strict-mode.ts';

const has = (key: string, value: unknown) => ({ key, match: { value } });

describe('strict mode', () => {
  let collection: Collection;
  beforeEach(() => {
    collection = new Collection({ strict_mode_config: { ...cloudRules, max_payload_index_count: 2 } });
    collection.createIndex('city', 'keyword');
    collection.createIndex('count', 'integer');
  });
  const check = (condition: object) =>
    checkFilters(collection, { filter: { must: [condition] } }, 'unindexed_filtering_retrieve');

  it.each([
    ['the right index', has('city', 'Berlin')],
    ['ids', { has_id: [1] }],
    ['a match with nothing', { key: 'other', match: { any: [] } }],
  ])('lets filters with %s pass', (_, condition) => {
    expect(() => check(condition)).not.toThrow();
  });

  it.each([
    ['no index', has('other', 'x'), '"other" of one of the following types: [uuid, keyword]'],
    ['an index of another type', has('city', 1), '[integer]'],
    ['no index deep within', { must_not: [{ should: [has('other', true)] }] }, '[bool]'],
    ['no index in a range', { key: 'at', range: { gt: 1 } }, '[float, integer]'],
  ])('refuses filters with %s', (_, condition, message) => {
    expect(() => check(condition)).toThrow(message);
  });

  it('refuses an index too many', () => {
    expect(() => checkIndexCount(collection, 'city')).not.toThrow();
    expect(() => checkIndexCount(collection, 'other')).toThrow('maximum number of payload indices (2)');
  });
});
