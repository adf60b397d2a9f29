import { boundsOf } from '../../geometry.ts';
import type { Row } from '../../rows.ts';
import type { Word } from '../../words.ts';

/** Distance of baselines, in sizes, of the lines of one label. */
const lineDistance = 1.6;
/** A label that is wrapped is this long at least, as a share of the longest line of labels. */
const minLength = 0.5;

/**
 * Makes one row of the lines of a wrapped label, which goes on in lower case, whether the numbers stand on its
 * last line or on its first: "Repayment of loans" over "from banks  1,234", or the other way round.
 *
 * @param starts the words that begin a cell, see `cellStarts`.
 */
export function joinWrappedLabels(rows: readonly Row[], starts: ReadonlySet<Word>): Row[] {
  const joined: Row[] = [];
  const longest = Math.max(...rows.map((row) => widthOf(labelOf(row, starts))));
  let above: Row | undefined;
  for (const row of rows) {
    const last = joined.at(-1);
    const wrapped =
      above && continuesLabel(above, row) && widthOf(labelOf(above, starts)) > minLength * longest;
    const words = last && wrapped ? join(last, row, starts) : undefined;
    if (words) joined[joined.length - 1] = withWords(last!, words);
    else joined.push(row);
    above = row;
  }
  return joined;
}

function withWords({ baseline, size, bold }: Row, words: readonly Word[]): Row {
  const { x0, y0, x1, y1 } = boundsOf(words);
  return { words, x0, y0, x1, y1, baseline, size, bold };
}

function continuesLabel(above: Row, row: Row): boolean {
  const [first] = row.words;
  if (!first || !/^\p{Ll}/u.test(first.text) || first.text.length < 2) return false;
  return row.baseline - above.baseline < lineDistance * row.size;
}

function join(last: Row, row: Row, starts: ReadonlySet<Word>): Word[] | undefined {
  const label = labelOf(last, starts);
  if (/[:.;]$/.test(label.at(-1)!.text)) return undefined;
  if (!isUnder(label, row.words[0]!)) return undefined;
  const [cell] = last.words.slice(label.length);
  if (!cell) return [...label, ...row.words];
  const alone = labelOf(row, starts).length === row.words.length && row.x1 < cell.x0;
  return alone ? [...label, ...row.words, ...last.words.slice(label.length)] : undefined;
}

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
