import { describe, expect, it } from 'vitest';
import { groupTables, withoutContinued } from './continued-tables.ts';
import type { Piece } from '../arrange/pieces.ts';
import { groupRows } from '../rows.ts';
import { boundsOf } from '../geometry.ts';
import { line, pdfTable } from '../synthetic.testing.ts';

const head = ['Item', '2024'];
const first = tablePiece([head, ['Sales', '10']], 0);

function tablePiece(rows: readonly (readonly string[])[], page: number, options: Place = {}): Piece {
  const { x = 50, headerRows = 1 } = options;
  const table = pdfTable(rows, [x, 100], headerRows);
  return { kind: 'table', page, rows: groupRows(table.cells.flatMap(({ words }) => words)), table };
}

interface Place {
  readonly x?: number;
  readonly headerRows?: number;
}

const text = (page: number): Piece => ({ kind: 'text', page, rows: groupRows(line('text', [50, 50])) });
const groupCount = (pieces: readonly Piece[]) => groupTables(pieces).length;

/** With the second column below the header centred. */
const centred = (piece: Piece, middle: number): Piece => {
  const cells = piece.table!.cells.map((cell) => {
    const words = line(cell.words[0]!.text, [middle - 2.5 * cell.words[0]!.text.length, 100]);
    return cell.column === 1 && cell.row >= piece.table!.headerRows
      ? { ...cell, words, ...boundsOf(words) }
      : cell;
  });
  return { ...piece, table: { ...piece.table!, cells } };
};

const said = (words: string, page: number): Piece => {
  return { kind: 'text', page, rows: groupRows(line(words, [50, 50])) };
};

describe('groupTables', () => {
  it('joins a table of the next page with the same columns, with the same header or none', () => {
    expect(groupCount([first, tablePiece([head, ['Costs', '20']], 1)])).toBe(1);
    expect(groupCount([first, tablePiece([['Costs', '20']], 1, { headerRows: 0 })])).toBe(1);
  });

  it('joins where the cells below the header are centred on one place, wherever the header stands', () => {
    const above = centred(tablePiece([head, ['Sales', '1,250,000']], 0), 300);
    const below = tablePiece([['Costs', '20']], 1, { headerRows: 0 });
    expect(groupCount([above, centred(below, 300)])).toBe(1);
    expect(groupCount([above, centred(below, 345)])).toBe(2);
  });

  it('joins over several pages', () => {
    const rest = [1, 2, 3].map((page) => tablePiece([['Costs', '20']], page, { headerRows: 0 }));
    expect(groupTables([first, ...rest])).toEqual([[first, ...rest]]);
  });

  it('leaves apart what has another header, other columns or another page between', () => {
    const costs = ['Costs', '20'];
    expect(groupCount([first, tablePiece([['Item', '2023'], costs], 1)])).toBe(2);
    expect(groupCount([first, tablePiece([costs], 1, { headerRows: 0, x: 90 })])).toBe(2);
    expect(groupCount([first, tablePiece([[...costs, '30']], 1, { headerRows: 0 })])).toBe(2);
    expect(groupCount([first, tablePiece([head, costs], 0)])).toBe(2);
    expect(groupCount([first, tablePiece([head, costs], 2)])).toBe(2);
  });

  it('leaves apart what has text between', () => {
    expect(groupCount([first, text(1), tablePiece([head, ['Costs', '20']], 1)])).toBe(3);
  });
});

describe('withoutContinued', () => {
  const rest = tablePiece([['Costs', '20']], 1, { headerRows: 0 });

  it('leaves out lines that say that a table goes on', () => {
    const marks = [said('Continued on next page', 0), said('Table 3 – Sales (continued)', 1)];
    expect(withoutContinued([first, ...marks, rest])).toEqual([first, rest]);
  });

  it('keeps other lines, and such lines beside anything else', () => {
    const others = [first, said('Sales are in euros', 0), rest];
    expect(withoutContinued(others)).toEqual(others);
    for (const caption of [
      'Junior suite in the annexe',
      'The work continues in Oslo until May',
      'Suite rates',
    ]) {
      expect(withoutContinued([first, said(caption, 1), rest])).toHaveLength(3);
    }
    const alone = [first, said('Work continued until May', 0), text(1), rest, said('Fortsetzung', 1)];
    expect(withoutContinued(alone)).toEqual(alone);
  });
});
