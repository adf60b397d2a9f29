import { describe, expect, it } from 'vitest';
import {
  cellsOf,
  cellsUnder,
  cellSpan,
  describeRows,
  isTableRow,
  isTableRule,
  labelOf,
  saysNumbers,
  saysPairs,
  valueColumn,
} from './table-row.ts';

const ofYear = (year: string) => (head: string) => head.includes(year);

describe('a cell below a head', () => {
  const heads = ['', '2025', '', '2024'];

  it('is the one that has something, in its column or to the right of it', () => {
    expect(valueColumn(heads, ['Gas', '$', '41', '38'], 1)).toBe(2);
    expect(valueColumn(heads, ['Gas', '41', '%', '38'], 1)).toBeUndefined();
    expect(valueColumn(heads, ['Gas', '41', '%', '38'], 3)).toBe(3);
    expect(valueColumn(heads, ['Gas', '41', '42', '38'], 1)).toBeUndefined();
    expect(valueColumn(heads, ['Gas', '41', '', ''], 3)).toBeUndefined();
  });

  it('stands in its row without the space around it, bars in cells counted as text', () => {
    const row = String.raw`| a \| b |  41  | |`;
    const textAt = (column: number) => {
      const { start, end } = cellSpan(row, column);
      return row.slice(start, end);
    };
    expect([0, 1, 2].map(textAt)).toEqual([String.raw`a \| b`, '41', '']);
  });
});

describe('rows of tables', () => {
  it('are told from their rule and from prose', () => {
    expect(['| a | b |', '| a |', 'a | b'].map(isTableRow)).toEqual([true, true, false]);
    expect(['| --- | --- |', '|:-|-:|', '| a | - |'].map(isTableRule)).toEqual([true, true, false]);
  });

  it('have cells, in which a bar is escaped', () => {
    expect(cellsOf(String.raw`| a \| b | | c |`)).toEqual(['a | b', '', 'c']);
  });

  it('are named by their first cell with a letter, without the mark of a note, or by the year that they begin with', () => {
    expect(labelOf('| 1 | Net sales | 5 |')).toBe('Net sales');
    expect(labelOf('| Net sales (1) | 5 |')).toBe('Net sales');
    expect(labelOf('| Net sales* | 5 |')).toBe('Net sales');
    expect(labelOf('| 2021 | 138 |')).toBe('2021');
    expect(labelOf('Beard trim ......  £10   £12')).toBe('Beard trim');
  });

  it('say numbers alone, or words, too', () => {
    expect(saysNumbers('| Net sales (1) | $ 1,250 | (4.5)% | — |')).toBe(true);
    expect(saysNumbers('| 1 | Tempering valve | 138.50 |')).toBe(true);
    expect(saysNumbers('| Fee | 5 days |')).toBe(false);
    expect(saysNumbers('| Net sales | — |')).toBe(false);
    expect(saysNumbers('| Refresh | F5 |')).toBe(false);
  });

  it('say of a year what stands below it, or beside that below no head', () => {
    const header = '| | 2024 | | 2023 |';
    expect(cellsUnder(header, '| Sales | 10 | % | 20 |', ofYear('2024'))).toBe('10 %');
    expect(cellsUnder(header, '| Sales | | | 20 |', ofYear('2024')).trim()).toBe('');
    expect(cellsUnder(header, '| Sales | 10 | | 20 |', ofYear('2019'))).toBe('| Sales | 10 | | 20 |');
  });

  it('read as their cells with what heads them', () => {
    expect(describeRows('| Probes | 41 | |', '| Segment | 2025 | 2024 |')).toBe('Segment: Probes · 2025: 41');
    expect(describeRows('| New | 41 |', '| | 2025 |\n| Segment: | |\n| Probes | |')).toBe(
      'Segment › Probes › New · 2025: 41',
    );
    expect(describeRows('| Robbery. . . . . | 102.1 |', '| Offense | Total |')).toBe(
      'Offense: Robbery · Total: 102.1',
    );
    expect(describeRows('| Probes | 41 |\n| Loggers | 7 |')).toBe('Probes · 41\nLoggers · 7');
    const heads = '| | Share | 2025 | | 2024 |';
    expect(describeRows('| Gas | 2 % | $ | 41 | 38 |', heads, undefined, 2)).toBe(
      'Gas · Share: 2 % · 2025: $ · 41',
    );
    const sales = '| Region | Year | Sales |';
    expect(describeRows('| North | 2024 | 41 |', sales, undefined, 2)).toBe(
      'Region: North · Year: 2024 · Sales: 41',
    );
    expect(describeRows('The river rises.', '| a |', 'Rivers')).toBe('The river rises.');
    expect(describeRows('| Probes | 41 |\n| Loggers | 7 |', undefined, 'Revenue, in thousands')).toBe(
      'Probes · 41\nLoggers · 7 (Revenue, in thousands)',
    );
  });
});

it.each([
  ['| Client: | Acme |', true],
  ['| Client: | Acme | Due: | 3 March |', true],
  ['| Client: | | Due: | 3 March |', true],
  ['| Order ID: OD3041758 | | Shipping address |', true],
  ['| In euros: | 2024 |', false],
  ['| | 30 July 2023 |', false],
  ['| Client: | | Due: | |', false],
  ['| Client: | Due: | Paid: | Total |', false],
  ['| In euros: | 2024 | 2023 |', false],
  ['| Year ended: December 31 | Sales | Costs |', false],
  ['| Region | Q1 | Q2 | Q3 |', false],
])('knows of %s whether it has labels and values in turn: %s', (line, expected) => {
  expect(saysPairs(line)).toBe(expected);
});

it('describes a label with a colon and its value alone without the heads over them', () => {
  const header = '| Item | Count | Price | Sum |';
  expect(describeRows('| | | Total: | 56 |', header)).toBe('Total: · 56');
  expect(describeRows('| Seal: | | | 56 |', header)).toBe('Item: Seal: · Sum: 56');
  expect(describeRows('| | | 7 | 56 |', header)).toBe('Price: 7 · Sum: 56');
});
