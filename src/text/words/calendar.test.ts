import { expect, test } from 'vitest';
import { calendarOf, calendarOfIntl, ownMonths } from './calendar.ts';
import { knownLanguages, wordsOf } from './words-of.ts';

const sorted = (lists: readonly (readonly string[])[]) => lists.map((names) => names.toSorted());

test.each(knownLanguages)('%s: the names written down are those that Intl gives', (language) => {
  expect(wordsOf(language).calendar).toBeDefined();
  const [ours, theirs] = [calendarOf(language), calendarOfIntl(language)];
  expect(sorted(ours.months)).toEqual(sorted(theirs.months));
  expect(sorted(ours.days)).toEqual(sorted(theirs.days));
});

test('a language without words here has its names too', () => {
  expect(calendarOf('it').months[4]).toContain('maggio');
  expect(calendarOf('it').days[6]).toContain('domenica');
});

test.each([...knownLanguages, 'ja', 'lt'])('%s: a numeral is no name of a month', (language) => {
  const names = calendarOf(language).months.flat();
  expect(names.filter((name) => /^\p{Nd}+$/u.test(name))).toEqual([]);
});

test('a region has its own names, and a country its own calendar', () => {
  expect(calendarOf('de-AT').months[0]).toContain('Jänner');
  expect(ownMonths('fa')).toContain('بهمن');
  expect(ownMonths('en')).toEqual([]);
});
