import type { Interval } from '../columns.ts';
import type { Line } from '../drawn-lines.ts';
import type { PdfCell } from '../pdf-table.ts';

/** A column with the heads that stand over it below a row. */
interface HeadedColumn extends Interval {
  text: string;
  /** The lowest row's last. */
  head?: PdfCell;
}

/** Columns from the first to the last, both included. */
type Group = readonly [first: number, last: number];
type Groups = ReadonlyMap<PdfCell, Group>;

/** Tables of more columns are left as they are: all groups are tried. */
const mostColumns = 60;
/** Height, in sizes, within which the line below a head is drawn, and the share of a column that it must cover. */
const below = 0.8;
const minCover = 0.6;
/** A head stands at the edge of its line, in sizes, or has about the same space on both sides, as a share of the line. */
const nearEdge = 1.5;
const sameMargins = 0.25;
/** Heads whose edges are this close, in sizes, are flush. */
const flush = 0.2;
/** How far the middle of a head may be from that of its columns, in widths of one: where it is alone, and beside others. */
const nearMiddle = 0.5;
const nearerMiddle = 0.25;
/** Baselines of heads beside each other, some of one line and some of two, are no further apart than this, in sizes. */
const sameHeight = 0.8;
const year = /^(?:19|20)\d\d$/;
const bracket = /^[(（].*[)）]$/su;

interface Header {
  readonly headerRows: number;
  readonly columns: readonly Interval[];
  readonly across: readonly Line[];
}

/**
 * The columns that heads stand over. A head stands over those that it reaches over, and over more neighbours, which no other head of its line is over,
 *
 * 1. that have a line drawn over them, right below the head: "2022" over "Level 1" and "Level 2";
 * 2. whose heads below come again beside them, under another head: "Pension" and "Benefits" over "2022", "2021", "2022", "2021";
 * 3. in whose middle it stands: alone in its row, over several columns or over years, "Year ended 31 December" over "2024" and
 *    "2023"; or beside others, where each has a group of columns and no column is left out between them.
 *
 * This is seen from below, as what a head stands over is also what the heads above it stand over.
 */
export function spanHeads(
  cells: readonly PdfCell[],
  { headerRows, columns, across }: Header,
): readonly PdfCell[] {
  const headed = columns.map(({ x0, x1 }): HeadedColumn => ({ x0, x1, text: '' }));
  let spanned = cells;
  for (let row = headerRows - 1; row >= 0; row--) {
    const heads = cells.filter((cell) => cell.row === row);
    const drawn = heads.map((head) => widened(head, underLine(head, headed, across), spanned));
    const wider = overGroups(drawn, headed, spanned);
    for (const head of wider) {
      for (const column of headed.slice(head.column, lastOf(head) + 1)) {
        column.text = `${textOf(head)} ${column.text}`.trim();
        column.head = head;
      }
    }
    spanned = spanned.map((cell) => wider[heads.indexOf(cell)] ?? cell);
  }
  return spanned;
}

/** Heads of one row over the columns that they stand over where no lines are drawn. */
function overGroups(
  heads: readonly PdfCell[],
  columns: readonly HeadedColumn[],
  cells: readonly PdfCell[],
): readonly PdfCell[] {
  if (columns.length > mostColumns) return heads;
  const repeated = repeatedGroups(heads, columns);
  const within = heads.map((head) => widened(head, repeated.get(head), cells));
  const middles = middleGroups(within, columns);
  return within.map((head) => widened(head, middles.get(head), cells));
}

/** A head over a group of more columns, unless another cell on the line of its last words, give or take, stands over one of these. */
function widened(head: PdfCell, group: Group | undefined, cells: readonly PdfCell[]): PdfCell {
  if (!group) return head;
  const [first, last] = group;
  const isTaken = cells.some(
    (other) =>
      (other.row !== head.row || other.x0 !== head.x0) &&
      Math.abs(baselineOf(other) - baselineOf(head)) < sameHeight * head.words[0]!.size &&
      other.column <= last &&
      other.column + other.columnSpan > first,
  );
  return isTaken ? head : { ...head, column: first, columnSpan: last - first + 1 };
}

