import { expect, it } from 'vitest';
import { asStoreError } from './engine-errors.ts';

const hintOf = (message: string, code = '42501') =>
  asStoreError(Object.assign(new Error(message), { code }), 'postgres://db/library').hint;

it('says which rights reading and changing need, apart from those that make a store', () => {
  expect(hintOf('permission denied for schema pincite')).toMatch(/GRANT USAGE .* GRANT SELECT .* INSERT/);
  expect(hintOf('permission denied for table documents')).toMatch(/GRANT USAGE/);
  expect(hintOf('permission denied to create extension "vector"')).toMatch(/CREATE EXTENSION/);
  expect(hintOf('permission denied for database library')).toMatch(/CREATE SCHEMA/);
});

it('is a mistake in the filter where the server does not take its pattern', () => {
  const thrown = Object.assign(new Error('invalid regular expression: too complex'), { code: '2201B' });
  expect(asStoreError(thrown, 'postgres://db/library')).toMatchObject({
    name: 'FilterError',
    message: expect.stringContaining('too complex'),
    cause: thrown,
  });
});

it.each([
  ['write EPIPE', 'EPIPE', /host and port/],
  ['Client has encountered a connection error and is not queryable', '', /host and port/],
  ['prepared statement "pincite 4 rank" does not exist', '26000', /prepare=false/],
  ['prepared statement "pincite 4 rank" already exists', '42P05', /prepare=false/],
])('hints at what to look at: %s', (message, code, hint) => {
  expect(hintOf(message, code)).toMatch(hint);
});
