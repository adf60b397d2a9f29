import type { Item } from './flow.ts';
import { breakLines, type Fragment, type Line, type Piece } from './lines.ts';
import type { Hyphenate } from './hyphenation.ts';
import type { Face } from './styles.ts';

type Canvas = PDFKit.PDFDocument;

/** What every block needs to be set: where to draw, how to divide words, which footnotes exist. */
export interface Setting {
  readonly canvas: Canvas;
  readonly hyphenate: Hyphenate;
  readonly noteFace: Face;
  readonly notes: ReadonlyMap<string, string>;
}

interface ParagraphShape {
  readonly face: Face;
  /** Of the column, in points. */
  readonly width: number;
  readonly before?: number;
  readonly firstIndent?: number;
  /** Indent of every line; `label` stands in it on the first line. */
  readonly hang?: number;
  readonly label?: string;
  readonly labelIndent?: number;
  readonly justify?: boolean;
  readonly keepWithNext?: boolean;
}

/** Sets a paragraph as one item a line, so that a column can end between lines but leaves no widow and no orphan. */
export function setParagraph(setting: Setting, text: string, shape: ParagraphShape): Item[] {
  const { face, width, hang = 0, firstIndent = 0, justify = true } = shape;
  const fragments = toFragments(setting, parsePieces(text, face), justify);
  const measure = {
    widths: [width - hang - firstIndent, width - hang],
    space: widthOf(setting.canvas, { text: ' ', ...face, rise: 0 }),
    hyphen: widthOf(setting.canvas, { text: '-', ...face, rise: 0 }),
  };
  const lines = breakLines(fragments, measure);
  return lines.map((line, index) => {
    const runs = joinRuns(fragments, line);
    const room = width - hang - (index === 0 ? firstIndent : 0);
    const isLast = index === lines.length - 1;
    return {
      before: index === 0 ? (shape.before ?? 0) : 0,
      height: face.leading,
      width: widthOfRuns(setting.canvas, runs),
      keepWithNext:
        shape.keepWithNext || (lines.length > 1 && (index === 0 || index === lines.length - 2)) || false,
      notes: setNotes(setting, marksIn(runs), width),
      draw: (x, y) => {
        const baseline = y + face.leading * 0.5 + face.size * 0.32;
        if (index === 0 && shape.label) {
          drawRuns(setting.canvas, [{ text: shape.label, font: face.font, size: face.size, rise: 0 }], {
            x: x + (shape.labelIndent ?? 0),
            y: baseline,
            extra: 0,
            colour: face.colour,
          });
        }
        const extra = justify ? extraSpace(setting.canvas, runs, { room, isLast }) : 0;
        drawRuns(setting.canvas, runs, {
          x: x + hang + (index === 0 ? firstIndent : 0),
          y: baseline,
          extra,
          colour: face.colour,
        });
      },
    };
  });
}

/** One line of text, drawn from `x` or so that it ends there. `y` is the baseline. */
export function drawText(
  canvas: Canvas,
  text: string,
  at: { x: number; y: number; face: Face; align?: 'left' | 'right' | 'centre' },
): void {
  const piece = { text, font: at.face.font, size: at.face.size, rise: 0 };
  const width = widthOf(canvas, piece);
  const shift = at.align === 'right' ? width : at.align === 'centre' ? width / 2 : 0;
  drawRuns(canvas, [piece], { x: at.x - shift, y: at.y, extra: 0, colour: at.face.colour });
}

export function widthOf(canvas: Canvas, piece: Piece): number {
  return canvas.font(piece.font).fontSize(piece.size).widthOfString(piece.text);
}

