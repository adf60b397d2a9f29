import { expect, it } from 'vitest';
import { FilterError } from '../../errors.ts';
import { parseRegex } from './regex.ts';

it.each([
  '^a+b*',
  '(?:foo|bar)+',
  '(a+)+$',
  '(a|a)*$',
  '[(?=)]+',
  String.raw`\(\?=a+\)+`,
  String.raw`(?<year>\d{4})-\d{2}`,
  String.raw`\p{L}+\u0041\/`,
  '(?i)rent',
])('takes %s', (source) => {
  expect(parseRegex(source, '$regex')).toBe(source);
});

it.each([
  ['(', 0],
  ['ab[c', 2],
  [String.raw`\p{Nope}`, 0],
  ['x(?=y)', 1],
  ['(?<!x)y', 0],
  ['[(?=]x(?<=y)', 6],
  [String.raw`(a|b)\1`, 5],
  [String.raw`(?<n>a)\k<n>`, 7],
  ['a**', 1],
  ['a{1001}', undefined],
  ['(?:a{40}){40}', 4],
  [String.raw`\p{L}{0,1000}`.repeat(2), undefined],
  ['a'.repeat(1_001), undefined],
])('refuses %s, and says where', (source, at) => {
  expect(() => parseRegex(source, '$regex')).toThrow(
    expect.objectContaining({
      code: 'FILTER',
      hint: expect.stringMatching(/./),
      context: { position: '$regex', at },
    }),
  );
  expect(() => parseRegex(source, '$regex')).toThrow(FilterError);
});
