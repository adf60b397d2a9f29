import { hasHeader } from '../../data/header-rows.ts';
import type { GridSpan } from '../../write/markdown-table.ts';
import { childElements, elementAt, type XmlElement } from '../xml.ts';
import type { Box } from '../../pdf/geometry.ts';
import { plainText } from './paragraphs.ts';
import type { TablePiece } from './pieces.ts';

/** A table of a slide; its cells stand where the widths of columns and heights of rows put them in its box. */
export function tablePiece(table: XmlElement, box: Box | undefined): TablePiece | undefined {
  const rows = childElements(table, 'tr').map((row) => childElements(row, 'tc'));
  const texts = rows.map((cells) => cells.map(textOf));
  if (!texts.some((cells) => cells.some((text) => text !== ''))) return undefined;
  const isHeaded = isTrue(elementAt(table, 'tblPr')?.attributes.firstRow) || hasHeader(texts);
  const spans = rows.flatMap((cells, row) =>
    cells.flatMap((cell, column) => spanOf(cell, { row, column }, rows)),
  );
  const kind = 'table';
  const grid = { rows: texts, headerRows: isHeaded && rows.length > 1 ? 1 : 0, spans };
  if (!box) return { kind, grid };
  const columns = edges(
    childElements(elementAt(table, 'tblGrid') ?? table, 'gridCol').map(({ attributes }) =>
      Number(attributes.w),
    ),
    box.x0,
    box.x1,
  );
  const lines = edges(
    childElements(table, 'tr').map(({ attributes }) => Number(attributes.h)),
    box.y0,
    box.y1,
  );
  const spanAt = new Map(spans.map((span) => [`${span.row} ${span.column}`, span]));
  return {
    kind,
    grid,
    box,
    cellBox(row, column) {
      const { rowSpan = 1, columnSpan = 1 } = spanAt.get(`${row} ${column}`) ?? {};
      const [x0, x1] = [columns[column], columns[column + columnSpan]];
      const [y0, y1] = [lines[row], lines[row + rowSpan]];
      return [x0, x1, y0, y1].includes(undefined) ? undefined : { x0: x0!, y0: y0!, x1: x1!, y1: y1! };
    },
  };
}

/** A cell that another one covers may keep a text that is not shown. */
function textOf(cell: XmlElement): string {
  const { hMerge, vMerge } = cell.attributes;
  return isTrue(hMerge) || isTrue(vMerge) ? '' : plainText(elementAt(cell, 'txBody'));
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true';

interface Place {
  readonly row: number;
  readonly column: number;
}

/** How far a cell reaches, within the table. */
function spanOf(
  { attributes }: XmlElement,
  { row, column }: Place,
  rows: readonly (readonly XmlElement[])[],
): GridSpan[] {
  const rowSpan = Math.min(countOf(attributes.rowSpan), rows.length - row);
  const columnSpan = Math.min(countOf(attributes.gridSpan), rows[row]!.length - column);
  return rowSpan > 1 || columnSpan > 1 ? [{ row, column, rowSpan, columnSpan }] : [];
}

function countOf(value: string | undefined): number {
  const count = Number(value ?? 1);
  return Number.isInteger(count) && count > 1 ? count : 1;
}

/** Where parts of given sizes begin and end when they fill a stretch. */
function edges(sizes: readonly number[], start: number, end: number): number[] {
  const known = sizes.map((size) => (size > 0 ? size : 0));
  const total = known.reduce((sum, size) => sum + size, 0) || 1;
  let reached = 0;
  return [
    start,
    ...known.map((size) => {
      reached += size;
      return start + ((end - start) * reached) / total;
    }),
  ];
}
