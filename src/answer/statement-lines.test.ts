import { describe, expect, it } from 'vitest';
import { areOver, askedMeasures } from './statement-lines.ts';

/** Whether a row of that name is a line of what is asked. */
function isLine(question: string, label: string): boolean {
  return askedMeasures(question).some(({ lines }) => lines.some(({ caption }) => caption.test(label)));
}

describe('askedMeasures', () => {
  it.each([
    ['What was the capex of Heron?', 'Purchases of property, plant and equipment'],
    ['What was COGS in 2024?', 'Cost of sales'],
    ['What are the accounts payable?', 'Trade payables'],
    ['What was the SG&A expense?', 'Selling, general and administrative expenses'],
    ['What was pre-tax income?', 'Income before income taxes'],
    ['Is the quick ratio better than last year?', 'Total current liabilities'],
    ['How did free cash flow change?', 'Net cash provided by operating activities'],
    ['What were revenues?', 'Total net sales'],
  ])('has the caption for %s', (question, label) => {
    expect(isLine(question, label)).toBe(true);
  });

  it.each([
    ['What was net income?', 'Interest income'],
    ['What was net income?', 'Operating income'],
    ['What was total revenue?', 'Total cost of revenue'],
    ['What are total assets?', 'Total current assets'],
    ['How much cash and cash equivalents are there?', 'Cash and debt'],
    ['Did wages rise as a percentage of net sales?', 'Net sales'],
  ])('has no other line for %s', (question, label) => {
    expect(isLine(question, label)).toBe(false);
  });

  it('counts the words of a longer name once', () => {
    expect(askedMeasures('What is the operating margin?').map(({ words }) => words)).toEqual([
      'operating margin',
    ]);
  });

  it('has a total of revenue or sales for revenue', () => {
    expect(askedMeasures('What was total net revenue in 2025?')).toMatchObject([
      { words: 'total net revenue' },
    ]);
    expect(askedMeasures('What were total sales in 2024?')).toMatchObject([{ words: 'total sales' }]);
    expect(isLine('What was total revenue in 2025?', 'Total assets')).toBe(false);
  });

  it('finds nothing in other questions', () => {
    expect(askedMeasures('Who chairs the board of Heron?')).toEqual([]);
    expect(askedMeasures('How much does the DPO earn, who protects our data?')).toEqual([]);
  });
});

describe('areOver', () => {
  it('knows a statement by its other names', () => {
    expect(areOver('Consolidated Statements of Financial Position', 'balance')).toBe(true);
    expect(areOver('Condensed Consolidated Statements of Earnings', 'income')).toBe(true);
    expect(areOver('Consolidated Statements of Comprehensive Income', 'income')).toBe(false);
  });
});
