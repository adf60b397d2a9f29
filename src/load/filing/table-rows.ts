import { isAmount, type LineCell } from './line-cells.ts';
import { type Column, columnOf } from './table-columns.ts';

/** Of rows that are parted by empty lines, the share that has one line with amounts at most. */
const mostlyOne = 0.8;
const fewestParted = 3;
/** Characters that a label may end before its column does and still be full. */
const leeway = 2;

interface Row {
  /** Where its label begins, and where that of its last line ends. */
  indent: number;
  labelEnd: number;
  /** Where the last of several lines of a label begins. */
  wrappedIndent: number | undefined;
  readonly texts: string[];
}

/**
 * Rows of a table from its lines, one cell a column, labels first. Labels and words that go over several lines are put together: where
 * empty lines part the rows, where a label goes on in small letters or had no room, and where words stand without a label.
 *
 * @param lines their cells; those of rules and empty lines have none.
 */
export function tableRows(lines: readonly (readonly LineCell[])[], columns: readonly Column[]): string[][] {
  const groups = groupsOf(lines);
  const areParted = partedRows(groups);
  const rows: Row[] = [];
  for (const group of groups) {
    for (const [index, cells] of group.entries()) {
      const row = rowOf(cells, columns);
      const above = index > 0 ? rows.at(-1) : undefined;
      const isOne =
        above !== undefined &&
        (areParted
          ? !row.texts.some(isFilledAmount(above))
          : goesOn(above, row, { columns, indentBelow: group[index + 1]?.[0]!.start }));
      if (isOne) join(above, row);
      else rows.push(row);
    }
  }
  return rows.map(({ texts }) => Array.from(texts, (text) => text ?? ''));
}

const ruled = /^[\s_=-]+$/;
/** Two hyphens stand for nothing in many tables. */
const shortestRule = 4;

/** Lines between empty ones. */
function groupsOf(lines: readonly (readonly LineCell[])[]): LineCell[][][] {
  const groups: LineCell[][][] = [[]];
  for (const cells of lines) {
    const isRule = cells.every(({ text }) => ruled.test(text));
    const filled = cells.filter(({ text }) => !ruled.test(text) || text.length < shortestRule);
    if (!isRule && filled.length > 0) groups.at(-1)!.push(filled);
    else if (cells.length === 0) groups.push([]);
  }
  return groups.filter((group) => group.length > 0);
}

function partedRows(groups: readonly (readonly (readonly LineCell[])[])[]): boolean {
  const amounts = groups.map(
    (group) => group.filter((cells) => cells.some(({ text }) => isAmount(text))).length,
  );
  const single = amounts.filter((count) => count <= 1).length;
  return groups.length >= fewestParted && single >= mostlyOne * groups.length;
}

const isFilledAmount = (above: Row) => (text: string | undefined, column: number) =>
  column > 0 && text !== undefined && isAmount(text) && above.texts[column] !== undefined;

function rowOf(cells: readonly LineCell[], columns: readonly Column[]): Row {
  const texts: string[] = [];
  const [first] = cells;
  let labelEnd = 0;
  for (const cell of cells) {
    const column = columnIn(cell, cells, columns);
    if (column === 0) labelEnd = cell.end;
    texts[column] = [texts[column], cell.text].filter(Boolean).join(' ');
  }
  return { indent: first!.start, labelEnd, wrappedIndent: undefined, texts };
}

/** 0 for labels; words alone over amounts name the rows below. */
function columnIn(cell: LineCell, cells: readonly LineCell[], columns: readonly Column[]): number {
  const isText = !isAmount(cell.text);
  const { start } = columns[0]!;
  if (cell.end <= start || (cell === cells[0] && isText && cell.start < start)) return 0;
  const column = columnOf(columns, cell);
  return cells.length === 1 && isText && columns[column]!.hasAmounts ? 0 : column + 1;
}

/** Of a label that had no room, the next line is indented; where more are so, they are rows below a name. */
function goesOn(
  above: Row,
  row: Row,
  { columns, indentBelow }: { readonly columns: readonly Column[]; readonly indentBelow: number | undefined },
): boolean {
  const [label] = row.texts;
  if (label === undefined) {
    // Words below words.
    return row.texts.every(
      (text, index) => text === undefined || (!columns[index - 1]!.hasAmounts && !isAmount(text)),
    );
  }
  const hasValues = above.texts.length > 1;
  const aboveLabel = above.texts[0];
  if (aboveLabel === undefined || aboveLabel.endsWith(':') || (hasValues && row.texts.length > 1))
    return false;
  if (row.indent < above.indent) return false;
  if (/^\p{Ll}/u.test(label)) return true;
  if (hasValues) return false;
  if (above.wrappedIndent !== undefined) return row.indent === above.wrappedIndent;
  if (/^[\d(&]/.test(label)) return row.indent > above.indent;
  const word = label.split(' ', 1)[0]!;
  const hadRoom = above.labelEnd + 1 + word.length <= columns[0]!.start - leeway;
  return row.indent > above.indent && !hadRoom && indentBelow !== row.indent;
}

function join(above: Row, row: Row): void {
  above.wrappedIndent = row.indent;
  above.labelEnd = row.labelEnd;
  for (const [column, text] of row.texts.entries()) {
    if (text !== undefined) above.texts[column] = [above.texts[column], text].filter(Boolean).join(' ');
  }
}
