/** One thing in a column that is never split: a line of text, a table, a figure. Lengths in points. */
export interface Item {
  /** Space above, dropped at the top of a column. */
  readonly before: number;
  readonly height: number;
  /** Natural width of what is drawn, for setting it flush right. */
  readonly width: number;
  /** No column may end between this item and the next: headings, first and next-to-last lines. */
  readonly keepWithNext: boolean;
  /** Footnotes that must stand at the foot of the same column. */
  readonly notes: readonly Item[];
  draw(x: number, y: number): void;
}

/** Items `from` (inclusive) to `to` (exclusive) of one column. */
interface Column {
  readonly from: number;
  readonly to: number;
}

/** Space between the text and the first footnote, which holds the short rule. */
export const noteGap = 10;

/** Height that items take in one column, without their footnotes. */
export function heightOf(items: readonly Item[]): number {
  return items.reduce((sum, item, index) => sum + item.height + (index > 0 ? item.before : 0), 0);
}

/** Height of the footnotes that items call, with the gap above; 0 without notes. */
export function notesHeight(items: readonly Item[]): number {
  const notes = items.flatMap((item) => item.notes);
  return notes.length > 0 ? noteGap + heightOf(notes) : 0;
}

function fillColumn(items: readonly Item[], from: number, height: number): Column {
  let to = from;
  while (to < items.length) {
    const taken = items.slice(from, to + 1);
    if (heightOf(taken) + notesHeight(taken) > height + 0.01) break;
    to += 1;
  }
  if (to === items.length) return { from, to };
  let back = to;
  while (back > from && items[back - 1]?.keepWithNext) back -= 1;
  return { from, to: back > from ? back : to };
}

/** Fills up to `count` columns of one height, top down. A column may stay empty when its first item is too high for it. */
function fillColumns(
  items: readonly Item[],
  from: number,
  shape: { count: number; height: number },
): Column[] {
  const columns: Column[] = [];
  for (let next = from; columns.length < shape.count;) {
    const column = fillColumn(items, next, shape.height);
    columns.push(column);
    next = column.to;
  }
  return columns;
}

/** As `fillColumns`, but when all remaining items fit, on the least height on which they still do. */
export function balanceColumns(
  items: readonly Item[],
  from: number,
  shape: { count: number; height: number },
): Column[] {
  let columns = fillColumns(items, from, shape);
  if (columns.at(-1)?.to !== items.length || shape.count === 1) return columns;
  for (let height = shape.height - 2; height > 0; height -= 2) {
    const tighter = fillColumns(items, from, { count: shape.count, height });
    const endsWell = tighter.every(
      (column) => column.to === items.length || !items[column.to - 1]?.keepWithNext,
    );
    if (tighter.at(-1)?.to !== items.length || !endsWell) break;
    columns = tighter;
  }
  return columns;
}
