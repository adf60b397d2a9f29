import { isAmount, isRule, type LineCell } from './line-cells.ts';
import { splitAtColumns } from './split-cells.ts';
import { type Column, columnOf } from './table-columns.ts';

/** Of groups of lines, the share that has one line with amounts at most where empty lines part the rows. */
const mostlyOne = 0.8;
const fewestParted = 3;
/** Characters that a label may end before its column does and still be full. */
const leeway = 2;
/** Two hyphens stand for nothing in many tables. */
const shortestRule = 4;

interface Row {
  /** Where its label begins, and where that of its last line ends. */
  indent: number;
  labelEnd: number;
  readonly texts: string[];
}

/**
 * Rows of a table from its lines, one text a column, labels first. What goes on in the next line is put together: where empty lines part the
 * rows, where a label goes on in small letters or had no room, and where words stand below words without a label.
 *
 * @param lines their cells; none of an empty line.
 */
export function tableRows(lines: readonly (readonly LineCell[])[], columns: readonly Column[]): string[][] {
  const groups = groupsOf(lines);
  const areParted = arePartedRows(groups);
  const rows: Row[] = [];
  for (const group of groups) {
    for (const [index, cells] of group.entries()) {
      const row = rowOf(cells, columns);
      const above = index > 0 ? rows.at(-1) : undefined;
      const below = group[index + 1]?.[0]!.start;
      const isOne =
        above && (areParted ? isPart(above, row) : goesOn(above, row, { columns, indentBelow: below }));
      if (isOne) join(above, row);
      else rows.push(row);
    }
  }
  return rows.map(({ texts }) =>
    Array.from(texts, (text, column) => (column === 0 ? text?.replace(tagName, '$1') : text) ?? ''),
  );
}

/** A label of a schedule of data: `<TOTAL-ASSETS>`. */
const tagName = /^<([A-Z][^<>\s]{0,60})>/;

/** Lines between empty ones, without rules. */
function groupsOf(lines: readonly (readonly LineCell[])[]): LineCell[][][] {
  const groups: LineCell[][][] = [[]];
  for (const cells of lines) {
    const filled = cells.filter(({ text }) => text.length < shortestRule || !isRule(text));
    const isAllRules = cells.every(({ text }) => isRule(text) && /[_=]|-{3}/.test(text));
    if (cells.length === 0) groups.push([]);
    else if (!isAllRules && filled.length > 0) groups.at(-1)!.push(filled);
  }
  return groups.filter((group) => group.length > 0);
}

function arePartedRows(groups: readonly (readonly (readonly LineCell[])[])[]): boolean {
  const counts = groups.map(
    (group) => group.filter((cells) => cells.some(({ text }) => isAmount(text))).length,
  );
  const single = counts.filter((count) => count <= 1).length;
  return groups.length >= fewestParted && single >= mostlyOne * groups.length;
}

/** Whether a line is one row with that above it, where empty lines part rows. */
function isPart(above: Row, row: Row): boolean {
  const isFilled = row.texts.some(
    (text, column) => column > 0 && isAmount(text) && above.texts[column] !== undefined,
  );
  return !isFilled && !(above.texts.length === 1 && above.texts[0]!.endsWith(':'));
}

function rowOf(cells: readonly LineCell[], columns: readonly Column[]): Row {
  const texts: string[] = [];
  let labelEnd = 0;
  for (const cell of cells.flatMap((one) => splitAtColumns(one, columns))) {
    const column = columnIn(cell, cells, columns);
    if (column === 0) labelEnd = cell.end;
    texts[column] = [texts[column], cell.text].filter(Boolean).join(' ');
  }
  return { indent: cells[0]!.start, labelEnd, texts };
}

/** 0 for labels; words alone over amounts name the rows below. */
function columnIn(cell: LineCell, line: readonly LineCell[], columns: readonly Column[]): number {
  const isText = !isAmount(cell.text);
  const { start } = columns[0]!;
  if (cell.end <= start || (cell.start < start && isText)) return 0;
  const column = columnOf(columns, cell);
  return line.length === 1 && isText && columns[column]!.hasAmounts ? 0 : column + 1;
}

interface Place {
  readonly columns: readonly Column[];
  /** Where the line below the row begins, in the same group. */
  readonly indentBelow: number | undefined;
}

/** Whether a row goes on with what stands above. Of a label that had no room the next line is indented; where more are so, they are rows below a name. */
function goesOn(above: Row, row: Row, { columns, indentBelow }: Place): boolean {
  const [label] = row.texts;
  const [aboveLabel] = above.texts;
  if (label === undefined)
    return row.texts.every(
      (text, index) => text === undefined || (!columns[index - 1]!.hasAmounts && !isAmount(text)),
    );
  const hasValues = above.texts.length > 1;
  if (aboveLabel === undefined || /[:.]$/.test(aboveLabel) || (hasValues && row.texts.length > 1))
    return false;
  const isBroken = /\p{L} ?[-–]$|,$/u.test(aboveLabel);
  if (row.indent < above.indent && !isBroken) return false;
  if (/^\p{Ll}{2}/u.test(label) || (isBroken && !hasValues)) return true;
  if (hasValues || /^[\d(&]/.test(label)) return !hasValues && row.indent > above.indent;
  const word = label.split(' ', 1)[0]!;
  const hadRoom = above.labelEnd + 1 + word.length <= columns[0]!.start - leeway;
  return row.indent > above.indent && !hadRoom && indentBelow !== row.indent;
}

function join(above: Row, row: Row): void {
  if (row.texts[0] !== undefined) above.labelEnd = row.labelEnd;
  for (const [column, text] of row.texts.entries()) {
    if (text === undefined) continue;
    const before = above.texts[column] ?? '';
    // A word that is broken at its hyphen has none but that.
    above.texts[column] = before === '' || /\p{L}-$/u.test(before) ? before + text : `${before} ${text}`;
  }
}
