import { oneLine } from '../../../util/strings/one-line.ts';
import { countNotes, hasHeader, isValue } from '../header-rows.ts';
import { columnGroups } from './columns.ts';
import { countHeads } from './heads.ts';
import type { SheetRow } from './read-sheet.ts';

/** Cells of a sheet that belong together: a table, or a few words beside it. */
export interface Region {
  readonly rows: readonly SheetRow[];
  /** Those that hold something, in order. */
  readonly columns: readonly number[];
}

const sampleRows = 20;
const longestUnit = 60;
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

/** Runs of rows without an empty one between, unless one sets the heads of a table off from its values. */
function bandsOf(rows: readonly SheetRow[]): SheetRow[][] {
  const bands: SheetRow[][] = [];
  for (const row of rows) {
    const last = bands.at(-1);
    const distance = last ? row.number - last.at(-1)!.number : Infinity;
    const goesOnBelow = distance === 1 || (distance === 2 && countHeads([...last!, row]) === last!.length);
    if (last && goesOnBelow) last.push(row);
    else bands.push([row]);
  }
  return bands;
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
 * below a title or a unit.
 */
function goesOn(above: Region, region: Region): boolean {
  const { rows, columns } = region;
  if (above.columns.length < 2 || columns.length < 2 || columns.at(-1)! > above.columns.at(-1)!) return false;
  if (columns[0]! < above.columns[0]!) return false;
  if (rows[0]!.number <= above.rows.at(-1)!.number) return false;
  const over = countOver(region);
  return (
    countHeads(region.rows.slice(over)) === 0 &&
    !hasHeader(matrixOf({ rows: rows.slice(over, over + sampleRows), columns }))
  );
}

const union = (a: readonly number[], b: readonly number[]): number[] =>
  [...new Set([...a, ...b])].sort((one, other) => one - other);

/** In place: a table may go on as often as it has rows. */
function extend(above: GrowingRegion, below: Region): void {
  for (const row of below.rows) above.rows.push(row);
  above.columns = union(above.columns, below.columns);
}

/** Rows at the top with nothing but their first cell. */
function countTitles({ rows, columns }: Region): number {
  const first = rows.findIndex((row) => !isTitleRow(row, { rows, columns }));
  return first < 0 ? rows.length : first;
}

/** Rows over the head of a table: notes; else titles, and what its values are in; titles alone where no head follows. */
export function countOver(region: Region): number {
  const { rows, columns } = region;
  const notes = countNotes(matrixOf({ rows: rows.slice(0, sampleRows), columns }));
  if (notes > 0) return notes;
  const titles = countTitles(region);
  const isHeaded = (from: number) =>
    hasHeader(matrixOf({ rows: rows.slice(from, from + sampleRows), columns }));
  if (isHeaded(titles)) return titles;
  const rest = rows.slice(titles).findIndex((row) => !isUnitRow(row, region) && !isTitleRow(row, region));
  if (rest <= 0) return titles;
  return isHeaded(titles + rest) ? titles + rest : titles;
}

const isTitleRow = ({ cells }: SheetRow, { columns }: Region): boolean =>
  cells.size === 1 && cells.has(columns[0]!);

const isUnitRow = (row: SheetRow, region: Region): boolean => unitIn(row, region) !== undefined;

/** What the values of a table are in, as a lone cell over them says it, be it beside a title: `$ million` at the end of its row; beside one their period, too. */
export function unitIn({ cells }: SheetRow, { columns }: Region): string | undefined {
  if (2 * cells.size > columns.length) return undefined;
  const others = [...cells].filter(([column]) => column !== columns[0]);
  const [[column, cell] = [0, '']] = others;
  const text = oneLine(cell);
  if (others.length !== 1 || text.length > longestUnit || isValue(text)) return undefined;
  if (column === columns.at(-1) && /\p{L}{2}/u.test(text) && (cells.size > 1 || !/\d/.test(text)))
    return text;
  return !/\d/.test(text) && /[\p{Sc}%‰]/u.test(text) ? text : undefined;
}

/** The region's cells row by row, empty ones included. */
export function matrixOf({ rows, columns }: Region): string[][] {
  return rows.map(({ cells }) => columns.map((column) => cells.get(column) ?? ''));
}
