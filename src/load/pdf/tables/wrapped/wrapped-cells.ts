import { boundsOf } from '../../geometry.ts';
import type { Row } from '../../rows.ts';
import type { Word } from '../../words.ts';
import { isAmount } from '../amounts.ts';

/** Distance of baselines of the lines of one cell, how far their left edges may be apart, and the space between words, in sizes. */
const lineDistance = 1.35;
const sameEdge = 0.2;
const space = 0.25;

/**
 * Makes one row of the lines of a cell right of the first one: a line with nothing else, under a cell of words that had no room for its
 * first word and breaks off, or that it goes on in lower case: "Fahey and Jackson," over "1997".
 *
 * @param starts the words that begin a cell, see `cellStarts`.
 */
export function joinWrappedCells(rows: readonly Row[], starts: ReadonlySet<Word>): Row[] {
  const joined: Row[] = [];
  const rights = rightEdges(rows, starts);
  // The lines of bold heads are joined anyway.
  const heads = rows.findIndex(({ bold }) => !bold);
  let above: Row | undefined;
  for (const [index, row] of rows.entries()) {
    const last = joined.at(-1);
    const end = above && last && index >= heads ? endOfCell(row, { above, last, starts, rights }) : undefined;
    if (last && end !== undefined) {
      const words = [...last.words.slice(0, end), ...row.words, ...last.words.slice(end)];
      joined[joined.length - 1] = { ...last, words, ...boundsOf(words) };
    } else joined.push(row);
    above = row;
  }
  return joined;
}

interface Place {
  /** The line of text above. */
  readonly above: Row;
  /** The row that this belongs to, with the lines before it. */
  readonly last: Row;
  readonly starts: ReadonlySet<Word>;
  readonly rights: ReadonlyMap<number, number>;
}

/** Behind which word of the row above a line goes on with a cell of it; undefined where it does not. */
function endOfCell(row: Row, { above, last, starts, rights }: Place): number | undefined {
  const [first] = row.words;
  if (row.baseline - above.baseline > lineDistance * row.size || isAmount(row.words)) return undefined;
  if (row.words.some((word) => starts.has(word))) return undefined;
  const from = last.words.findIndex(
    (word) => starts.has(word) && Math.abs(word.x0 - first!.x0) < sameEdge * row.size,
  );
  if (from < 0) return undefined;
  const next = last.words.findIndex((word, index) => index > from && starts.has(word));
  const end = next < 0 ? last.words.length : next;
  const cell = last.words.slice(from, end);
  const lowest = cell.at(-1)!;
  if (
    lowest.bold !== first!.bold ||
    lowest.baseline < above.baseline ||
    !cell.some(({ text }) => /\p{L}/u.test(text))
  )
    return undefined;
  if (next >= 0 && row.x1 > last.words[next]!.x0) return undefined;
  const right = rightOf(first!.x0, rights);
  const hasRoom = lowest.x1 + space * row.size + (first!.x1 - first!.x0) < right;
  return !hasRoom && (/^\p{Ll}/u.test(first!.text) || breaksOff(lowest)) ? end : undefined;
}

/** Whether a word is none that a name or a sentence ends with: `and`, `Jackson,`. */
const breaksOff = ({ text }: Word): boolean => /^\p{Ll}[\p{L}]*$|[,&-]$/u.test(text);

/** How far right the cells go that begin at about the same place, by whole points. */
function rightEdges(rows: readonly Row[], starts: ReadonlySet<Word>): ReadonlyMap<number, number> {
  const rights = new Map<number, number>();
  for (const { words } of rows) {
    let at = 0;
    for (const [index, word] of words.entries()) {
      if (index === 0 || starts.has(word)) at = Math.round(word.x0);
      rights.set(at, Math.max(rights.get(at) ?? 0, word.x1));
    }
  }
  return rights;
}

const rightOf = (x: number, rights: ReadonlyMap<number, number>): number =>
  Math.max(...[-1, 0, 1].map((step) => rights.get(Math.round(x) + step) ?? 0));
