import { describe, expect, it } from 'vitest';
import type { Unit } from '../../text/structure/quotable-units.ts';
import { askedColumn } from './asked-cell.ts';
import { readQuestion } from './question.ts';

const columnOf = (question: string, header: string, text: string) => {
  const unit: Unit = {
    kind: 'tableRow',
    start: 0,
    end: text.length,
    text,
    context: [],
    heads: [header],
    block: 0,
  };
  return askedColumn(
    unit,
    readQuestion(question, () => 1, 'en'),
  );
};

const periods =
  '| | Three months ended July 30, 2023 | Three months ended July 31, 2022 | Six months ended July 30, 2023 | Six months ended July 31, 2022 |';
const gaming = '| Gaming | 2,486 | 2,042 | 4,726 | 5,662 |';

describe('the column that a question asks for', () => {
  it.each([
    ['What was gaming revenue in the six months ended July 31, 2022?', periods, gaming, 4],
    ['How much was gaming revenue in the three months ended July 30, 2023?', periods, gaming, 1],
    ['What was revenue in 2024?', '| | 2025 | 2024 |', '| Revenue | 14,720 | 11,640 |', 2],
    [
      'What is the price of a door from 10 units?',
      '| Article | Unit | Price (EUR) | Price from 10 units |',
      '| Door | piece | 310 | 295 |',
      3,
    ],
    [
      'What is the weight of the Falcon 3 Pro?',
      '| | Falcon 3 | Falcon 3 Pro |',
      '| Weight | 760 g | 910 g |',
      2,
    ],
    [
      'What tensile strength do bars have?',
      '| Assortment | Proof stress | Tensile strength |',
      '| Bars | 890 | 1000 |',
      2,
    ],
    [
      'What were sales in the third quarter of 2025?',
      '| | Q3 2025 | Q4 2025 | 2025 |',
      '| Sales | 1 | 2 | 9 |',
      1,
    ],
    ['What was profit before tax in 2024?', '| | 2025 | 2024 |', '| Profit before tax | 2 | 1 |', 2],
    ['What were sales in the third quarter?', '| | Q2 | Q3 | Q4 |', '| Sales | 1 | 2 | 3 |', 2],
    ['What was revenue in 2024?', '| | | 2025 | | 2024 | |', '| Revenue | $ | 14,720 | $ | 11,640 | |', 4],
  ])('is one: %s', (question, header, row, column) => {
    expect(columnOf(question, header, row)).toBe(column);
  });

  it.each([
    ['several years', 'What was revenue in 2024 and 2025?', '| | 2025 | 2024 |', '| Revenue | 2 | 1 |'],
    ['no year', 'What was revenue?', '| | 2025 | 2024 |', '| Revenue | 2 | 1 |'],
    ['a year that is not there', 'What was revenue in 2019?', '| | 2025 | 2024 |', '| Revenue | 2 | 1 |'],
    ['two of that year', 'What was revenue in 2024?', '| | Q1 2024 | Q2 2024 |', '| Revenue | 2 | 1 |'],
    [
      'a change',
      'What was the increase in sales in 2025?',
      '| | 2025 | 2024 | Change |',
      '| Sales | 3 | 2 | 1 |',
    ],
    [
      'another head that is asked for',
      'How much were goodwill acquisitions in 2019?',
      '| | Dec 29, 2018 | Acquisitions | Dec 28, 2019 |',
      '| Goodwill | 5 | 1 | 6 |',
    ],
    [
      'words that no head alone has all of',
      'What obligations have payments due in 5 years?',
      '| | Total | 1 year | Payments due by fiscal year 1-3 years |',
      '| Obligations | 9 | 4 | 5 |',
    ],
    ['a time behind a year', 'What was revenue after 2023?', '| | 2024 | 2023 |', '| Revenue | 410 | 380 |'],
    [
      'a part of a year',
      'What was revenue in the first quarter of 2024?',
      '| | 2024 | 2023 |',
      '| Revenue | 2 | 1 |',
    ],
    [
      'a head of no time too',
      'What was the budget for revenue in 2024?',
      '| | 2024 | Budget |',
      '| Revenue | 2 | 1 |',
    ],
    [
      'what two heads of the year are of',
      'How much revenue did services bring in 2025?',
      '| | 2025 | 2025 as % of revenue |',
      '| Services | 410 | 34 |',
    ],
    ['two quarters', 'What were sales in Q3 and Q4?', '| | Q3 | Q4 |', '| Sales | 2 | 1 |'],
    [
      'a value with a sign apart',
      'What was the loss in 2024?',
      '| | 2024 | | | 2023 |',
      '| Loss | ( | 41 | ) | 3 |',
    ],
    ['one value', 'What was revenue in 2024?', '| | 2024 |', '| Revenue | 1 |'],
  ])('is none where it says %s', (_, question, header, row) => {
    expect(columnOf(question, header, row)).toBeUndefined();
  });
});
