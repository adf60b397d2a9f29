import { describe, expect, it } from 'vitest';
import { cutPieces } from '../arrange/pieces.ts';
import { rowText } from '../rows.ts';
import { line, textsOf } from '../synthetic.testing.ts';
import type { Word } from '../words.ts';

const values = (label: string, y: number): Word[] => [
  ...line(label, [50, y]),
  ...line('1,234', [350, y]),
  ...line('5,678', [420, y]),
];

const below = (y: number): Word[] => [...values('Rent', y), ...values('Wages', y + 12)];

const head = (y: number): Word[] => [...line('2023', [355, y]), ...line('2022', [425, y])];

const headed = [...head(100), ...values('Net sales', 112), ...values('Cost of sales', 124)];

/** Tables by the texts of their rows, header rows in brackets, and other pieces by the texts of their lines. */
function pieces(words: readonly Word[]): string[][] {
  return cutPieces(words, 0).map(({ table, rows }) => {
    if (!table) return rows.map(rowText);
    return Array.from({ length: table.rowCount }, (_, row) => {
      const text = table.cells
        .filter((cell) => cell.row === row)
        .map((cell) => textsOf(cell.words))
        .join(' ');
      return row < table.headerRows ? `[${text}]` : text;
    });
  });
}

const heads = (x: number): Word[] => [...line('30 July', [x, 100]), ...line('31 July', [420, 100])];

describe('arrangeParts', () => {
  it('makes one table of parts with the same columns, over gaps and labels', () => {
    const words = [
      ...headed,
      ...values('Rent', 156),
      ...values('Wages', 168),
      ...line('Shares outstanding:', [50, 200]),
      ...values('Basic', 212),
      ...values('Diluted', 224),
    ];
    expect(pieces(words)).toEqual([
      [
        '[2023 2022]',
        'Net sales 1,234 5,678',
        'Cost of sales 1,234 5,678',
        'Rent 1,234 5,678',
        'Wages 1,234 5,678',
        'Shares outstanding:',
        'Basic 1,234 5,678',
        'Diluted 1,234 5,678',
      ],
    ]);
  });

  it('makes one table of heads and the amounts below an empty row, and keeps heads of other columns apart', () => {
    const years = [...line('2023', [355, 112]), ...line('2022', [425, 112])];
    expect(pieces([...heads(350), ...years, ...below(142)])).toEqual([
      ['[30 July 31 July]', '[2023 2022]', 'Rent 1,234 5,678', 'Wages 1,234 5,678'],
    ]);
    const others = [...line('2023', [150, 112]), ...line('2022', [230, 112])];
    expect(pieces([...heads(150), ...others, ...below(142)])).toHaveLength(2);
  });

  it('keeps tables apart that have heads, sentences or captions between them, other columns or much space', () => {
    const tables = [
      [...head(154), ...below(166)],
      [...line('It was less.', [50, 154]), ...below(178)],
      [...line('Table 7. Loans', [50, 154]), ...below(178)],
      below(154).map((word) => ({ ...word, x0: word.x0 + 20, x1: word.x1 + 20 })),
      below(168),
    ];
    for (const lower of tables) {
      const found = cutPieces([...headed, ...lower], 0).filter(({ kind }) => kind === 'table');
      expect(found.map(({ rows }) => rows.length)).toEqual([3, lower === tables[0] ? 3 : 2]);
    }
  });

  it('begins a table where columns are headed anew, without the title above', () => {
    const words = [
      ...headed,
      ...line('Exhibit 2', [420, 140]),
      ...line('Statement of Income', [200, 152]),
      ...line('52 Weeks', [372, 164]),
      ...head(176),
      ...values('Net sales', 188),
      ...values('Cost of sales', 200),
    ];
    expect(pieces(words)).toEqual([
      ['[2023 2022]', 'Net sales 1,234 5,678', 'Cost of sales 1,234 5,678'],
      ['Exhibit 2', 'Statement of Income'],
      ['[52 Weeks]', '[2023 2022]', 'Net sales 1,234 5,678', 'Cost of sales 1,234 5,678'],
    ]);
  });
});
