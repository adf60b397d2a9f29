import { expect, it } from 'vitest';
import { FilterError } from '../errors.ts';
import { parseRegex } from './parse-regex.ts';

it.each([
  '^a+b*',
  '(?:foo|bar)+',
  '(a{2,3})+',
  '[(+)]+',
  '\\(a+\\)+',
  '(a+)b',
  '(?<year>\\d{4})-\\d{2}',
  '\\p{L}+',
])('takes %s', (source) => {
  expect(parseRegex(source, '$regex')).toBe(source);
});

it.each(['(a+)+', '(a*)*b', '((ab+)c)*', '(?:x+y){2,}', '(a+|b)+', '(', '\\p{Nope}', 'a'.repeat(1_001)])(
  'refuses %s',
  (source) => {
    expect(() => parseRegex(source, '$regex')).toThrow(FilterError);
  },
);
