import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { likeTest, parseLike } from './like-pattern.ts';

it.each([
  ['%', ''],
  ['', ''],
  ['Acme%', 'Acme GmbH'],
  ['%GmbH', 'Acme GmbH'],
  ['%me%', 'Acme GmbH'],
  ['A_me', 'Acme'],
  ['_', '😀'],
  [String.raw`100\%`, '100%'],
  [String.raw`a\_b\\`, 'a_b\\'],
  ['a%b%c', 'a\nxbyybc'],
])('%j is the pattern of %j', (pattern, text) => {
  expect(likeTest(pattern)(text)).toBe(true);
});

it.each([
  ['', 'a'],
  ['acme%', 'Acme'],
  ['_', ''],
  ['_', 'ab'],
  [String.raw`100\%`, '1000'],
  [String.raw`a\_b`, 'axb'],
  ['a%b%c', 'acb'],
])('%j is not the pattern of %j', (pattern, text) => {
  expect(likeTest(pattern)(text)).toBe(false);
});

it('agrees with a regular expression', () => {
  const patterns = fc.string({ unit: fc.constantFrom('a', 'b', '%', '_'), maxLength: 8 });
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '😀'), maxLength: 8 });
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const source = pattern.replaceAll('%', '.*').replaceAll('_', '.');
      expect(likeTest(pattern)(text)).toBe(new RegExp(`^${source}$`, 'su').test(text));
    }),
    { numRuns: 1_000 },
  );
});

it('has neighbouring wildcards as the fewest that mean the same', () => {
  expect(parseLike('%'.repeat(1000))).toEqual([{ kind: 'any' }]);
  expect(parseLike('%_%%_')).toEqual([{ kind: 'one' }, { kind: 'one' }, { kind: 'any' }]);
});

it('takes a time that the lengths bound', () => {
  const started = performance.now();
  expect(likeTest('%a'.repeat(200))('a'.repeat(199) + 'b'.repeat(20_000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(5_000);
});
