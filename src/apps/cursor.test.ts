import { expect, it } from 'vitest';
import { ConfigError } from '../index.ts';
import { readCursor, writeCursor } from './cursor.ts';

it('says where to go on, and begins without one', () => {
  expect(readCursor(writeCursor(8, ['a', undefined]), ['a', undefined])).toBe(8);
  expect(readCursor(undefined, ['a'])).toBe(0);
});

it('refuses what is none, and one of another call', () => {
  expect(() => readCursor('abc', 'a')).toThrow(ConfigError);
  expect(() => readCursor(writeCursor(8, 'a'), 'b')).toThrow(/another call/);
});
