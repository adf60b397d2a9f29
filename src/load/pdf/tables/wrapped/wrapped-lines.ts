import { boundsOf } from '../../geometry.ts';
import type { Row } from '../../rows.ts';
import type { Word } from '../../words.ts';
import { isAmount } from '../amounts.ts';

/** Distance of baselines of the lines of a label and of another cell, how far left edges may be apart, and the space between words, in sizes. */
const labelDistance = 1.6;
const cellDistance = 1.35;
const sameEdge = 0.2;
const space = 0.25;
/** A label that is wrapped is this long at least, as a share of the longest line of labels. */
const minLength = 0.5;

/**
 * Makes one row of the lines of a wrapped label, which goes on in lower case, whether the numbers stand on its
 * last line or on its first: "Repayment of loans" over "from banks  1,234", or the other way round.
 *
 * @param starts the words that begin a cell, see `cellStarts`.
 */
export function joinWrappedLabels(rows: readonly Row[], starts: ReadonlySet<Word>): Row[] {
  const longest = Math.max(...rows.map((row) => widthOf(labelOf(row, starts))));
  return joinLines(rows, ({ row, above, last }) => {
    const first = row.words[0]!;
    if (!/^\p{Ll}/u.test(first.text) || first.text.length < 2) return undefined;
    if (row.baseline - above.baseline >= labelDistance * row.size) return undefined;
    const label = labelOf(last, starts);
    const isLong = widthOf(labelOf(above, starts)) > minLength * longest;
    if (!isLong || /[:.;]$/.test(label.at(-1)!.text) || !isUnder(label, first)) return undefined;
    const next = last.words[label.length];
    return !next || (isOneCell(row, starts) && row.x1 < next.x0) ? label.length : undefined;
  });
}

/**
 * Makes one row of the lines of a cell right of the first one: a line with nothing else, under a cell of words that had no room for its
 * first word and breaks off, or that it goes on in lower case: "Fahey and Jackson," over "1997".
 */
export function joinWrappedCells(rows: readonly Row[], starts: ReadonlySet<Word>): Row[] {
  const rights = rightEdges(rows, starts);
  // The lines of bold heads are joined anyway.
  const body = new Set(
    rows.slice(
      Math.max(
        0,
        rows.findIndex(({ bold }) => !bold),
      ),
    ),
  );
  return joinLines(rows, ({ row, above, last }) => {
    const first = row.words[0]!;
    if (!body.has(row) || row.baseline - above.baseline > cellDistance * row.size) return undefined;
    if (isAmount(row.words) || !isOneCell(row, starts)) return undefined;
    const isStart = (word: Word): boolean => starts.has(word);
    const from = last.words.findIndex(
      (word) => isStart(word) && Math.abs(word.x0 - first.x0) < sameEdge * row.size,
    );
    if (from < 0) return undefined;
    const rest = last.words.slice(from + 1);
    const next = rest.find(isStart);
    const end = next ? last.words.indexOf(next) : last.words.length;
    const cell = last.words.slice(from, end);
    const lowest = cell.at(-1)!;
    if (lowest.bold !== first.bold || lowest.baseline < above.baseline) return undefined;
    if (!cell.some(({ text }) => /\p{L}/u.test(text)) || (next && row.x1 > next.x0)) return undefined;
    const hasRoom = lowest.x1 + space * row.size + (first.x1 - first.x0) < rightOf(first.x0, rights);
    return !hasRoom && (/^\p{Ll}/u.test(first.text) || breaksOff(lowest)) ? end : undefined;
  });
}

interface Place {
  readonly row: Row;
  /** The line of text above. */
  readonly above: Row;
  /** The row that this belongs to, with the lines before it. */
  readonly last: Row;
}

/** @param endOf behind which word of the last row a line goes on with a cell of it; undefined where it does not. */
function joinLines(rows: readonly Row[], endOf: (place: Place) => number | undefined): Row[] {
  const joined: Row[] = [];
  for (const [index, row] of rows.entries()) {
    const last = joined.at(-1);
    const end = last && endOf({ row, above: rows[index - 1]!, last });
    if (last && end !== undefined) {
      const words = [...last.words.slice(0, end), ...row.words, ...last.words.slice(end)];
      joined[joined.length - 1] = { ...last, words, ...boundsOf(words) };
    } else joined.push(row);
  }
  return joined;
}

const isOneCell = ({ words }: Row, starts: ReadonlySet<Word>): boolean =>
  !words.some((word) => starts.has(word));

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

/** The words of the first cell. */
function labelOf({ words }: Row, starts: ReadonlySet<Word>): readonly Word[] {
  const end = words.findIndex((word) => starts.has(word));
  return end < 0 ? words : words.slice(0, end);
}

function widthOf(words: readonly Word[]): number {
  const { x0, x1 } = boundsOf(words);
  return x1 - x0;
}

/** Whether a word stands below the label or a little indented, not below another cell. */
function isUnder(label: readonly Word[], word: Word): boolean {
  const { x0, x1 } = boundsOf(label);
  return word.x0 > x0 - word.size && word.x0 < Math.min(x1, x0 + 4 * word.size);
}
