import { expect, test } from 'vitest';
import { calendarOf, calendarOfIntl, ownMonths } from './calendar.ts';
import { knownLanguages, wordsOf } from './words-of.ts';

const sorted = (lists: readonly (readonly string[])[]) => lists.map((names) => names.toSorted());

const named = knownLanguages.filter((language) => language !== 'ja');

test.each(named)('%s: the names written down are those that Intl gives', (language) => {
  expect(wordsOf(language).calendar).toBeDefined();
  const [ours, theirs] = [calendarOf(language), calendarOfIntl(language)];
  expect(sorted(ours.months)).toEqual(sorted(theirs.months));
  expect(sorted(ours.days)).toEqual(sorted(theirs.days));
});

test('Japanese months have numbers, which `Intl` gives as no names, and no day is a single character', () => {
  expect(calendarOfIntl('ja').months.flat()).toEqual([]);
  expect(calendarOf('ja').months[11]).toEqual(['12月']);
  expect(
    calendarOf('ja')
      .days.flat()
      .every((name) => name.length > 1),
  ).toBe(true);
});

test('a language without words here has its names too', () => {
  expect(calendarOf('sv').months[4]).toContain('maj');
  expect(calendarOf('sv').days[6]).toContain('söndag');
});

test.each([...knownLanguages, 'lt'])('%s: a numeral is no name of a month', (language) => {
  const names = calendarOf(language).months.flat();
  expect(names.filter((name) => /^\p{Nd}+$/u.test(name))).toEqual([]);
});

test('a region has its own names, and a country its own calendar', () => {
  expect(calendarOf('de-AT').months[0]).toContain('Jänner');
  expect(ownMonths('fa')).toContain('بهمن');
  expect(ownMonths('en')).toEqual([]);
});
