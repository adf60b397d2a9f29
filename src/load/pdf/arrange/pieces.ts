import { boundsOf, median } from '../geometry.ts';
import { startsCaption } from './captions.ts';
import { cellStarts, isBullet, isTabular, startsItem } from '../tables/cells.ts';
import { narrowBlocks } from './narrow-blocks.ts';
import { startsNote } from '../margins/note-mark.ts';
import { distanceOf, paragraphGap, runsOn } from './row-pairs.ts';
import { groupRows, rowText, type Row } from '../rows.ts';
import { extendToWrapped } from '../tables/extent/extend-to-wrapped.ts';
import { isFormula } from '../tables/is-formula.ts';
import { isTable } from '../tables/is-table.ts';
import type { Line } from '../tables/drawn-lines.ts';
import type { PdfTable } from '../tables/pdf-table.ts';
import { arrangeParts } from '../tables/split-and-join.ts';
import { tableFromRows } from '../tables/table-from-rows.ts';
import { findTables, type TableSpan } from '../tables/find-tables.ts';
import { beginsTaggedItem, headingTagOf } from '../parse/structure-tag.ts';
import type { Word } from '../words.ts';

/** A paragraph, list item, heading, figure or run of table rows, as found on one page. */
export interface Piece {
  kind: 'text' | 'list' | 'table' | 'heading' | 'figure';
  /** Level 1…6 of a heading. */
  level?: number;
  readonly rows: Row[];
  /** Page index from 0. */
  readonly page: number;
  /** What a piece of kind `table` is. */
  readonly table?: PdfTable;
  /** A line of a list of contents: a title with the page that it stands on. */
  readonly isContents?: true;
  /** Of a figure: its alternative text, above what OCR read in its pictures, above its caption in `rows`. */
  alternative?: string;
  read?: readonly Row[];
}

/** The rows of a piece as text, without regard to cells and hyphens. */
export function textOf({ rows }: Pick<Piece, 'rows'>): string {
  return rows.map(rowText).join(' ');
}

/** What the rows of one region have in common. */
interface Measure {
  readonly left: number;
  readonly right: number;
  /** Usual distance of baselines, in sizes. */
  readonly leading: number;
  /** That of double-spaced lines, where there are such: there, a gap ends no paragraph. */
  readonly spaced: number | undefined;
  /** Usual size of a row. */
  readonly size: number;
}

