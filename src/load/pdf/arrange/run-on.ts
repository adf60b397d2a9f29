import { boundsOf } from '../geometry.ts';
import { smallPrint } from '../margins/note-mark.ts';
import type { Row } from '../rows.ts';
import { startsCaption } from './captions.ts';
import type { Piece } from './pieces.ts';

/** Pieces that may stand between the parts of a paragraph: notes, floating tables and figures with their captions. */
const maxBetween = 30;
const sameSize = 0.1;
/** In sizes. */
const sameEdge = 0.5;
/** Share of the width by which full lines are shorter, and of the lines that are full. */
const ragged = 0.15;
const mostlyFull = 0.75;
/** In sizes, between the ends of stretched lines. */
const even = 0.1;

/**
 * A paragraph goes on where it broke off without a full stop and the next column or page begins in lower case, or, behind a full
 * line, with a line like those before that is not indented.
 */
export function isContinuation(before: Piece, piece: Piece): boolean {
  if (piece.kind !== 'text' || !breaksOff(before)) return false;
  const last = before.rows.at(-1)!;
  const first = piece.rows[0]!;
  const moved = piece.page !== before.page || first.baseline < last.baseline;
  if (!moved || Math.abs(first.size - last.size) > sameSize * last.size) return false;
  if (/^\p{Ll}/u.test(first.words[0]!.text)) return true;
  return areFull(before) && isFlush(piece, last) && !startsCaption(first);
}

/**
 * Whether of three lines of a paragraph, or more, most are as wide as the widest, the last one with them, which ends in a word; two
 * must end at the same place.
 */
function areFull({ kind, rows }: Piece): boolean {
  const last = rows.at(-1)!;
  const { x0, x1 } = boundsOf(rows);
  const full = rows.filter((row) => row.x1 > x1 - ragged * (x1 - x0));
  const isWord = /[\p{L}\p{N},]$/u.test(last.words.at(-1)!.text);
  const isLong = rows.length > 2 && full.length > mostlyFull * rows.length;
  const areEven = rows.length === 2 && Math.abs(rows[0]!.x1 - last.x1) < even * last.size;
  return kind === 'text' && (isLong || areEven) && isWord && last.x1 > x1 - last.size;
}

/** Whether the first line of several begins where they do, in the weight of another. */
function isFlush({ rows: [first, second] }: Piece, last: Row): boolean {
  if (first!.bold !== last.bold || second === undefined) return false;
  return Math.abs(first!.x0 - second.x0) < sameEdge * first!.size;
}

function breaksOff({ kind, rows, isContents }: Piece): boolean {
  if ((kind !== 'text' && kind !== 'list') || isContents) return false;
  return !/[.!?:;”"][⁰¹²³⁴-⁹]*$/.test(rows.at(-1)!.words.at(-1)!.text);
}

/**
 * Brings together the parts of paragraphs that run on in the next column or page with notes, tables or figures
 * between them: what stands between them on the page of the first part is put before it, the rest behind the
 * second part, so that pages keep their order.
 */
export function mendParagraphs(pieces: readonly Piece[]): Piece[] {
  const mended = [...pieces];
  mended.forEach((piece, index) => {
    const next = continuationOf(mended, index);
    if (next === undefined) return;
    const between = mended.slice(index + 1, next);
    const here = between.filter(({ page }) => page === piece.page);
    const there = between.filter(({ page }) => page !== piece.page);
    const before = mended[index - 1];
    if (here.length > 0 && before && isContinuation(before, piece)) return;
    mended.splice(index, next - index + 1, ...here, piece, mended[next]!, ...there);
  });
  return mended;
}

/** Index of the piece that goes on with this one, on this page or the next, where other pieces lie between them. */
function continuationOf(pieces: readonly Piece[], index: number): number | undefined {
  const piece = pieces[index]!;
  for (let next = index + 1; next < Math.min(pieces.length, index + maxBetween); next++) {
    const candidate = pieces[next]!;
    if (candidate.page > piece.page + 1) return undefined; // a page between has its place there
    if (isContinuation(piece, candidate)) return next === index + 1 ? undefined : next;
    if (!mayFloat(candidate, piece)) return undefined;
  }
  return undefined;
}

function mayFloat({ kind, rows }: Piece, paragraph: Piece): boolean {
  if (kind === 'table') return true;
  if (kind === 'heading') return false;
  const [row] = rows;
  return row!.size < smallPrint * paragraph.rows.at(-1)!.size || startsCaption(row!);
}
