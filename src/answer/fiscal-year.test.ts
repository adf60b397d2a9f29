import { describe, expect, it } from 'vitest';
import { asksFiscalYear, lastFiscalYear, withYearOfEnd } from './fiscal-year.ts';

const year = { called: '2022', ended: '2023' };
const table = '| | 13 weeks ended January 28, 2023 | 52 weeks ended January 28, 2023 | January 29, 2022 |';

describe('asksFiscalYear', () => {
  it('tells a fiscal year from a year', () => {
    expect(asksFiscalYear('How did margins develop in FY2023?')).toBe(true);
    expect(asksFiscalYear('How did margins develop in fiscal year 2023?')).toBe(true);
    expect(asksFiscalYear('How did margins develop in 2023?')).toBe(false);
  });
});

describe('lastFiscalYear', () => {
  it.each([
    ['Heron Announces Fiscal 2022 Results', table],
    [
      'Annual report',
      'Fiscal 2022 ended on January 28, 2023. The fiscal year ended January 28, 2023 was good.',
    ],
    ['Annual report', 'This is the report of the 52 weeks ended 28 January 2023 (“fiscal 2022”).'],
    ['Annual report', 'For fiscal 2022 (the fiscal year ended March 31, 2023) no dividend is paid.'],
  ])('is called after the year before its end: %s, %s', (title, text) => {
    expect(lastFiscalYear(title, text)).toEqual(year);
  });

  it.each([
    ['Heron Announces Fiscal 2023 Results', table],
    ['Heron Announces Second Quarter Fiscal 2024 Results', table],
    ['Heron Announces Fiscal 2022 Results', 'The fiscal year ended June 30, 2022 was good.'],
    ['Heron Announces First Quarter Fiscal 2022 Results', '13 weeks ended May 1, 2023'],
    ['Annual report', 'Fiscal 2021 ended January 29, 2022. The fiscal year ended January 28, 2023 was good.'],
  ])('is called otherwise, or nobody knows: %s, %s', (title, text) => {
    expect(lastFiscalYear(title, text)).toBeUndefined();
  });
});

describe('withYearOfEnd', () => {
  it('adds the year to that name alone', () => {
    expect(withYearOfEnd('Fiscal 2022 was better than fiscal 2021, and 2022 wet.', year)).toBe(
      'Fiscal 2022 2023 was better than fiscal 2021, and 2022 wet.',
    );
    expect(withYearOfEnd('fiscal 2022', undefined)).toBe('fiscal 2022');
  });
});