/**
 * The columns under the line below a head that stands at the edge of it or in its middle. Else those up to its nearer end and as many on the other side: "Percent
 * Change" over the last three of five columns; none where it has no head below it or is flush with that, and of that alone.
 */
function underLine(
  head: PdfCell,
  columns: readonly HeadedColumn[],
  across: readonly Line[],
): Group | undefined {
  const { row, column, x0, x1, y1, words } = head;
  const { size } = words[0]!;
  const [baseline, middle] = [baselineOf(head), (x0 + x1) / 2];
  const line = across.find(
    ({ at, from, to }) => at > baseline && at < y1 + below * size && from < middle && to > middle,
  );
  if (!line) return undefined;
  const isCovered = (over: Interval): boolean =>
    Math.min(over.x1, line.to) - Math.max(over.x0, line.from) >= minCover * (over.x1 - over.x0);
  let group: Group = [columns.findIndex(isCovered), columns.findLastIndex(isCovered)];
  const [left, right] = [x0 - line.from, line.to - x1];
  if (
    Math.min(left, right) >= nearEdge * size &&
    Math.abs(left - right) >= sameMargins * (line.to - line.from)
  ) {
    const { head: lower } = columns[column]!;
    if (
      lower?.row !== row + 1 ||
      lower.column !== column ||
      Math.min(Math.abs(lower.x0 - x0), Math.abs(lower.x1 - x1)) < flush * size
    )
      return undefined;
    const more = Math.min(column - group[0], group[1] - lastOf(head));
    group = [column - more, lastOf(head) + more];
  }
  const count = group[1] - group[0] + 1;
  return count > head.columnSpan && count < columns.length ? group : undefined;
}

/**
 * The neighbouring groups of two columns or more with the same heads below, each with another head over it. What is the same over each group heads
 * columns within it.
 */
function repeatedGroups(heads: readonly PdfCell[], columns: readonly HeadedColumn[]): Groups {
  for (let length = 2; 2 * length <= columns.length; length++) {
    for (let start = 0; start + 2 * length <= columns.length; start++) {
      const groups = repeatsFrom(columns, start, length);
      const [first, last] = [columns[start]!, columns[groups.at(-1)?.[1] ?? start]!];
      const over = heads.filter(({ x0, x1 }) => x1 > first.x0 && x0 < last.x1);
      const found = over.map((head) => groups.find((group) => isWithin(head, columns, group)));
      const isOneEach = [new Set(found), new Set(over.map(textOf))].every(({ size }) => size === over.length);
      if (groups.length > 1 && over.length > 1 && isOneEach && found.every((group) => group !== undefined))
        return new Map(over.map((head, index) => [head, found[index]!]));
    }
  }
  return new Map();
}

/** The group of so many different heads that begins at a column, and all that repeat it. */
function repeatsFrom(columns: readonly HeadedColumn[], start: number, length: number): Group[] {
  const texts = columns.slice(start, start + length).map(({ text }) => text);
  if (texts.includes('') || new Set(texts).size < length) return [];
  const groups: Group[] = [];
  for (let at = start; texts.every((text, index) => columns[at + index]?.text === text); at += length)
    groups.push([at, at + length - 1]);
  return groups;
}

/** Whether the middle of a head is over a group, and it stands over no others but the first of the table, in which labels may be wide. */
function isWithin(head: PdfCell, columns: readonly Interval[], [first, last]: Group): boolean {
  const middle = (head.x0 + head.x1) / 2;
  if (middle < columns[first]!.x0 || middle > columns[last]!.x1) return false;
  return head.column === 0 || (head.column >= first && lastOf(head) <= last);
}

/**
 * Neighbouring groups up to the last column, each with one of the heads in its middle, and with no head below it that comes again after another. One head at
 * least must stand between two columns or over several: those that each stand over one may be the first lines of longer heads than those beside.
 */
