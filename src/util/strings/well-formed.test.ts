import { array, assert, constantFrom, property, record, string } from 'fast-check';
import { expect, it } from 'vitest';
import { wellFormed } from './well-formed.ts';

it('replaces lone surrogates in every text of a value, and nothing else', () => {
  const value = {
    text: 'a\uD83D b',
    names: ['\uDE00', 'whole 😀'],
    deep: [{ at: 3, none: undefined, is: true }],
  };
  expect(wellFormed(value)).toEqual({
    text: 'a\uFFFD b',
    names: ['\uFFFD', 'whole 😀'],
    deep: [{ at: 3, none: undefined, is: true }],
  });
});

it('replaces lone surrogates in names of fields', () => {
  const given = { 'a\uD83D': 1, deep: { '\uDE00': ['b'] }, '😀': 2 };
  expect(wellFormed(given)).toEqual({ 'a\uFFFD': 1, deep: { '\uFFFD': ['b'] }, '😀': 2 });
});

it('keeps the length of every text, and the value itself where it is well-formed', () => {
  const units = string({ unit: constantFrom('a', '\uD83D', '\uDE00', '😀') });
  assert(
    property(array(record({ text: units })), (value) => {
      const made = wellFormed(value);
      expect(made.map(({ text }) => text.length)).toEqual(value.map(({ text }) => text.length));
      expect(made.every(({ text }) => !/\p{Surrogate}/u.test(text))).toBe(true);
      expect(wellFormed(made)).toBe(made);
    }),
  );
});
