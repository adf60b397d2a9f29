/**
 * Cell adjacency, the measure of the ICDAR 2013 table competition (Göbel et al. 2012): a table is the set of pairs of
 * non-empty cells that are next to each other, to the right or below, with nothing but empty cells between them.
 */

export interface GridCell {
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  readonly text: string;
}

/** How often each relation occurs. */
export type Relations = Map<string, number>;

export interface Counts {
  readonly correct: number;
  readonly expected: number;
  readonly found: number;
}

/** Adds the relations of a table to those of its page. */
export function addRelations(relations: Relations, cells: readonly GridCell[]): void {
  const filled = cells.filter(({ text }) => normalise(text) !== '');
  const grid = new Map<string, GridCell>();
  for (const cell of filled) for (const place of placesOf(cell)) grid.set(place, cell);
  const rows = Math.max(0, ...filled.map(({ row, rowSpan }) => row + rowSpan));
  const columns = Math.max(0, ...filled.map(({ column, columnSpan }) => column + columnSpan));
  const names = new Map(filled.map((cell) => [cell, normalise(cell.text)]));
  for (const cell of filled) {
    const right = neighbours(grid, rightOf(cell, columns));
    const below = neighbours(grid, belowOf(cell, rows));
    for (const other of right) count(relations, `${names.get(cell)} → ${names.get(other)}`);
    for (const other of below) count(relations, `${names.get(cell)} ↓ ${names.get(other)}`);
  }
}

export function compare(expected: Relations, found: Relations): Counts {
  let correct = 0;
  for (const [relation, times] of expected) correct += Math.min(times, found.get(relation) ?? 0);
  return { correct, expected: total(expected), found: total(found) };
}

function total(relations: Relations): number {
  return [...relations.values()].reduce((sum, times) => sum + times, 0);
}

function count(relations: Relations, relation: string): void {
  relations.set(relation, (relations.get(relation) ?? 0) + 1);
}

/** As the competition does: no white space, capitals, and other characters than letters and digits made one. */
function normalise(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\s+/gu, '')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_');
}

function placesOf({ row, column, rowSpan, columnSpan }: GridCell): string[] {
  return range(row, row + rowSpan).flatMap((y) => range(column, column + columnSpan).map((x) => `${y}/${x}`));
}

/** For each row of a cell the places to its right. */
function rightOf({ row, column, rowSpan, columnSpan }: GridCell, columns: number): string[][] {
  return range(row, row + rowSpan).map((y) => range(column + columnSpan, columns).map((x) => `${y}/${x}`));
}

function belowOf({ row, column, rowSpan, columnSpan }: GridCell, rows: number): string[][] {
  return range(column, column + columnSpan).map((x) => range(row + rowSpan, rows).map((y) => `${y}/${x}`));
}

/** The first cell of each line of places, each once. */
function neighbours(grid: ReadonlyMap<string, GridCell>, lines: readonly string[][]): Set<GridCell> {
  const first = lines.map((places) => places.find((place) => grid.has(place)));
  return new Set(first.flatMap((place) => (place === undefined ? [] : [grid.get(place)!])));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
