import { describe, expect, it } from 'vitest';
import type { Piece } from './pieces.ts';
import { groupRows, rowText } from '../rows.ts';
import { mendParagraphs } from './run-on.ts';
import { line, type LineOptions } from '../synthetic.testing.ts';

interface At extends LineOptions {
  readonly page?: number;
  readonly kind?: Piece['kind'];
}

function piece(text: string, y: number, { page = 0, kind = 'text', ...options }: At = {}): Piece {
  return { kind, page, rows: groupRows(line(text, [50, y], options)) };
}

function mended(pieces: readonly Piece[]): string[] {
  return mendParagraphs(pieces).map(({ rows }) => rows.map(rowText).join(' '));
}

const first = piece('the bonus fell short of the', 600);
const note = piece('1 Paid in March.', 700, { size: 8 });
const second = piece('threshold in the last quarter.', 100);

describe('mendParagraphs', () => {
  it('puts a note before the paragraph that runs on in the next column', () => {
    expect(mended([first, note, second])).toEqual([
      '1 Paid in March.',
      'the bonus fell short of the',
      'threshold in the last quarter.',
    ]);
  });

  it('leaves what stands on the next page there, behind the end of the paragraph', () => {
    const table = piece('Cash 12', 80, { page: 1, kind: 'table' });
    const caption = piece('Table 2. Cash', 60, { page: 1 });
    const rest = piece('threshold in the last quarter.', 100, { page: 1 });
    expect(mended([first, note, caption, table, rest])).toEqual([
      '1 Paid in March.',
      'the bonus fell short of the',
      'threshold in the last quarter.',
      'Table 2. Cash',
      'Cash 12',
    ]);
  });

  it('keeps the order where a heading or another paragraph stands between, or a sentence has ended', () => {
    const heading = piece('Conduct', 620, { kind: 'heading' });
    const other = piece('Another paragraph.', 640);
    const ended = piece('The bonus fell.', 600);
    for (const pieces of [
      [first, heading, second],
      [first, other, second],
      [ended, note, second],
    ])
      expect(mendParagraphs(pieces)).toEqual(pieces);
  });
});
