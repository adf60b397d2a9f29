import { describe, expect, it } from 'vitest';
import type { Piece } from './pieces.ts';
import { groupRows, type Row, rowText } from '../rows.ts';
import { mendParagraphs } from './run-on.ts';
import { line, type LineOptions, lines } from '../synthetic.testing.ts';

interface At extends LineOptions {
  readonly page?: number;
  readonly kind?: Piece['kind'];
}

function piece(text: string, y: number, { page = 0, kind = 'text', ...options }: At = {}): Piece {
  return { kind, page, rows: groupRows(line(text, [50, y], options)) };
}

const text = (texts: readonly string[], y: number, x = 50): Piece => ({
  kind: 'text',
  page: 0,
  rows: groupRows(lines(texts, [x, y])),
});

function mended(pieces: readonly Piece[]): string[] {
  return mendParagraphs(pieces).map(({ rows }) => rows.map(rowText).join(' '));
}

/** Rows that end where the longest does. */
function evenly(rows: readonly Row[]): Row[] {
  const x1 = Math.max(...rows.map((row) => row.x1));
  return rows.map((row) => ({ ...row, x1 }));
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

  it('ends a paragraph at a full stop with the mark of a note', () => {
    const whole = piece('the bonus fell short.²', 600);
    expect(mended([whole, note, second])).toEqual([whole, note, second].map(({ rows }) => rowText(rows[0]!)));
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

  it('leaves a page of tables and figures between the pages that it is between', () => {
    const table = piece('Cash 12', 80, { page: 1, kind: 'table' });
    const rest = piece('threshold in the last quarter.', 100, { page: 2 });
    expect(mended([first, table, rest])).toEqual([first, table, rest].map(({ rows }) => rowText(rows[0]!)));
  });

  describe('behind a full line', () => {
    const compact = text(
      ['and in the end all of them', 'met by the river and signed', 'in the city of Red'],
      600,
    );
    const full = text(['and in the end they met', 'by the river and signed', 'in the city of the Red'], 600);
    const river = ['River Compact in 1978.', 'It is in force.'];

    it('goes on with a name in the next column', () => {
      expect(mended([full, note, text(river, 100)])[0]).toBe('1 Paid in March.');
    });

    it('goes on behind two lines that end at the same place', () => {
      const two = text(['in the end all of them', 'met by the river of Red'], 600);
      expect(mended([{ ...two, rows: evenly(two.rows) }, note, text(river, 100)])[0]).toBe(
        '1 Paid in March.',
      );
      expect(mended([two, note, text(river, 100)])[0]).not.toBe('1 Paid in March.');
    });

    it('does not go on with a caption', () => {
      const caption = text(['Table 2. The compacts of', 'the river and the city'], 100);
      const rest = text(['compact, which is in force.'], 200);
      expect(mended([full, caption, rest])).toEqual(
        [caption, full, rest].map(({ rows }) => rows.map(rowText).join(' ')),
      );
    });

    it('does not where the line was short, or the next one is indented or of another weight', () => {
      const indented = text(river, 100);
      const shifted = groupRows(line(river[0]!, [62, 100]));
      const bold = groupRows(line(river[0]!, [50, 100], { bold: true }));
      const pieces = [
        [compact, note, text(river, 100)],
        [full, note, { ...indented, rows: [...shifted, indented.rows[1]!] }],
        [full, note, { ...indented, rows: [...bold, indented.rows[1]!] }],
      ];
      for (const some of pieces) expect(mendParagraphs(some)).toEqual(some);
    });
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
