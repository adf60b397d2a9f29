import type { PdfCell } from '../pdf-table.ts';
import type { HeadedColumn } from './span-repeated.ts';
import type { Interval } from '../columns.ts';

/** How far the middle of a head may be from that of its group, in widths of a column. */
const nearMiddle = 0.25;
const leastColumns = 2;
/** Tables of more columns are left as they are. */
const mostColumns = 200;

/**
 * Lets heads of one row span neighbouring groups of columns, each in the middle of its own, that are all columns up to the last with nothing
 * left out between them: "Three months ended" over two dates and two changes, "Six months ended" over as many. One of them at least must
 * stand between two columns or over several: those that each stand over one may be the first lines of longer heads than those beside.
 *
 * @param columns with what heads each below the row: groups are made of such as have heads, none of which comes again after another.
 */
export function spanGroups(heads: readonly PdfCell[], columns: readonly HeadedColumn[]): readonly PdfCell[] {
  const over = heads.filter(({ column }) => column > 0);
  if (over.length < 2 || columns.length > mostColumns) return heads;
  const spanned = new Map<PdfCell, PdfCell>();
  let end = columns.length;
  let isBetween = false;
  for (const [index, head] of over.toReversed().entries()) {
    const before = over[over.length - index - 2];
    const least = before ? before.column + before.columnSpan : 1;
    const start = startOf(head, columns, { least, end });
    if (start === undefined) return heads;
    isBetween ||= head.columnSpan > 1 || isNearerTo(head, columns.slice(start, end), columns[head.column]!);
    spanned.set(head, { ...head, column: start, columnSpan: end - start });
    end = start;
  }
  if (!isBetween) return heads;
  return heads.map((head) => spanned.get(head) ?? head);
}

/** Whether a head stands clearly nearer to the middle of a group than to that of the column that it is over. */
const isNearerTo = (head: PdfCell, group: readonly Interval[], own: Interval): boolean =>
  fromMiddle(head, group) + 1 < fromMiddle(head, [own]) / 2;

/** Where the group in whose middle a head stands begins, so that it ends where the next one begins. */
function startOf(
  head: PdfCell,
  columns: readonly HeadedColumn[],
  { least, end }: { readonly least: number; readonly end: number },
): number | undefined {
  let found: number | undefined;
  let nearest = Infinity;
  for (let start = Math.min(end - leastColumns, head.column); start >= least; start -= 1) {
    const group = columns.slice(start, end);
    const texts = new Set(group.map(({ text }) => text));
    const runs = group.filter(({ text }, index) => text !== group[index - 1]?.text);
    if (texts.has('') || texts.size < runs.length) break;
    const distance = fromMiddle(head, group) / widthOf(group);
    if (distance < Math.min(nearest, nearMiddle)) [found, nearest] = [start, distance];
  }
  return found;
}

/** Between the middle of a head and that of a group, in points. */
const fromMiddle = ({ x0, x1 }: Interval, group: readonly Interval[]): number =>
  Math.abs(x0 + x1 - group[0]!.x0 - group.at(-1)!.x1) / 2;

/** The width of a column of a group with the space beside it, in points. */
const widthOf = (group: readonly Interval[]): number => (group.at(-1)!.x1 - group[0]!.x0) / group.length;
