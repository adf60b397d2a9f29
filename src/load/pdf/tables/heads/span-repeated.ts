import type { Interval } from '../columns.ts';
import type { PdfCell } from '../pdf-table.ts';

/** A column with what heads it below a row. */
export interface HeadedColumn extends Interval {
  readonly text: string;
}

/** Points by which a head may reach over the columns that it heads. */
const reach = 6;
/** Tables of more columns are left as they are: all groups are tried. */
const mostColumns = 60;

/** Columns from the first to the last, both included. */
type Group = readonly [first: number, last: number];

/**
 * Lets heads of one row span the groups of columns that have the same heads again and again: "Pension" and "Other benefits" over "2022", "2021",
 * "2022" and "2021", as each group has another of them. What is the same over each group heads columns within it.
 */
export function spanRepeated(
  heads: readonly PdfCell[],
  columns: readonly HeadedColumn[],
): readonly PdfCell[] {
  const groupOf = findGroups(heads, columns);
  return heads.map((cell) => {
    const group = groupOf.get(cell);
    return group ? { ...cell, column: group[0], columnSpan: group[1] - group[0] + 1 } : cell;
  });
}

/** The heads of neighbouring groups of two columns or more that say the same: each stands over one of them, and no two say the same. */
function findGroups(
  heads: readonly PdfCell[],
  columns: readonly HeadedColumn[],
): ReadonlyMap<PdfCell, Group> {
  if (heads.length < 2 || columns.length > mostColumns) return new Map();
  const texts = columns.map(({ text }) => text);
  for (let length = 2; 2 * length <= texts.length; length++) {
    for (let start = 0; start + 2 * length <= texts.length; start++) {
      const groups = groupsFrom(texts, start, length);
      const over = groups.map((group) => headsOver(heads, columns, group));
      const found = over.flatMap(([head, ...others], index) =>
        head && others.length === 0 && isWithin(head, columns, groups[index]!)
          ? [[head, groups[index]!] as const]
          : [],
      );
      const said = new Set(found.map(([{ words }]) => words.map(({ text }) => text).join(' ')));
      const headed = over.filter((own) => own.length > 0).length;
      if (said.size > 1 && said.size === headed) return new Map(found);
    }
  }
  return new Map();
}

/** The group of so many different heads that begins at a column, and all that repeat it. */
function groupsFrom(texts: readonly string[], start: number, length: number): Group[] {
  const first = texts.slice(start, start + length);
  if (first.includes('') || new Set(first).size < length) return [];
  const groups: Group[] = [];
  for (let at = start; first.every((text, index) => texts[at + index] === text); at += length)
    groups.push([at, at + length - 1]);
  return groups;
}

function headsOver(
  heads: readonly PdfCell[],
  columns: readonly Interval[],
  [first, last]: Group,
): readonly PdfCell[] {
  return heads.filter(({ x0, x1 }) => x1 > columns[first]!.x0 && x0 < columns[last]!.x1);
}

/** Whether a head stands over no others but the first of the table, in which labels may be wide. */
function isWithin(head: PdfCell, columns: readonly Interval[], [first, last]: Group): boolean {
  if (head.x0 < columns[first]!.x0 - reach || head.x1 > columns[last]!.x1 + reach) return false;
  return head.column === 0 || (head.column >= first && head.column + head.columnSpan - 1 <= last);
}
