import { expect, test } from 'vitest';
import { calendarOf, calendarOfIntl } from './calendar.ts';
import { knownLanguages } from './words-of.ts';

const sorted = (lists: readonly (readonly string[])[]) => lists.map((names) => names.toSorted());

test.each(knownLanguages)('%s: the names written down are those that Intl gives', (language) => {
  const [ours, theirs] = [calendarOf(language), calendarOfIntl(language)];
  expect(sorted(ours.months)).toEqual(sorted(theirs.months));
  expect(sorted(ours.days)).toEqual(sorted(theirs.days));
});

test('a language without words here has its names too', () => {
  expect(calendarOf('it').months[4]).toContain('maggio');
  expect(calendarOf('it').days[6]).toContain('domenica');
});