function middleGroups(cells: readonly PdfCell[], columns: readonly HeadedColumn[]): Groups {
  const heads = cells.filter(({ column }) => column > 0);
  if (heads.length === 1) return new Map(groupAround(heads[0]!, columns));
  const groups = new Map<PdfCell, Group>();
  let last = columns.length - 1;
  for (const [index, head] of [...heads.entries()].toReversed()) {
    const least = index > 0 ? lastOf(heads[index - 1]!) + 1 : 1;
    let group: Group | undefined;
    let nearest = nearerMiddle;
    for (let first = Math.min(last - 1, head.column); first >= least; first--) {
      const texts = columns.slice(first, last + 1).map(({ text }) => text);
      const runs = texts.filter((text, at) => text !== texts[at - 1]);
      if (texts.includes('') || new Set(texts).size < runs.length) break;
      const distance = fromMiddle(head, columns, [first, last]) / widthOf(columns, [first, last]);
      if (distance < nearest) [group, nearest] = [[first, last], distance];
    }
    if (!group) return new Map();
    groups.set(head, group);
    last = group[0] - 1;
  }
  const isBetween = ([head, group]: readonly [PdfCell, Group]): boolean =>
    head.columnSpan > 1 || isClearlyNearer(head, columns, group);
  return [...groups].some(isBetween) ? groups : new Map();
}

/**
 * All columns in whose middle a head stands that is alone in its row: years, or those right of the first with heads below where it reaches over several of
 * them. A bracket below all other heads says what all amounts are in.
 */
function groupAround(head: PdfCell, columns: readonly HeadedColumn[]): (readonly [PdfCell, Group])[] {
  const years = runAround(head, columns, ({ text }) => year.test(text));
  const isOfAmounts = bracket.test(textOf(head)) && columns.every(({ text }) => text === '');
  const all = runAround(head, columns, ({ text }) => isOfAmounts || text !== '');
  const isMore = (group: Group): boolean =>
    group[1] - group[0] >= head.columnSpan &&
    fromMiddle(head, columns, group) < nearMiddle * widthOf(columns, group);
  // A narrow head right over the middle year is of that year: "Restated".
  if (
    years &&
    isMore(years) &&
    (head.x1 - head.x0 > widthOf(columns, years) || isClearlyNearer(head, columns, years))
  )
    return [[head, years]];
  const isNearer =
    all && fromMiddle(head, columns, all) <= fromMiddle(head, columns, [head.column, lastOf(head)]);
  return head.columnSpan > 1 && isNearer && isMore(all) ? [[head, all]] : [];
}

/** The neighbouring columns right of the first, those of a head among them, of which something holds. */
function runAround(
  head: PdfCell,
  columns: readonly HeadedColumn[],
  holds: (column: HeadedColumn) => boolean,
): Group | undefined {
  let [first, last] = [head.column, lastOf(head)];
  if (!columns.slice(first, last + 1).every(holds)) return undefined;
  while (first > 1 && holds(columns[first - 1]!)) first--;
  while (last < columns.length - 1 && holds(columns[last + 1]!)) last++;
  return [first, last];
}

/** Between the middle of a head and that of columns, in points. */
function fromMiddle(head: PdfCell, columns: readonly Interval[], [first, last]: Group): number {
  return Math.abs(head.x0 + head.x1 - columns[first]!.x0 - columns[last]!.x1) / 2;
}

/** Whether the middle of a head is clearly nearer to that of a group than to that of the columns that it reaches over. */
function isClearlyNearer(head: PdfCell, columns: readonly Interval[], group: Group): boolean {
  const own = fromMiddle(head, columns, [head.column, lastOf(head)]);
  return fromMiddle(head, columns, group) + 1 < own / 2;
}

/** The width of a column of a group with the space beside it, in points. */
const widthOf = (columns: readonly Interval[], [first, last]: Group): number =>
  (columns[last]!.x1 - columns[first]!.x0) / (last - first + 1);

const lastOf = ({ column, columnSpan }: PdfCell): number => column + columnSpan - 1;

const textOf = ({ words }: PdfCell): string => words.map(({ text }) => text).join(' ');

/** Of its last line. */
const baselineOf = ({ words }: PdfCell): number => Math.max(...words.map(({ baseline }) => baseline));
