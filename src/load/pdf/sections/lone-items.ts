import type { Piece } from '../arrange/pieces.ts';
import { rowText } from '../rows.ts';

const numbered = /^(\d{1,3})\.\s/;

interface Item {
  readonly piece: Piece;
  readonly number: number;
}

/**
 * Without numbered lines when those with the numbers before and after, set alike, are no headings: one item of a list that does not
 * end in a full stop, as the others do. What follows would stand below it to the end of the list.
 *
 * @param styled lines that may be headings, with their styles.
 */
export function withoutLoneItems(
  styled: ReadonlyMap<Piece, number>,
  pieces: readonly Piece[],
): Map<Piece, number> {
  const left = new Map(styled);
  for (const items of itemsBySetting(pieces).values()) {
    for (const [index, { piece, number }] of items.entries()) {
      const [before, after] = [items[index - 1], items[index + 1]];
      const isBetween = before?.number === number - 1 && after?.number === number + 1;
      if (isBetween && !styled.has(before.piece) && !styled.has(after.piece)) left.delete(piece);
    }
  }
  return left;
}

/** Numbered pieces in order, those of one size and weight together. */
function itemsBySetting(pieces: readonly Piece[]): Map<string, Item[]> {
  const items = new Map<string, Item[]>();
  for (const piece of pieces) {
    const number = numbered.exec(rowText(piece.rows[0]!))?.[1];
    if (piece.kind === 'table' || number === undefined) continue;
    const { size, bold } = piece.rows[0]!;
    const setting = `${Math.round(size * 2)} ${bold}`;
    const alike = items.get(setting) ?? [];
    alike.push({ piece, number: Number(number) });
    items.set(setting, alike);
  }
  return items;
}
