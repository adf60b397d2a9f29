import type { Table, TableCell } from '../../types.ts';
import { linesOf, type Line } from '../detect/lines.ts';

/** The ends of cells: a bar that is escaped is text. */
const bar = /(?<!\\)\|/g;

/** The cells of a GFM table, which is `text` from `charStart` to `charEnd`; a header without text heads nothing. */
export function readTable(text: string, charStart: number, charEnd: number): Table {
  const [header, , ...body] = [...linesOf(text.slice(charStart, charEnd))].map(({ start, end }) =>
    cellsOf(text, { start: start + charStart, end: end + charStart }),
  );
  const isHeaded = header!.some((cell) => cell.end > cell.start);
  const rows = isHeaded ? [header!, ...body] : body;
  const columnCount = header!.length;
  return {
    charStart,
    charEnd,
    rowCount: rows.length,
    columnCount,
    headerRows: isHeaded ? 1 : 0,
    cells: rows.flatMap((cells, row) => tableCells(cells.slice(0, columnCount), row)),
    rects: [],
  };
}

/** What stands between the bars of a line, without the white space around it. */
function cellsOf(text: string, { start, end }: Line): Line[] {
  const line = text.slice(start, end).trimEnd();
  const indent = /^[ \t]*\|?/.exec(line)![0].length;
  const bars = Array.from(line.matchAll(bar), ({ index }) => index).filter((index) => index >= indent);
  if (bars.at(-1) !== line.length - 1) bars.push(line.length);
  return bars.map((right, index) => {
    const left = index === 0 ? indent : bars[index - 1]! + 1;
    const cell = line.slice(left, right);
    const from = left + (cell.length - cell.trimStart().length);
    return { start: start + from, end: start + Math.max(from, left + cell.trimEnd().length) };
  });
}

function tableCells(cells: readonly Line[], row: number): TableCell[] {
  return cells.flatMap(({ start, end }, column) =>
    end > start ? [{ row, column, rowSpan: 1, columnSpan: 1, charStart: start, charEnd: end }] : [],
  );
}
