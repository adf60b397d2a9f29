import { describe, expect, it } from 'vitest';
import type { Box } from '../geometry.ts';
import { markHeadings } from './headings.ts';
import { textOf, type Piece } from '../arrange/pieces.ts';
import { groupRows } from '../rows.ts';
import { lines, type LineOptions } from '../synthetic.testing.ts';

const body = Array.from({ length: 6 }, () => 'plain words of the body text in the usual size');

function piece(texts: readonly string[], options: LineOptions & { page?: number; y?: number } = {}): Piece {
  return {
    kind: 'text',
    page: options.page ?? 0,
    rows: groupRows(lines(texts, [50, options.y ?? 100], options)),
  };
}

const on = (page: number, ...pieces: Piece[]) => pieces.map((one) => ({ ...one, page }));

describe('markHeadings', () => {
  it('takes nothing behind a box to tick for a heading', () => {
    const pieces = [piece(['\u2610 Annual report'], { bold: true }), piece(body)];
    markHeadings(pieces, []);
    expect(pieces[0]!.kind).toBe('text');
  });

  it('takes captions of tables and figures for headings only where none stands above', () => {
    const bold = { bold: true };
    const captions = () => [piece(['Table 2.1: Ships'], bold), piece(['Table 2.2: Crews'], bold)];
    const kindsOf = (pieces: Piece[]) => {
      markHeadings([...pieces, piece(body), piece(body)], []);
      return pieces.map(({ kind }) => kind);
    };
    expect(kindsOf(captions())).toEqual(['heading', 'heading']);
    expect(kindsOf([piece(['Schedule 1 - Fleet'], bold), ...captions()])).toEqual([
      'heading',
      'text',
      'text',
    ]);
  });

  it('takes no captions of figures for headings', () => {
    const captions = [piece(['Figure 1 Ships'], { bold: true }), piece(['Abb. 2: Crews'], { bold: true })];
    markHeadings([...captions, piece(body)], []);
    expect(captions.map(({ kind }) => kind)).toEqual(['text', 'text']);
  });

  it('takes captions for headings below the title alone, and on pages without another heading', () => {
    const bold = { bold: true };
    const pieces = [
      ...on(0, piece(['Ships of 2023'], { size: 20 }), piece(['Table 1. Ships'], bold), piece(body)),
      ...on(1, piece(['Table 2. Crews'], bold), piece(body)),
      ...on(2, piece(['Fees'], bold), piece(body), piece(['Table 3. Fees'], bold), piece(body)),
      ...on(3, piece(['Table 4. Lamps'], bold), piece(body)),
    ];
    markHeadings(pieces, []);
    const headings = pieces.filter(({ kind }) => kind === 'heading').map((one) => textOf(one));
    expect(headings).toEqual(['Ships of 2023', 'Table 1. Ships', 'Table 2. Crews', 'Fees', 'Table 4. Lamps']);
  });

  it('ranks what only numbers tell from the text below what it stands under', () => {
    const long = Array.from({ length: 18 }, () => body[0]!);
    const [name, large, bold] = [{ size: 11, bold: true }, { size: 20 }, { bold: true }];
    const pieces = [
      piece(['Annual report'], large),
      piece(['Harbour Lines'], name),
      ...['1. Ships', '2. Crews', '3. Fees'].flatMap((title) => [piece([title], bold), piece(long)]),
    ];
    pieces.splice(5, 0, piece(['2.1 Mates']), piece(body));
    markHeadings(pieces, []);
    const headings = pieces.filter(({ kind }) => kind === 'heading');
    expect(headings.map(({ level }) => level)).toEqual([1, 2, 3, 3, 4, 3]);
  });

  it('ranks styles by size, then by weight, then by capitals', () => {
    const pieces = [
      piece(['Annual report'], { size: 20 }),
      piece(['PART ONE'], { bold: true }),
      piece(['Overview'], { bold: true }),
      piece(body),
      piece(['Outlook'], { bold: true }),
    ];
    markHeadings(pieces, []);
    expect(pieces.map(({ kind, level }) => [kind, level])).toEqual([
      ['heading', 1],
      ['heading', 2],
      ['heading', 3],
      ['text', undefined],
      ['heading', 3],
    ]);
  });

  it('takes no bold sentence, no long paragraph and no table for a heading', () => {
    const table: Piece = { ...piece(['Total'], { bold: true }), kind: 'table' };
    const pieces = [
      piece(['This is important.'], { bold: true }),
      piece(body),
      piece(body, { bold: true }),
      table,
    ];
    markHeadings(pieces, []);
    expect(pieces.map(({ kind }) => kind)).toEqual(['text', 'text', 'text', 'table']);
  });

  it('takes no total for a heading', () => {
    const words = [
      ...lines(['Total EUR'], [350, 200], { bold: true }),
      ...lines(['34,73'], [500, 200], { bold: true }),
    ];
    const total: Piece = { kind: 'text', page: 0, rows: groupRows(words) };
    markHeadings([piece(body), total, piece(body, { y: 240 })], []);
    expect(total.kind).toBe('text');
  });

  it('takes no small words with a large sign for a heading', () => {
    const [sign] = lines(['!'], [40, 100], { size: 20 });
    const row = groupRows([sign!, ...lines(['Caution'], [80, 100], { size: 5 })]);
    const pieces: Piece[] = [{ kind: 'text', page: 0, rows: row }, piece(body)];
    markHeadings(pieces, []);
    expect(pieces.map(({ kind }) => kind)).toEqual(['text', 'text']);
  });

  it('takes level and line from the outline, and gives its levels to lines of the same style', () => {
    const pieces = [
      piece(['Chapter one'], { bold: true }),
      piece(body),
      piece(['Not in the outline'], { bold: true, page: 1 }),
    ];
    const anchors = markHeadings(pieces, [{ title: 'Chapter  One', level: 2, page: 0 }]);
    expect(anchors).toEqual([]);
    expect(pieces.map(({ level }) => level)).toEqual([2, undefined, 2]);
  });

  it('takes no titles of boxes for headings that recur, beside those that the outline names', () => {
    const box = [97, 133].map((y) => ({ x0: 40, y0: y, x1: 400, y1: y }));
    const bold = { bold: true };
    const kindsOf = (rules: readonly (readonly Box[])[]) => {
      const pieces = [0, 1, 2].flatMap((number) =>
        on(
          number,
          piece([`Chapter ${'abc'[number]!}`], { ...bold, y: 60 }),
          piece(body.slice(0, 1), { y: 80 }),
          piece(['Mind'], { ...bold, y: 112 }),
          piece(body.slice(0, 1), { y: 124 }),
          piece(body, { y: 160 }),
        ),
      );
      const outline = [0, 1, 2].map((page) => ({ title: `Chapter ${'abc'[page]!}`, level: 1, page }));
      markHeadings(pieces, outline, rules);
      return pieces.slice(0, 5).map(({ kind }) => kind);
    };
    expect(kindsOf([])).toEqual(['heading', 'text', 'heading', 'text', 'text']);
    const boxes = [box, box, box];
    expect(kindsOf(boxes)).toEqual(['heading', 'text', 'text', 'text', 'text']);
    expect(kindsOf(boxes.slice(1))).toEqual(['heading', 'text', 'heading', 'text', 'text']);
  });

  it('anchors an outline entry without a heading line at its height on the page', () => {
    const pieces = [piece(body), piece(body, { y: 400 })];
    const anchors = markHeadings(pieces, [{ title: 'Appendix', level: 1, page: 0, y: 390 }]);
    expect(anchors).toEqual([{ title: 'Appendix', level: 1, piece: pieces[1] }]);
  });
});
