import { beginsWithMark, smallPrint } from './note-mark.ts';
import type { Piece } from '../arrange/pieces.ts';
import { isContinuation } from '../arrange/run-on.ts';

/**
 * Brings together notes that go on at the foot of the next column: the first part is put before the second one, so
 * that the text in the next column stands between neither.
 */
export function mendNotes(pieces: readonly Piece[]): Piece[] {
  const mended = [...pieces];
  for (const note of pieces.filter(isNote)) {
    const from = mended.indexOf(note);
    const to = continuationOf(mended, from);
    if (to === undefined) continue;
    mended.splice(from, 1);
    mended.splice(to - 1, 0, note);
  }
  return mended;
}

function isNote({ kind, rows }: Piece): boolean {
  return kind === 'text' && beginsWithMark(rows[0]!);
}

/** Index of the piece on the same page that a note goes on with, where larger text lies between. */
function continuationOf(pieces: readonly Piece[], index: number): number | undefined {
  const note = pieces[index]!;
  for (let next = index + 1; next < pieces.length && pieces[next]!.page === note.page; next++) {
    const piece = pieces[next]!;
    if (isContinuation(note, piece)) return next === index + 1 ? undefined : next;
    if (piece.kind === 'text' && !isLarger(piece, note)) return undefined;
  }
  return undefined;
}

function isLarger(piece: Piece, note: Piece): boolean {
  return note.rows.at(-1)!.size < smallPrint * piece.rows[0]!.size;
}
