import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { FilterError } from '../../errors.ts';
import { MatchingTime } from './matching-time.ts';
import { parseWhereDocument } from './parse-constraint.ts';
import { matchingTexts } from './regex.ts';

const millisecondsOf = (work: () => unknown): number => {
  const started = performance.now();
  work();
  return performance.now() - started;
};

it('keeps the items whose text matches every expression', () => {
  const items = Array.from({ length: 1_203 }, (_, index) => index);
  const found = matchingTexts(items, { regex: ['7$', '^1'] }, (item) => String(item));
  expect(found).toEqual(items.filter((item) => /^1(.*)7$/.test(String(item))));
});

it.each([
  '(a|a)*$',
  '(a+)+$',
  '^(?:a|aa)*b$',
  '(?:a*)*c',
  '(a|b)*a(a|b){20}c',
  '(?:.*a){40}x',
  '[^x]*[^y]*z$',
])('matches %s in time that the text bounds', (source) => {
  const text = `${'a'.repeat(100_000)}!`;
  expect(millisecondsOf(() => matchingTexts([0], { regex: [source] }, () => text))).toBeLessThan(1_000);
});

const letter = fc.constantFrom('a', 'b', 'é', '漢', '😀', ' ', '1', '\n');
const atom = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'é',
    '漢',
    '😀',
    '.',
    '[ab]',
    '[^a]',
    String.raw`\d`,
    String.raw`\w`,
    String.raw`\b`,
  ),
  fc.constantFrom(String.raw`\p{L}`, String.raw`\u{1F600}`, '(?:a|b)', '(a|ab)', '^', '$', '[é-漢]'),
);
const repeated = fc
  .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '*?'))
  .map(([part, times]) => (['^', '$', String.raw`\b`].includes(part) ? part : part + times));
const sequence = fc.array(repeated, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''));
const expression = fc.array(sequence, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|'));

it('agrees with the expressions of JavaScript on what both have', () => {
  fc.assert(
    fc.property(expression, fc.array(letter, { maxLength: 12 }), (source, letters) => {
      const text = letters.join('');
      const found = matchingTexts([text], parseWhereDocument({ $regex: source })!, String);
      expect(found.length === 1).toBe(new RegExp(source, 'u').test(text));
    }),
    { numRuns: 250 },
  );
});

it('shares its time among all searches of a request, and asks no text once it is up', () => {
  const constraint = { regex: [String.raw`(?:\p{L}{1,100}x){9}$`], matchingTime: new MatchingTime(20) };
  const text = 'xa'.repeat(2_000_000);
  const search = () => matchingTexts(Array.from({ length: 20 }), constraint, () => text);
  expect(millisecondsOf(() => expect(search).toThrow(FilterError))).toBeLessThan(1_500);
  const asked: number[] = [];
  const next = () => matchingTexts([1], constraint, (item) => (asked.push(item), text));
  expect(next).toThrow(/longer than 0.02 s over all texts/);
  expect(asked).toEqual([]);
});

const slowRead = () => {
  for (const until = performance.now() + 80; performance.now() < until;);
  return 'x';
};

it('does not count the time of reading texts', () => {
  const constraint = { regex: ['x'], matchingTime: new MatchingTime(150) };
  expect(matchingTexts([1, 2, 3], constraint, slowRead)).toEqual([1, 2, 3]);
});
