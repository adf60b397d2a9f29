import { boundsOf, median } from './geometry.ts';
import { groupRows, rowText, splitRow, type Row } from './rows.ts';
import type { Word } from './words.ts';

/** A paragraph, list item, heading or run of table rows, as found on one page. */
export interface Piece {
  kind: 'text' | 'list' | 'table' | 'heading';
  /** Level 1…6 of a heading. */
  level?: number;
  readonly rows: Row[];
  /** Page index from 0. */
  readonly page: number;
}

/** What the rows of one region have in common. */
interface Measure {
  readonly left: number;
  readonly right: number;
  /** Usual distance of baselines, in sizes. */
  readonly leading: number;
  /** Usual size of a row. */
  readonly size: number;
}

/** A gap of this many sizes parts cells; a narrower one does where it is wide beside the row's other gaps. */
const cellGap = 1.6;
const relativeCellGap = 0.9;
/** Distance of baselines, in usual leadings, that ends a paragraph. */
const paragraphGap = 1.4;
const indent = 0.8;

const bullet = /^[•‣◦▪▫■□●○◆◇➢➤✓–—*·-]$/u;
const ordinal = /^(?:\(?(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,5})[.)]|\d{1,2}(?:\.\d{1,2})+\.?)$/i;

/** Cuts one region of a page, a single column, into pieces from top to bottom. */
export function cutPieces(words: readonly Word[], page: number): Piece[] {
  const rows = groupRows(words);
  const tabular = rows.map(isTabular);
  const measure = measureRows(rows, tabular);
  const inTable = rows.map((_, index) => belongsToTable(rows, tabular, index, measure));
  const pieces: Piece[] = [];
  rows.forEach((row, index) => {
    const piece = pieces.at(-1);
    const kind = inTable[index] ? 'table' : startsItem(row) ? 'list' : 'text';
    if (piece && continues(piece, row, { kind, alone: tabular[index] === true, measure }))
      piece.rows.push(row);
    else pieces.push({ kind, rows: [row], page });
  });
  return pieces;
}

/** The cells of a row of a table, from left to right. */
export function cellsOf(row: Row): Row[] {
  return splitRow(row, cellThreshold(row));
}

function cellThreshold(row: Row): number {
  const gaps = row.words.slice(1).map((word, index) => word.x0 - row.words[index]!.x1);
  const usual = gaps.length >= 3 ? median(gaps) : 0.3 * row.size;
  return Math.max(relativeCellGap * row.size, Math.min(cellGap * row.size, 2.5 * usual));
}

/** Whether a row has at least three cells, or two far apart, a list marker not counted. */
export function isTabular(row: Row): boolean {
  const cells = cellsOf(row).slice(startsItem(row) ? 1 : 0);
  if (cells.length !== 2) return cells.length > 2;
  return cells[1]!.x0 - cells[0]!.x1 >= cellGap * row.size;
}

function measureRows(rows: readonly Row[], tabular: readonly boolean[]): Measure {
  const distances = rows
    .slice(1)
    .map((row, index) => (row.baseline - rows[index]!.baseline) / row.size)
    .filter((distance, index) => !tabular[index + 1] && !tabular[index] && distance < 2.2);
  const { x0, x1 } = boundsOf(rows);
  return {
    left: x0,
    right: x1,
    leading: distances.length > 0 ? median(distances) : 1.25,
    size: median(rows.map((row) => row.size)),
  };
}

/** Tabular rows near another one, and short rows (wrapped labels, captions of groups) between two of them. */
function belongsToTable(
  rows: readonly Row[],
  tabular: readonly boolean[],
  index: number,
  { left, right, leading }: Measure,
): boolean {
  const near = (other: number): boolean => {
    const [a, b] = [rows[index]!, rows[other]];
    return b !== undefined && Math.abs(a.baseline - b.baseline) < 2.2 * leading * Math.max(a.size, b.size);
  };
  const before = near(index - 1) && tabular[index - 1] === true;
  const after = near(index + 1) && tabular[index + 1] === true;
  if (tabular[index]) {
    const label = (next: number, other: number): boolean => near(next) && tabular[other] === true;
    return before || after || label(index - 1, index - 2) || label(index + 1, index + 2);
  }
  const short = rows[index]!.x1 - rows[index]!.x0 < 0.5 * (right - left);
  return before && after && short;
}

function startsItem(row: Row): boolean {
  const [first, second] = row.words;
  return first !== undefined && second !== undefined && (bullet.test(first.text) || ordinal.test(first.text));
}

interface Candidate {
  readonly kind: Piece['kind'];
  /** The row has cells but no table around it: a line of its own. */
  readonly alone: boolean;
  readonly measure: Measure;
}

function continues(piece: Piece, row: Row, { kind, alone, measure }: Candidate): boolean {
  const last = piece.rows.at(-1)!;
  if (kind === 'table' || piece.kind === 'table') return kind === piece.kind && isNextTableRow(last, row);
  if (alone || isTabular(last)) return false;
  if (isBreak(last, row, measure)) return false;
  if (kind === 'list') return isWrappedMarker(piece, row, measure);
  if (isCentred(piece, row)) return true;
  if (piece.kind === 'list') return continuesItem(piece, row, measure);
  return !startsParagraph(piece, row, measure);
}

function isNextTableRow(last: Row, row: Row): boolean {
  return row.baseline - last.baseline < 3.5 * Math.max(row.size, last.size);
}

/** Vertical space, another size or another weight. */
function isBreak(last: Row, row: Row, { leading }: Measure): boolean {
  const size = Math.max(last.size, row.size);
  if (row.baseline - last.baseline > paragraphGap * leading * size) return true;
  const ratio = row.size / last.size;
  return ratio > 1.15 || ratio < 0.85 || row.bold !== last.bold;
}

/** "…as set out in section" / "2. of the agreement": the number belongs to the sentence. */
function isWrappedMarker(piece: Piece, row: Row, { right }: Measure): boolean {
  if (bullet.test(row.words[0]!.text)) return false;
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

/** Hanging lines belong to the item; lines back at the margin only where the line before is full. */
function continuesItem(piece: Piece, row: Row, { right }: Measure): boolean {
  const first = piece.rows[0]!;
  const last = piece.rows.at(-1)!;
  if (row.x0 > first.x0 + 0.5 * row.size) return true;
  return last.x1 > right - 4 * row.size && row.x0 > first.x0 - 6 * row.size;
}

function startsParagraph(piece: Piece, row: Row, measure: Measure): boolean {
  const last = piece.rows.at(-1)!;
  const step = indent * row.size;
  if (row.x0 > last.x0 + step) return true;
  if (piece.rows.length > 1 && row.x0 < last.x0 - step) return true;
  const heading = row.bold || row.size > 1.12 * measure.size;
  return !heading && endsEarly(last, row, measure);
}

/** The first word of the row would have fitted well into the line before, so that line ended on purpose. */
function endsEarly(last: Row, row: Row, { left, right }: Measure): boolean {
  const first = row.words[0]!;
  const room = right - last.x1 - (first.x1 - first.x0) - 0.5 * row.size;
  const ended = /[.:!?”"]$/.test(last.words.at(-1)!.text);
  return room > (ended ? 0.08 : 0.25) * (right - left);
}
