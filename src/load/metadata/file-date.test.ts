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
    ['a year to come', 'Strategy 2030'],
    ['an older year and its own', 'Report 2016\n\nPrinted in 2019'],
    ['a number that is no year', 'Form 2012.5 of 12012'],
    ['a price', 'Lease\n\nThe rent is 2000 euros a month.'],
    ['a law', 'Lease\n\nThe Harbour Act 2008 applies.'],
    ['a founding', 'Harbour Lines, since 1950'],
    ['the end of a term', 'Lease\n\nThe term ends on 31 December 2031.'],
    ['a year in running text', `Lease\n\n${prose} in fiscal year 2016`],
    ['a year below the title', 'Lease\n\nTerms\n\nParties\n\nModel of 2016'],
  ])('is when the file was made beside %s', (_, text) => expect(dateOf(text)).toBe(stamp));

  it.each([
    ['of its title', 'Harbour report 2016'],
    ['below its title', 'Harbour report\n\n(Received 3 December 2014)'],
  ])('is unknown beside an older year %s', (_, text) => expect(dateOf(text)).toBeUndefined());

  it('looks at the first page with text', () => {
    const text = '\nReport 2016\n2019';
    const pages = [0, 12, 17].map((charEnd, index) => ({ charStart: [0, 1, 13][index]!, charEnd }));
    expect(fileDate(stamp, { text, pages })).toBeUndefined();
    expect(fileDate(undefined, { text, pages })).toBeUndefined();
  });
});