/** Lines are not further apart, in sizes, however they are spaced; and as regularly. */
const mostSpaced = 3.5;
const sameSpacing = 0.1;
const indent = 0.8;
/** How the last word of a sentence ends, the mark of a note behind it. */
const ended = /[.:!?”"。：！？][⁰¹²³⁴-⁹]*$/;
/** Lines this much larger than the usual are headings. */
const largerThanText = 1.12;
/** All words of a line this much larger than the usual and than the line below are no part of its paragraph. */
const largerThanLine = 1.08;
/** Share of the width of the text: a wider line that is not in capitals may be the first of a paragraph, in larger type. */
const widestTitle = 0.75;

/**
 * Cuts one region of a page, a single column, into pieces from top to bottom.
 *
 * @param across lines drawn across the page, which may part the rows of tables.
 */
export function cutPieces(words: readonly Word[], page: number, across: readonly Line[] = []): Piece[] {
  const rows = groupRows(words);
  const tabular = rows.map(isTabular);
  const measure = measureRows(rows, tabular);
  const found = arrangeParts(findTables(rows, tabular, measure.leading), rows);
  const spans = found.map((span) => extendToWrapped(span, rows));
  const tables = tablesOf({ rows, spans, across, page });
  const narrow = narrowBlocks(rows, tabular, measure);
  const pieces: Piece[] = [];
  rows.forEach((row, index) => {
    const table = tables.get(index);
    if (table && table !== pieces.at(-1)) pieces.push(table);
    if (table) return;
    const piece = pieces.at(-1);
    const isItem = startsItem(row) || beginsTaggedItem(row.words, rows[index - 1]?.words);
    const kind = isItem ? 'list' : 'text';
    const alone = tabular[index] === true;
    const belowCells = tabular[index - 1] === true;
    const edges = narrow.get(row);
    const local = edges ? { ...measure, ...edges } : measure;
    const candidate = { kind, alone, belowCells, below: rows[index + 1], measure: local } as const;
    if (piece && continues(piece, row, candidate)) piece.rows.push(row);
    else pieces.push({ kind, rows: [row], page });
  });
  return pieces;
}

interface TablePlaces {
  readonly rows: readonly Row[];
  readonly spans: readonly TableSpan[];
  readonly across: readonly Line[];
  readonly page: number;
}

/** For the index of each row of a table, or of a formula, the piece that it makes. */
function tablesOf({ rows, spans, across, page }: TablePlaces): Map<number, Piece> {
  const pieces = new Map<number, Piece>();
  for (const { start, end } of spans) {
    const lines = rows.slice(start, end);
    const table = tableFromRows(lines, cellStarts(lines), across);
    const isText = isFormula(table);
    if (!isText && !isTable(table)) continue;
    const piece: Piece = isText
      ? { kind: 'text', rows: lines, page }
      : { kind: 'table', rows: lines, page, table };
    for (let index = start; index < end; index++) pieces.set(index, piece);
  }
  return pieces;
}

function measureRows(rows: readonly Row[], tabular: readonly boolean[]): Measure {
  const distances = rows
    .slice(1)
    .map((row, index) => (row.baseline - rows[index]!.baseline) / row.size)
    .filter((distance, index) => !tabular[index + 1] && !tabular[index] && distance < 2.2);
  const { x0, x1 } = boundsOf(rows);
  const leading = distances.length > 0 ? median(distances) : 1.25;
  return {
    left: x0,
    right: x1,
    leading,
    spaced: spacingOf(rows, { leading, right: x1 }),
    size: median(rows.map((row) => row.size)),
  };
}

/**
 * The distance of lines further apart than others: of three at least, most of which have no room for the word that the next one
 * begins with. Between paragraphs of several lines such gaps stand alone.
 */
function spacingOf(
  rows: readonly Row[],
  { leading, right }: Pick<Measure, 'leading' | 'right'>,
): number | undefined {
  const pairs = rows.slice(1).map((row, index) => {
    const last = rows[index]!;
    return { row, last, distance: distanceOf(last, row), wraps: !hasRoom(last, row, right) };
  });
  const wide = pairs.filter(({ distance }) => distance > paragraphGap * leading && distance < mostSpaced);
  const wrapped = wide.filter(({ wraps }) => wraps);
  if (!wrapped.some(({ row, last }) => runsOn(last, row) || isWithoutCase(row))) return undefined;
  const spaced = median(wrapped.map(({ distance }) => distance));
  const isSpaced = (pair: { distance: number } | undefined) => isNear(pair?.distance, spaced);
  const inRuns = pairs.filter(
    (pair, index) => isSpaced(pair) && (isSpaced(pairs[index - 1]) || isSpaced(pairs[index + 1])),
  );
  return inRuns.filter(({ wraps }) => wraps).length * 2 > pairs.filter(isSpaced).length ? spaced : undefined;
}

const isNear = (distance = NaN, spaced = NaN) => Math.abs(distance - spaced) < sameSpacing;

/** Whether the first word of a row would have fitted into the one before. */
function hasRoom(last: Row, row: Row, right: number): boolean {
  const next = row.words[0]!;
  return last.x1 + (next.x1 - next.x0) < right - row.size;
}

/** In scripts without capitals any row may begin within a sentence. */
const isWithoutCase = ({ words: [first] }: Row) => /^\p{Lo}/u.test(first!.text);

interface Candidate {
  readonly kind: 'text' | 'list';
  /** The row has cells but no table around it: a line of its own. */
  readonly alone: boolean;
  /** So has the row above. */
  readonly belowCells: boolean;
  /** The row below this one. */
  readonly below: Row | undefined;
  readonly measure: Measure;
}

function continues(piece: Piece, row: Row, { kind, alone, belowCells, below, measure }: Candidate): boolean {
  const last = piece.rows.at(-1)!;
  if (piece.kind === 'table' || alone || belowCells) return false;
  if (isBreak(last, row, measure) || startsNote(row, measure.size)) return false;
  if (kind === 'list') return isWrappedMarker(piece, row, measure);
  if (isCentred(piece, row)) return true;
  if (piece.kind === 'list')
    return continuesItem(piece, row, measure) && !isIndentedBelow(piece, row, measure);
  return !startsParagraph(piece, row, measure) && !isBelowIndented(piece, row, below, measure);
}

/** Whether a row begins a paragraph like the one of a single line above: both are indented, as the row below shows. */
function isBelowIndented(
  { rows: [first, ...others] }: Piece,
  row: Row,
  below: Row | undefined,
  { right }: Measure,
): boolean {
  if (others.length > 0 || !ended.test(first!.words.at(-1)!.text) || below === undefined) return false;
  if (hasRoom(row, below, right)) return false;
  const isAlike = Math.abs(row.x0 - first!.x0) < 0.1 * row.size;
  const back = row.x0 - below.x0;
  return isAlike && back > indent * row.size && back < 4 * row.size && distanceOf(row, below) < 2;
}

/** Vertical space, another heading, another size or, between sentences, another weight. */
function isBreak(last: Row, row: Row, measure: Measure): boolean {
  if (isApart(last, row, measure)) return true;
  if (headingTagOf(row.words) !== headingTagOf(last.words)) return true;
  if (beginsTaggedItem(row.words, last.words)) return true;
  const ratio = row.size / last.size;
  if (ratio > 1.15 || ratio < 0.85 || isBelowTitle(last, row, measure)) return true;
  return differInWeight(last, row, measure) && !breaksOff(last, row, measure);
}

/** In large type, titles have words of other weights, such as names: there, words that follow each other must differ too. */
function differInWeight(last: Row, row: Row, { size }: Measure): boolean {
  if (row.bold === last.bold) return false;
  const isLarge = Math.min(last.size, row.size) > largerThanText * size;
  return !isLarge || row.words[0]!.bold !== last.words.at(-1)!.bold;
}

/** Whether all words of the line above, which is no sentence that goes on, are larger than the text, and those of this one are not. */
function isBelowTitle(last: Row, row: Row, { left, right, size }: Measure): boolean {
  const share = (last.x1 - last.x0) / (right - left);
  const isCapitals = /^(?=.*\p{Lu})\P{Ll}+$/u.test(rowText(last));
  if (runsOn(last, row) ? share >= 0.5 : share >= widestTitle && !isCapitals) return false;
  const least = largerThanLine * Math.max(size, row.size);
  const written = last.words.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
  return written.length > 0 && written.every((word) => word.size > least);
}

function isApart(last: Row, row: Row, measure: Measure): boolean {
  const { leading, spaced, left, right } = measure;
  const distance = distanceOf(last, row);
  if (distance <= paragraphGap * leading) return false;
  const isInMiddle = last.x0 > left + indent * last.size && hasRoom(last, row, right);
  return !isNear(distance, spaced) || isInMiddle || endsEarly(last, row, measure);
}

/** "…as set out in section" / "2. of the agreement": the number belongs to the sentence. */
function isWrappedMarker(piece: Piece, row: Row, { right }: Measure): boolean {
  if (isBullet(row.words[0]!)) return false;
  const last = piece.rows.at(-1)!;
  const inLine = Math.abs(row.x0 - piece.rows[0]!.x0) < 0.5 * row.size;
  if (piece.kind === 'list' && inLine) return false;
  const reachesEnd = last.x1 > right - 2 * last.size;
  return reachesEnd && !/[.:;!?,]$|\b(?:and|or)$/.test(rowText(last));
}

/** Lines around one centre, unless the piece is set flush left. */
function isCentred({ rows }: Piece, row: Row): boolean {
  const [first, second] = rows;
  const last = rows.at(-1)!;
  if (second && Math.abs(first!.x0 - second.x0) < 1) return false;
  const apart = Math.abs(last.x0 + last.x1 - row.x0 - row.x1) / 2;
  return apart < 0.3 * row.size && Math.abs(last.x0 - row.x0) > indent * row.size;
}

/**
 * Hanging lines belong to the item; lines back at the margin only where the line before is full, or breaks off in a sentence.
 * Lines far back are those of a first line that is indented, which has no room and ends no sentence.
 */
function continuesItem(piece: Piece, row: Row, measure: Measure): boolean {
  const { right } = measure;
  const first = piece.rows[0]!;
  const last = piece.rows.at(-1)!;
  if (row.x0 > first.x0 + 0.5 * row.size) return true;
  if (row.x0 <= last.x0 - 6 * row.size)
    return piece.rows.length === 1 && !hasRoom(last, row, right) && !ended.test(last.words.at(-1)!.text);
  return last.x1 > right - 4 * row.size || breaksOff(last, row, measure);
}

/** Behind a sentence that ends early, a row more to the right than the lines of the item, of which there are several, begins a paragraph. */
function isIndentedBelow({ rows }: Piece, row: Row, measure: Measure): boolean {
  const last = rows.at(-1)!;
  if (rows.length === 1 || row.x0 <= Math.max(rows[0]!.x0, last.x0) + 0.5 * row.size) return false;
  const end = last.words.at(-1)!.text;
  const isEnded = ended.test(end) && !end.includes(':') && !/^\p{Ll}/u.test(row.words[0]!.text);
  return isEnded && endsEarly(last, row, measure);
}

/** A word in lower case follows that had no room in the line, which is more than half as wide as the text. */
function breaksOff(last: Row, row: Row, { left, right }: Measure): boolean {
  return last.x1 - last.x0 >= (right - left) / 2 && !hasRoom(last, row, right) && runsOn(last, row);
}

function startsParagraph(piece: Piece, row: Row, measure: Measure): boolean {
  const last = piece.rows.at(-1)!;
  const step = indent * row.size;
  if (startsCaption(row) && !runsInto(last, row, measure)) return true;
  if (row.x0 > last.x0 + step)
    return piece.rows.length > 1 || !(runsInto(last, row, measure) || breaksOff(last, row, measure));
  if (piece.rows.length > 1 && row.x0 < last.x0 - step)
    return !/[\p{L},-]$/u.test(last.words.at(-1)!.text) || !breaksOff(last, row, measure);
  const heading = row.bold || row.size > largerThanText * measure.size;
  return !heading && endsEarly(last, row, measure);
}

/** A full line that ends no sentence goes on in a hanging line, as in notes and references. */
function runsInto(last: Row, row: Row, { right }: Measure): boolean {
  return last.x1 > right - 3 * row.size && !ended.test(last.words.at(-1)!.text);
}

/** The first word of the row would have fitted well into the line before, so that line ended on purpose. */
function endsEarly(last: Row, row: Row, { left, right }: Measure): boolean {
  const first = row.words[0]!;
  const room = right - last.x1 - (first.x1 - first.x0) - 0.5 * row.size;
  return room > (ended.test(last.words.at(-1)!.text) ? 0.08 : 0.25) * (right - left);
}
