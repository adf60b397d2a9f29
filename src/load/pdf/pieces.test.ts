import { describe, expect, it } from 'vitest';
import { cutPieces } from './pieces.ts';
import { rowText } from './rows.ts';
import { line, lines } from './synthetic.ts';
import type { Word } from './words.ts';

const full = 'this line is filled with words up to the right margin now';

function cut(words: readonly Word[]): [string, string[]][] {
  return cutPieces(words, 0).map((piece) => [piece.kind, piece.rows.map(rowText)]);
}

const row = (label: string, y: number): Word[] => [
  ...line(label, [50, y]),
  ...line('1,234', [250, y]),
  ...line('5', [330, y]),
];

describe('cutPieces', () => {
  it('ends a paragraph at a wider gap', () => {
    expect(cut([...lines([full, full], [50, 100]), ...lines([full, full], [50, 136])])).toEqual([
      ['text', [full, full]],
      ['text', [full, full]],
    ]);
  });

  it('begins a paragraph at an indented line and keeps the lines below with it', () => {
    const first = 'this line begins with a space of its own and is full';
    const words = [...lines([full, full], [50, 100]), ...line(first, [65, 124]), ...lines([full], [50, 136])];
    expect(cut(words)).toEqual([
      ['text', [full, full]],
      ['text', [first, full]],
    ]);
  });

  it('parts a line of another size or weight', () => {
    const words = [...line('Results', [50, 100], { bold: true }), ...lines([full, full], [50, 112])];
    expect(cut(words).map(([, rows]) => rows[0])).toEqual(['Results', full]);
  });

  it('makes each list item a piece with its hanging lines', () => {
    const words = [
      ...line('• first point', [50, 100]),
      ...line('hangs below', [60, 112]),
      ...line('• second point', [50, 124]),
      ...line('(b) third point', [50, 136]),
    ];
    expect(cut(words)).toEqual([
      ['list', ['• first point', 'hangs below']],
      ['list', ['• second point']],
      ['list', ['(b) third point']],
    ]);
  });

  it('keeps rows with cells in a table, with the short labels between them', () => {
    const words = [
      ...row('Revenue', 100),
      ...line('Costs:', [50, 112]),
      ...row('Materials', 124),
      ...lines([full, full], [50, 160]),
    ];
    expect(cut(words)).toEqual([
      ['table', ['Revenue 1,234 5', 'Costs:', 'Materials 1,234 5']],
      ['text', [full, full]],
    ]);
  });

  it('does not take a number at the start of a wrapped line for a list item', () => {
    const wrapped = 'this sentence is going to refer to what is said in section';
    expect(cut([...line(wrapped, [50, 100]), ...line('2. of the agreement', [50, 112])])).toHaveLength(1);
  });
});