function parsePieces(text: string, face: Face): Piece[] {
  const pieces: Piece[] = [];
  const add = (part: string, font: string, note = false): void => {
    if (part)
      pieces.push({
        text: part,
        font,
        size: note ? face.size * 0.64 : face.size,
        rise: note ? face.size * 0.34 : 0,
      });
  };
  for (const match of text.matchAll(/\*\*(.+?)\*\*|\*(.+?)\*|\[\^(\w+)\]|([^*[]+|[*[])/g)) {
    const [, bold, italic, note, plain] = match;
    if (bold) add(bold, boldOf(face.font));
    else if (italic) add(italic, italicOf(face.font));
    else if (note) add(note, face.font, true);
    else add(plain ?? '', face.font);
  }
  return pieces;
}

const boldOf = (font: string): string => (font.startsWith('Times') ? 'Times-Bold' : 'Helvetica-Bold');
const italicOf = (font: string): string => (font.startsWith('Times') ? 'Times-Italic' : 'Helvetica-Oblique');

function toFragments(setting: Setting, pieces: readonly Piece[], hyphenated: boolean): Fragment[] {
  return toWords(pieces).flatMap((word) => {
    const [first] = word;
    const parts = hyphenated && first ? divide(setting, first) : [first as Piece];
    const groups = parts.map((part, index) =>
      index === parts.length - 1 ? [part, ...word.slice(1)] : [part],
    );
    return groups.map((group, index) => ({
      pieces: group,
      width: group.reduce((sum, piece) => sum + widthOf(setting.canvas, piece), 0),
      endsWord: index === groups.length - 1,
    }));
  });
}

function divide(setting: Setting, piece: Piece): Piece[] {
  return setting.hyphenate(piece.text).map((text) => ({ ...piece, text }));
}

function toWords(pieces: readonly Piece[]): Piece[][] {
  const words: Piece[][] = [[]];
  for (const piece of pieces) {
    piece.text.split(/( +)/).forEach((part) => {
      if (/^ +$/.test(part)) words.push([]);
      else if (part) words.at(-1)?.push({ ...piece, text: part });
    });
  }
  return words.filter((word) => word.length > 0);
}

function joinRuns(fragments: readonly Fragment[], line: Line): Piece[] {
  const runs: Piece[] = [];
  const add = (piece: Piece): void => {
    const last = runs.at(-1);
    const joins = last && last.font === piece.font && last.size === piece.size;
    if (joins) runs[runs.length - 1] = { ...last, text: last.text + piece.text };
    else runs.push(piece);
  };
  fragments.slice(line.from, line.to).forEach((fragment, index) => {
    fragment.pieces.forEach(add);
    const last = fragment.pieces.at(-1) as Piece;
    const isEnd = index === line.to - line.from - 1;
    if (fragment.endsWord && !isEnd) add({ ...last, text: ' ' });
    if (isEnd && line.hyphenated) add({ ...last, text: '-' });
  });
  return runs;
}

const spacesIn = (text: string): number => text.split(' ').length - 1;

function widthOfRuns(canvas: Canvas, runs: readonly Piece[]): number {
  return runs.reduce((sum, run) => sum + widthOf(canvas, run), 0);
}

function extraSpace(canvas: Canvas, runs: readonly Piece[], line: { room: number; isLast: boolean }): number {
  const spaces = runs.reduce((sum, run) => sum + spacesIn(run.text), 0);
  const rest = line.room - widthOfRuns(canvas, runs);
  return spaces === 0 || (line.isLast && rest > 0) ? 0 : rest / spaces;
}

function drawRuns(
  canvas: Canvas,
  runs: readonly Piece[],
  at: { x: number; y: number; extra: number; colour: string },
): void {
  let x = at.x;
  for (const run of runs) {
    const width = widthOf(canvas, run);
    // Justified with the word-space operator, so that the spaces stay in the text.
    if (at.extra !== 0) canvas.addContent(`${at.extra.toFixed(4)} Tw`);
    canvas
      .fillColor(at.colour)
      .text(run.text, x, at.y - run.rise, { lineBreak: false, baseline: 'alphabetic' });
    if (at.extra !== 0) canvas.addContent('0 Tw');
    x += width + at.extra * spacesIn(run.text);
  }
}

/** The footnotes that a text calls, each set for the foot of a column of this width. @throws Error on a mark without a text */
export function setNotes(setting: Setting, text: string, width: number): Item[] {
  return [...text.matchAll(/\[\^(\w+)\]/g)].flatMap(([, mark = '']) => {
    const note = setting.notes.get(mark);
    if (note === undefined) throw new Error(`Footnote ${mark} has no text.`);
    return setParagraph(setting, note, { face: setting.noteFace, width, hang: 10, label: mark, before: 2 });
  });
}

function marksIn(runs: readonly Piece[]): string {
  return runs
    .filter((run) => run.rise > 0)
    .map((run) => `[^${run.text.trim()}]`)
    .join('');
}
