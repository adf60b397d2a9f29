import { describe, expect, it } from 'vitest';
import { documentDate } from './document-date.ts';

const stamp = '2020-09-01T10:00:00Z';
const dateOf = (text: string) => documentDate({ text, pages: [] }, stamp);

describe('documentDate', () => {
  it.each([
    ['5 March 2020', '2020-03-05'],
    ['Thursday, March 5, 2020', '2020-03-05'],
    ['(Rev. December 2010)', '2010-12'],
    ['Dated 5 March 2020', '2020-03-05'],
    ['Date: 2020-03-05', '2020-03-05'],
  ])('is the date on a line of its own of the first page: %s', (line, expected) => {
    expect(dateOf(`On tides\n\n${line}\n\nThe tide rises.`)).toBe(expected);
  });

  it('is that of the file where it only says more', () => {
    expect(dateOf('On tides\n\nSeptember 2020')).toBe(stamp);
  });

  it.each([
    ['the end of a period', 'For the year ended December 31, 2019'],
    ['the end of a period on the next line', 'For the year ended\n\nDecember 31, 2019'],
    ['days to come', '5 March 2031, 5 March 2019'],
    ['several dates', '5 March 2019\n\n6 March 2019'],
    ['a year', '2019'],
    ['words that begin like months', 'Marketing 2019'],
    ['a signature of the same season', 'Date: 5 August 2020 | Mira Quist'],
    ['a notice of copyright of last year', '© 2019–2020 Harbour Lines Ltd'],
  ])('is when the file was made beside %s', (_, text) => {
    expect(dateOf(`Report\n\n${text}\n\nThe tide rises.`)).toBe(stamp);
  });

  it.each([
    ['a release', 'Oslo, 5 March 2017 – Harbour Lines announced', '2017-03-05'],
    ['the last signature', 'Terms\n\n| Date: 1 March 2017 | Date: 5 March 2017 |\n\nMore.', '2017-03-05'],
    [
      'a notice of copyright',
      'Manual\n\n© Copyright Harbour Lines Ltd 2014, 2016. All rights reserved.',
      '2016',
    ],
  ])('is that of %s where the file was made long after: it is a copy', (_, text, expected) => {
    expect(dateOf(text)).toBe(expected);
  });

  it('is unknown where nothing says it', () => {
    expect(documentDate({ text: 'On tides', pages: [] }, undefined)).toBeUndefined();
  });
});
