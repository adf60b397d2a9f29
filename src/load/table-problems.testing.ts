import type { LoadedDocument, Rect, Table } from '../types.ts';

type TablesIn = Pick<LoadedDocument, 'text' | 'blocks' | 'tables'>;

/** What is wrong with the tables of a document by the promises of `Table`; empty when all of them hold. */
export function problemsOfTables({ text, blocks, tables = [] }: TablesIn): string[] {
  const problems: string[] = [];
  let end = 0;
  for (const table of tables) {
    const at = `table ${table.charStart}`;
    if (table.charStart < end) problems.push(`${at}: order`);
    const isBlock = ({ kind, charStart, charEnd }: TablesIn['blocks'][number]) =>
      kind === 'table' && charStart <= table.charStart && table.charEnd <= charEnd;
    if (!blocks.some(isBlock)) problems.push(`${at}: in no block of its kind`);
    problems.push(...problemsOfCells(table, text).map((problem) => `${at}: ${problem}`));
    end = table.charEnd;
  }
  return problems;
}

function problemsOfCells(table: Table, text: string): string[] {
  const problems: string[] = [];
  const { cells, rowCount, columnCount, headerRows, rects } = table;
  if (headerRows < 0 || headerRows > rowCount) problems.push('header rows');
  const taken = new Set<string>();
  let last = -1;
  for (const { row, column, rowSpan, columnSpan, charStart, charEnd, rect } of cells) {
    const at = `cell ${row} ${column}`;
    if (row * columnCount + column <= last) problems.push(`${at}: order`);
    last = row * columnCount + column;
    if (row + rowSpan > rowCount || column + columnSpan > columnCount || rowSpan < 1 || columnSpan < 1)
      problems.push(`${at}: outside of the grid`);
    for (let covered = 0; covered < rowSpan * columnSpan; covered++) {
      const place = `${row + Math.floor(covered / columnSpan)} ${column + (covered % columnSpan)}`;
      if (taken.has(place)) problems.push(`${at}: covers ${place} again`);
      taken.add(place);
    }
    if (charStart < table.charStart || charEnd > table.charEnd) problems.push(`${at}: outside of its table`);
    if (!/^\S(?:.*\S)?$/.test(text.slice(charStart, charEnd)))
      problems.push(`${at}: empty, or more than a line`);
    if (rect && !rects.some((outer) => isWithin(rect, outer))) problems.push(`${at}: rectangle`);
  }
  return problems;
}

/** Rounding may differ in the last bit. */
const tolerance = 0.01;

function isWithin(inner: Rect, outer: Rect): boolean {
  return (
    inner.page === outer.page &&
    inner.x0 >= outer.x0 - tolerance &&
    inner.y0 >= outer.y0 - tolerance &&
    inner.x1 <= outer.x1 + tolerance &&
    inner.y1 <= outer.y1 + tolerance
  );
}
