import { expect, it } from 'vitest';
import { Database } from './database.ts';
import { operations } from './operations.ts';
import { cloudRules } from './strict-mode.ts';

it('refuses a change by a filter without an index in strict mode', () => {
  const database = new Database({ defaults: { strict_mode_config: cloudRules } });
  const call = (operation: string, body: object) =>
    operations[operation]!({ database, variables: { collection_name: 'a' }, wait: true, body });
  const filter = { must: { key: 'city', match: { value: 'Berlin' } } };
  call('create_collection', {});
  for (const operation of ['delete_points', 'set_payload', 'count_points', 'scroll_points'])
    expect(() => call(operation, { filter, payload: {} })).toThrow('Index required');
  expect(() => call('upsert_points', { points: [], update_filter: filter })).toThrow('Index required');
  call('create_field_index', { field_name: 'city', field_schema: 'keyword' });
  expect(call('delete_points', { filter })).toMatchObject({ status: 'completed' });
  expect(call('count_points', { filter })).toEqual({ count: 0 });
});
