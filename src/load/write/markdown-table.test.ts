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
  expect(markdown).toBe('| Year | Sales North | South |\n| --- | --- | --- |\n| 2024 | 1 | |');
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

it('escapes bars and keeps cells in one line', () => {
  expect(markdownTable({ rows: [['a|b', ' c\n d ']], headerRows: 0 }).markdown).toBe(
    '| | |\n| --- | --- |\n| a\\|b | c d |',
  );
});
