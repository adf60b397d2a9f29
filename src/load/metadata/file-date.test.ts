import { describe, expect, it } from 'vitest';
import { fileDate } from './file-date.ts';

const stamp = '2019-05-07T10:00:00Z';
const dateOf = (text: string) => fileDate(stamp, { text, pages: [] });
const prose = 'the harbour that was built by the town and that all ships sail to '.repeat(4);

describe('fileDate', () => {
  it.each([
    ['no year', 'On tides'],
    ['its own year', 'Report 2019'],
    ['the year before, of a report', 'Annual report 2018'],
    ['years before and after', 'Plan 2012–2030'],
    ['a number that is no year', 'Form 2012.5 of 12012'],
    ['the year of a law in running text', `${prose} under the law of 1 July 1901`],
    ['years of other works', `${prose} (Li, 2005; Ray et al., 2006)`],
  ])('is when the file was made beside %s', (_, text) => expect(dateOf(text)).toBe(stamp));

  it.each([
    ['a year before', 'Harbour report 2016'],
    ['an old date in a line of its own', '(Received 3 December 1954)'],
    ['a year in running text', `${prose} in fiscal year 2016`],
    ['a year after', 'General meeting 2021'],
  ])('is unknown beside %s alone', (_, text) => expect(dateOf(text)).toBeUndefined());

  it('looks at the first page that names a year', () => {
    const text = 'Dear all\n2016\n2019';
    const pages = [8, 13, 18].map((charEnd, index) => ({ charStart: [0, 9, 14][index]!, charEnd }));
    expect(fileDate(stamp, { text, pages })).toBeUndefined();
    expect(fileDate(undefined, { text, pages })).toBeUndefined();
  });
});
