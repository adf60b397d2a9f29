import { describe, expect, it } from 'vitest';
import { assemble } from './assemble.ts';
import { cellStarts } from './cells.ts';
import type { Piece } from './pieces.ts';
import { groupRows } from './rows.ts';
import { line, lines } from './synthetic.ts';
import type { Word } from './words.ts';

const pages = [{ size: { width: 600, height: 800 } }, { size: { width: 600, height: 800 }, label: 'ii' }];
const none = new Set<string>();

function piece(words: readonly Word[], kind: Piece['kind'] = 'text', page = 0): Piece {
  const rows = groupRows(words);
  return { kind, page, rows, ...(kind === 'table' ? { cellStarts: cellStarts(rows) } : {}) };
}

describe('assemble', () => {
  it('parts pieces by a blank line, list items and rows of tables by a line break, cells by two spaces', () => {
    const pieces = [
      piece(lines(['a b', 'c'], [50, 100])),
      piece(line('• d', [50, 140]), 'list'),
      piece(line('• e', [50, 152]), 'list'),
      piece(
        [
          ...line('f', [50, 200]),
          ...line('1', [200, 200]),
          ...line('g', [50, 212]),
          ...line('2', [200, 212]),
        ],
        'table',
      ),
    ];
    const { text, blocks } = assemble(pieces, pages, none);
    expect(text).toBe('a b c\n\n• d\n• e\n\nf  1\ng  2');
    expect(blocks.map(({ charStart, charEnd }) => text.slice(charStart, charEnd))).toEqual([
      'a b c',
      '• d',
      '• e',
      'f  1\ng  2',
    ]);
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
});
