import { describe, expect, it } from 'vitest';
import { pdfTable, textsOf } from '../../synthetic.testing.ts';
import { spreadHeads } from './spread-heads.ts';

interface Spans {
  readonly [text: string]: number;
}

function spread(rows: readonly (readonly string[])[], headerRows: number, spans: Spans): string[] {
  const table = pdfTable(rows, [50, 100], headerRows);
  const cells = table.cells.map((cell) => ({ ...cell, columnSpan: spans[textsOf(cell.words)] ?? 1 }));
  return [...spreadHeads({ ...table, cells })].map(({ words }) => textsOf(words));
}

describe('spreadHeads', () => {
  it('takes heads over others, and over amounts alone', () => {
    const rows = [
      ['', 'Year ended', '', 'Change', ''],
      ['', '2024', '2023', '', ''],
      ['Cash', '7', '8', '1', '12.5%'],
    ];
    expect(spread(rows, 2, { 'Year ended': 2, Change: 2 })).toEqual(['Year ended', 'Change']);
  });

  it('takes heads with a colon or in brackets beside each other', () => {
    const spreadBeside = (one: string, other: string) => {
      const years = ['', '2024', '2023', '2024', '2023'];
      const rows = [['', one, '', other, ''], years, ['Cash', '7', '8', '1', '2']];
      return spread(rows, 2, { [one]: 2, [other]: 2 });
    };
    for (const heads of [
      ['Year: June 30', 'Half year: June 30'] as const,
      ['(in millions)', '(per share)'] as const,
    ])
      expect(spreadBeside(heads[0], heads[1])).toEqual(heads);
    const labels = ['', 'State: Ohio', '', 'District: Dayton', ''];
    const below = ['', 'Size', 'Area', '', ''];
    const spans = { 'State: Ohio': 2, 'District: Dayton': 2, Area: 3 };
    expect(
      spread([labels, below, ['', '', '2024', '2023', '2022'], ['Cash', '7', '8', '1', '2']], 3, spans),
    ).toEqual(['Area']);
  });

  it('takes heads over words where the row below them is of heads, which says nothing of other columns', () => {
    const ours = ['Our classes', '', 'Their classes', ''];
    const below = ['Class', 'Meaning', 'Class', 'Meaning'];
    const words = ['A', 'Large ships', 'B', 'Small ships'];
    expect(spread([ours, below, words], 1, { 'Our classes': 2, 'Their classes': 2 })).toEqual([
      'Our classes',
      'Their classes',
    ]);
    const message = [
      ['Head', '', 'Data', 'End'],
      ['Start', 'Type', '', ''],
      ['0x0A', 'A', '9908', '0x0D'],
    ];
    expect(spread(message, 1, { Head: 2 })).toEqual(['Head']);
    expect(spread([message[0]!, ['0x0A', 'A', '9908', '0x0D']], 1, { Head: 2 })).toEqual([]);
  });

  it('leaves heads over words, brackets, labels with values, titles and sentences alone', () => {
    const words = [
      ['Name', 'Positions', '', 'Age'],
      ['Ann', 'Chair of', 'the board', '52'],
    ];
    expect(spread(words, 1, { Positions: 2 })).toEqual([]);
    const sentence = 'The execution of the three programs gives the following results';
    const amounts = ['Cash', '7', '8', '9'];
    for (const text of ['(in millions)', 'State: Ohio', sentence])
      expect(spread([['', text, '', '2023'], amounts], 1, { [text]: 2 })).toEqual([]);
    const titled = [['Report of the year', '', '', ''], ['Item', '2024', '2023', '2022'], amounts];
    expect(spread(titled, 2, { 'Report of the year': 3 })).toEqual([]);
  });
});
