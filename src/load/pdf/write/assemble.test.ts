import { describe, expect, it } from 'vitest';
import { assemble } from './assemble.ts';
import type { Piece } from '../arrange/pieces.ts';
import { groupRows } from '../rows.ts';
import { line, lines, pdfTable } from '../synthetic.testing.ts';
import type { Word } from '../words.ts';

const pages = [{ size: { width: 600, height: 800 } }, { size: { width: 600, height: 800 }, label: 'ii' }];
const none = new Set<string>();

function piece(words: readonly Word[], kind: Piece['kind'] = 'text', page = 0): Piece {
  const rows = groupRows(words);
  return { kind, page, rows };
}

function tablePiece(rows: readonly (readonly string[])[], y: number, page = 0): Piece {
  const table = pdfTable(rows, [50, y]);
  const words = table.cells.flatMap((cell) => cell.words);
  return { kind: 'table', page, rows: groupRows(words), table };
}

describe('assemble', () => {
  it('parts pieces by a blank line, list items by a line break, and writes tables as Markdown', () => {
    const pieces = [
      piece(lines(['a b', 'c'], [50, 100])),
      piece(line('• d', [50, 140]), 'list'),
      piece(line('• e', [50, 152]), 'list'),
      tablePiece(
        [
          ['f', '1'],
          ['g', '2'],
        ],
        200,
      ),
    ];
    const { text, blocks } = assemble(pieces, pages, none);
    expect(text).toBe('a b c\n\n• d\n• e\n\n| f | 1 |\n| --- | --- |\n| g | 2 |');
    expect(blocks.map(({ charStart, charEnd }) => text.slice(charStart, charEnd))).toEqual([
      'a b c',
      '• d',
      '• e',
      '| f | 1 |\n| --- | --- |\n| g | 2 |',
    ]);
  });

  it('keeps lines that are not wrapped, but in titles', () => {
    const words = lines(
      ['Mill Street Clinic', '12 Mill Street, Second Floor', 'Little Rock', 'Arkansas'],
      [50, 100],
    );
    expect(assemble([piece(words)], pages, none).text).toBe(
      'Mill Street Clinic\n12 Mill Street, Second Floor\nLittle Rock\nArkansas',
    );
    expect(assemble([piece(words, 'heading')], pages, none).text).not.toContain('\n');
  });

  it('runs a paragraph on over pages and gives each page its part', () => {
    const pieces = [piece(line('the sum of', [50, 700])), piece(line('both parts.', [50, 100]), 'text', 1)];
    const assembled = assemble(pieces, pages, none);
    expect(assembled.text).toBe('the sum of both parts.');
    expect(assembled.blocks).toEqual([{ kind: 'text', charStart: 0, charEnd: 22 }]);
    expect(
      assembled.pages.map(({ number, label, charStart, charEnd }) => [number, label, charStart, charEnd]),
    ).toEqual([
      [1, undefined, 0, 11],
      [2, 'ii', 11, 22],
    ]);
  });

  it('mends a word over two pages, one part on each', () => {
    const pieces = [piece(line('an exam-', [50, 700])), piece(line('ple here', [50, 100]), 'text', 1)];
    const assembled = assemble(pieces, pages, none);
    expect(assembled.text).toBe('an example here');
    const parts = assembled.pages.flatMap(({ layout }) =>
      layout.map((run) => assembled.text.slice(run.charStart, run.charEnd)),
    );
    expect(parts).toEqual(['an', 'exam', 'ple', 'here']);
    expect(assembled.pages[0]!.charEnd).toBe(7);
  });

  it('joins lines of Chinese without a space', () => {
    const { text } = assemble([piece(lines(['年', '度'], [50, 100]))], pages, none);
    expect(text).toBe('年度');
  });

  it('gives turned words their rectangle on the displayed page', () => {
    const turned = line('up', [100, 50]).map((word) => ({ ...word, turn: 3 as const }));
    const [page] = assemble([piece(turned)], pages, none).pages;
    expect(page!.layout).toEqual([{ charStart: 0, charEnd: 2, x0: 42, y0: 690, x1: 52, y1: 700 }]);
  });

  it('writes a table over two pages as one, with its header once', () => {
    const head = ['Item', '2024'];
    const pieces = [
      tablePiece([head, ['Sales', '10']], 700),
      tablePiece([head, ['Costs', '20']], 100, 1),
      piece(line('Notes', [50, 300]), 'text', 1),
    ];
    const { text, blocks, tables, pages: laidOut, spans } = assemble(pieces, pages, none);
    expect(text).toBe('| Item | 2024 |\n| --- | --- |\n| Sales | 10 |\n| Costs | 20 |\n\nNotes');
    expect(blocks.map(({ kind }) => kind)).toEqual(['table', 'text']);
    expect(tables).toHaveLength(1);
    expect(tables[0]).toMatchObject({ rowCount: 3, columnCount: 2, headerRows: 1 });
    expect(tables[0]!.rects.map(({ page }) => page)).toEqual([1, 2]);
    expect(laidOut.map((page) => text.slice(page.charStart, page.charEnd))).toEqual([
      '| Item | 2024 |\n| --- | --- |\n| Sales | 10 |\n',
      '| Costs | 20 |\n\nNotes',
    ]);
    expect(text.slice(spans.get(pieces[1]!)!.charStart)).toMatch(/^\| Costs/);
  });
});
