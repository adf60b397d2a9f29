/**
 * Regular expressions of `src` on texts that make expressions backtrack, as long as what they may meet. Where only short texts come to
 * one, a comment beside it says so: "at most 300 characters". `npm run soak -- patterns` has those of all folders.
 */
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { patternsBelow, slowTexts } from './support/patterns.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

it.each(['src/text', 'src/answer/generated'])(
  'take time that the length of the text bounds (%s)',
  (folder) => {
    const patterns = patternsBelow(root, folder);
    expect(patterns.length).toBeGreaterThan(20);
    expect(patterns.flatMap((pattern) => slowTexts(pattern))).toEqual([]);
  },
);

const make = (pattern: RegExp) => ({ pattern, place: 'src/load/x.ts:1', mostCharacters: undefined });

it('notices an expression that backtracks', () => {
  const mostMs = 100; // it would take many seconds, all of them waited out
  expect(slowTexts(make(/\s*,\s*$/), [' '], mostMs)).toHaveLength(1);
  expect(slowTexts({ ...make(/\s*,\s*$/), mostCharacters: 300 })).toEqual([]);
});
