import { describe, expect, it } from 'vitest';
import { readQuestion } from './question.ts';
import { timeIn } from './times.ts';

const timeOf = (asked: string, head: string) =>
  timeIn(
    head,
    readQuestion(asked, () => 1, 'en'),
  );

describe('the time that a head says', () => {
  it('is a year that begins or ends in the one asked for, and no month or day of another', () => {
    for (const head of ['2019', 'FY19', '2018/19', '2019–20', '2015–2019'])
      expect(timeOf('What was cash in 2019?', head), head).toBe('same');
    for (const head of ['2018', '2018-12-31', '2018-12', '2018/12/31', '2018-19-01', '2017/18'])
      expect(timeOf('What was cash in 2019?', head), head).toBe('other');
    expect(timeOf('What was cash in 2019?', 'Note')).toBeUndefined();
  });
});
