import { expect, it } from 'vitest';
import { markdownTable } from './markdown-table.ts';

it('joins the rows of a header in their columns', () => {
  const {
    markdown,
    table: { cells },
  } = markdownTable({
    rows: [
      ['', 'Sales', ''],
      ['Year', 'North', 'South'],
      ['2024', '1', ''],
    ],
    headerRows: 2,
    spans: [{ row: 0, column: 1, rowSpan: 1, columnSpan: 2 }],
  });
  expect(markdown).toBe('| Year | Sales North | Sales South |\n| --- | --- | --- |\n| 2024 | 1 | |');
  expect(cells.map(({ charStart, charEnd }) => markdown.slice(charStart, charEnd))).toEqual([
    'Sales',
    'Year',
    'North',
    'South',
    '2024',
    '1',
  ]);
  expect(cells[0]).toMatchObject({ row: 0, column: 1, rowSpan: 1, columnSpan: 2 });
});

it('writes a head over the columns that it spans, but what stands over all of them once', () => {
  const { markdown } = markdownTable({
    rows: [['Balance sheets'], ['', '(in millions)'], ['', 'May', '', 'Notes'], ['Cash', '1', '2', 'a']],
    headerRows: 3,
    spans: [
      { row: 0, column: 0, rowSpan: 1, columnSpan: 4 },
      { row: 1, column: 1, rowSpan: 1, columnSpan: 3 },
      { row: 2, column: 1, rowSpan: 1, columnSpan: 2 },
    ],
  });
  expect(markdown.split('\n')[0]).toBe('| Balance sheets | (in millions) May | May | Notes |');
});

it('escapes bars and keeps cells in one line', () => {
  expect(markdownTable({ rows: [['a|b', ' c\n d ']], headerRows: 0 }).markdown).toBe(
    '| | |\n| --- | --- |\n| a\\|b | c d |',
  );
});
