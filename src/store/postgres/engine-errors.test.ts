import { expect, it } from 'vitest';
import { asStoreError } from './engine-errors.ts';

const hintOf = (message: string) =>
  asStoreError(Object.assign(new Error(message), { code: '42501' }), 'postgres://db/library').hint;

it('says which rights reading and changing need, apart from those that make a store', () => {
  expect(hintOf('permission denied for schema pincite')).toMatch(/GRANT USAGE .* GRANT SELECT .* INSERT/);
  expect(hintOf('permission denied for table documents')).toMatch(/GRANT USAGE/);
  expect(hintOf('permission denied to create extension "vector"')).toMatch(/CREATE EXTENSION/);
  expect(hintOf('permission denied for database library')).toMatch(/CREATE SCHEMA/);
});
