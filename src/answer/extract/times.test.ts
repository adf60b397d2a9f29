import { describe, expect, it } from 'vitest';
import { readQuestion } from './question.ts';
import { hasOnlyParts, isOfOtherQuarter, timeIn } from './times.ts';

const read = (asked: string) => readQuestion(asked, () => 1, 'en');

const timeOf = (asked: string, head: string) => timeIn(head, read(asked));

function rowOf(text: string, heads: readonly string[], context: readonly string[] = []) {
  const place = { start: 0, end: text.length, context, block: 0 };
  return { kind: 'tableRow', text, heads, ...place } as const;
}

function isOther(asked: string, text: string, heads: readonly string[], context: readonly string[] = []) {
  const unit = rowOf(text, heads, context);
  return isOfOtherQuarter({ unit, context: [...context, ...heads], question: read(asked) });
}

describe('the time that a head says', () => {
  it('is a year that begins or ends in the one asked for, and no month or day of another', () => {
    for (const head of ['2019', 'FY19', '2018/19', '2019–20', '2015–2019'])
      expect(timeOf('What was cash in 2019?', head), head).toBe('same');
    for (const head of ['2018', '2018-12-31', '2018-12', '2018/12/31', '2018-19-01', '2017/18'])
      expect(timeOf('What was cash in 2019?', head), head).toBe('other');
    expect(timeOf('What was cash in 2019?', 'Note')).toBeUndefined();
  });
});

it('reads an ordinal alone as a quarter where one is asked for', () => {
  expect(timeOf('What was revenue in the third quarter?', 'Third')).toBe('same');
  expect(timeOf('What was revenue in the third quarter?', 'Second')).toBe('other');
  expect(timeOf('Which boat came second in 2025?', 'Second')).toBeUndefined();
});

it('is the same only in the quarter that is asked for, and another in a period of another length', () => {
  const asked = 'What was revenue in the third quarter of 2025?';
  for (const head of ['Q3 2025', '3Q25', 'Q3FY25', 'T3 2025']) expect(timeOf(asked, head), head).toBe('same');
  for (const head of ['Q2 2025', 'Q3 2024', 'FY25', 'Year 2025', 'Jahr 2025', 'Nine months 2025'])
    expect(timeOf(asked, head), head).toBe('other');
  for (const head of ['2025', '30 September 2025', '13 weeks ended October 28, 2025'])
    expect(timeOf(asked, head), head).toBeUndefined();
});

describe('a row of another quarter', () => {
  it('is under heads of other quarters, other lengths or years alone, and not of days and quarters without a number', () => {
    const asked = 'What was revenue in the third quarter of 2025?';
    const row = '| Revenue | 410 | 380 |';
    for (const heads of ['Q2 2025 | Q4 2025', 'FY25 | FY24', '2025 | 2024', '39 weeks 2025 | 39 weeks 2024'])
      expect(isOther(asked, row, [`| | ${heads} |`]), heads).toBe(true);
    for (const heads of [
      'Q3 2025 | FY25',
      'September 30, 2025 | December 31, 2024',
      '13 weeks ended October 28, 2025 | 39 weeks ended October 28, 2025',
    ])
      expect(isOther(asked, row, [`| | ${heads} |`]), heads).toBe(false);
    expect(isOther(asked, row, ['| | 2025 | 2024 |'], ['Three months ended September 30'])).toBe(false);
  });
});

const isInParts = (asked: string, heads: string, corner = ''): boolean =>
  hasOnlyParts(rowOf('| Revenue | 410 | 380 |', [`| ${corner} | ${heads} |`]), read(asked));

it('has only parts of a year that is asked for under quarters or months of it, not beside the year or of another', () => {
  const asked = 'What was revenue in 2025?';
  for (const heads of [
    'Q1 2025 | Q2 2025',
    'Three months ended 30 June 2025 | Three months ended 30 June 2024',
  ])
    expect(isInParts(asked, heads), heads).toBe(true);
  for (const heads of [
    'Q4 2025 | 2025',
    '2025 | 2024',
    'Q1 2024 | Q2 2024',
    'Twelve months ended 31 March 2025',
  ])
    expect(isInParts(asked, heads), heads).toBe(false);
  expect(isInParts('What was revenue in the first quarter of 2025?', 'Q1 2025 | Q2 2025')).toBe(false);
  expect(isInParts(asked, '2025 | 2024', 'Three months ended June 30,')).toBe(true);
  for (const corner of ['Years ended June 30,', 'Quarter'])
    expect(isInParts(asked, '2025 | 2024', corner)).toBe(false);
});
