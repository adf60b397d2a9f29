import { describe, expect, it } from 'vitest';
import { isOfOtherPeriod } from './period.ts';

const year = 'What was the revenue in 2023?';
const quarter = 'What was the revenue in Q2 of FY2023?';

describe('isOfOtherPeriod', () => {
  it('tells parts of a year from years', () => {
    expect(isOfOtherPeriod(year, '| | Three Months Ended June 30, 2023 |')).toBe(true);
    expect(isOfOtherPeriod(year, '| | Years ended December 31, 2023 |')).toBe(false);
    expect(isOfOtherPeriod(quarter, '| | Fiscal years ended 2023 |')).toBe(true);
    expect(isOfOtherPeriod(quarter, '| | Three Months Ended June 30, 2023 |')).toBe(false);
  });

  it('says nothing of a text that speaks of both or of neither, and of a question of a day', () => {
    expect(isOfOtherPeriod(year, '| | Three months ended 2023 | Twelve months ended 2023 |')).toBe(false);
    expect(isOfOtherPeriod(year, '| | 2023 | 2022 |')).toBe(false);
    expect(isOfOtherPeriod('What was paid as of August 30, 2023?', 'in the third quarter')).toBe(false);
  });
});
