import { hasHeader } from '../header-rows.ts';
import type { SheetRow } from './read-sheet.ts';

/** Cells of a sheet that belong together: a table, or a few words beside it. */
export interface Region {
  readonly rows: readonly SheetRow[];
  /** Those that hold something, in order. */
  readonly columns: readonly number[];
}

/** An empty column parts tables where each has at least so many columns: a table may have a gap itself. */
const fewestColumns = 2;
const sampleRows = 20;
/** Tables side by side, of which one may go on below. */
const mostBeside = 4;

/** The tables of a sheet, parted by empty rows and columns, from the top and from the left. */
export function regionsOf(rows: readonly SheetRow[]): Region[] {
  const regions: GrowingRegion[] = [];
  for (const region of partsOf(rows)) {
    const above = regions.slice(-mostBeside).findLast((one) => goesOn(one, region));
    if (above) extend(above, region);
    else regions.push(region);
  }
  return regions;
}

interface GrowingRegion extends Region {
  readonly rows: SheetRow[];
  columns: readonly number[];
}

function partsOf(rows: readonly SheetRow[]): GrowingRegion[] {
  return bandsOf(rows).flatMap((band) => {
    const groups = columnGroups(band);
    if (groups.length === 1) return [{ rows: band, columns: groups[0]! }];
    return groups.flatMap((columns) => partsOf(onlyColumns(band, new Set(columns))));
  });
}

/** Runs of rows without an empty one between. */
function bandsOf(rows: readonly SheetRow[]): SheetRow[][] {
  const bands: SheetRow[][] = [];
  for (const row of rows) {
    const last = bands.at(-1);
    if (last && row.number === last.at(-1)!.number + 1) last.push(row);
    else bands.push([row]);
  }
  return bands;
}

function columnGroups(rows: readonly SheetRow[]): number[][] {
  const columns = usedColumns(rows);
  const runs: number[][] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    if (last && column === last.at(-1)! + 1) last.push(column);
    else runs.push([column]);
  }
  return runs.length > 1 && runs.every((run) => run.length >= fewestColumns) ? runs : [columns];
}

function usedColumns(rows: readonly SheetRow[]): number[] {
  const used = new Set<number>();
  for (const { cells } of rows) for (const column of cells.keys()) used.add(column);
  return [...used].sort((a, b) => a - b);
}

function onlyColumns(rows: readonly SheetRow[], columns: ReadonlySet<number>): SheetRow[] {
  return rows
    .map(({ number, cells }) => ({
      number,
      cells: new Map([...cells].filter(([column]) => columns.has(column))),
    }))
    .filter(({ cells }) => cells.size > 0);
}

/**
 * Whether rows behind an empty one belong to the table above: they stand in its columns and have no header of their own, be it
 * below a title.
 */
function goesOn(above: Region, region: Region): boolean {
  const { rows, columns } = region;
  if (above.columns.length < 2 || columns.length < 2) return false;
  if (columns[0]! < above.columns[0]! || columns.at(-1)! > above.columns.at(-1)!) return false;
  const titles = countTitles(region);
  return (
    rows[0]!.number > above.rows.at(-1)!.number &&
    !hasHeader(matrixOf({ rows: rows.slice(titles, titles + sampleRows), columns }))
  );
}

/** In place: a table may go on as often as it has rows. */
function extend(above: GrowingRegion, below: Region): void {
  for (const row of below.rows) above.rows.push(row);
  above.columns = [...new Set([...above.columns, ...below.columns])].sort((a, b) => a - b);
}

/** Rows at the top with nothing but their first cell. */
export function countTitles({ rows, columns }: Region): number {
  const first = rows.findIndex(({ cells }) => cells.size > 1 || !cells.has(columns[0]!));
  return first < 0 ? rows.length : first;
}

/** The region's cells row by row, empty ones included. */
export function matrixOf({ rows, columns }: Region): string[][] {
  return rows.map(({ cells }) => columns.map((column) => cells.get(column) ?? ''));
}
