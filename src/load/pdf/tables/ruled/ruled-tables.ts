import { boundsOf, type Box } from '../../geometry.ts';
import { groupRows } from '../../rows.ts';
import type { Word } from '../../words.ts';
import { facesOf, type Face } from './faces.ts';
import { findGrids, type Grid } from './grids.ts';
import { countHeaderRows } from '../../../tables/header-rows.ts';
import { looksOf } from '../heads/cell-looks.ts';
import { findHiddenBorders } from './hidden-columns.ts';
import type { Lines } from '../drawn-lines.ts';
import type { PdfCell, PdfTable } from '../pdf-table.ts';
import { splitAtColumns } from './split-at-columns.ts';
import { splitLists } from './split-lists.ts';
import { tableFromWords } from '../table-from-rows.ts';
import { withoutEmpty } from './without-empty.ts';

/** Share of a grid's cells that hold text in a table; charts and forms have more empty ones. */
const minFilled = 0.25;
const minCells = 3;
/** A table with fewer cells has text in this share of its places. */
const smallTable = 10;
const minCovered = 0.6;
/** A cell with so many lines and the larger part of the words makes the grid a frame around text. */
const frameLines = 12;
const frameShare = 0.5;

/**
 * Finds tables whose cells are parted by lines in both directions. Lines of one turn's upright frame are wanted, and
 * words of that turn.
 */
export function findRuledTables(words: readonly Word[], lines: Lines): PdfTable[] {
  const grids = findGrids(lines).sort((a, b) => areaOf(a) - areaOf(b));
  const left = new Set(words);
  const tables: PdfTable[] = [];
  for (const grid of grids) {
    const table = readGrid(grid, [...left]);
    if (!table) continue;
    tables.push(table);
    for (const { words: taken } of table.cells) for (const word of taken) left.delete(word);
  }
  return tables.sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0);
}

function areaOf({ xs, ys }: Grid): number {
  return (xs.at(-1)! - xs[0]!) * (ys.at(-1)! - ys[0]!);
}

function readGrid(drawn: Grid, all: readonly Word[]): PdfTable | undefined {
  const inside = { x0: drawn.xs[0]!, y0: drawn.ys[0]!, x1: drawn.xs.at(-1)!, y1: drawn.ys.at(-1)! };
  const words = all.filter((word) => isInside(word, inside));
  const hidden = findHiddenBorders(drawn, words);
  const xs = [...drawn.xs, ...hidden].sort((a, b) => a - b);
  const filled = fillFaces({ ...drawn, xs }, words);
  if (!filled || isFrame(filled)) return undefined;
  const mostlyHidden = hidden.length > drawn.xs.length - 2;
  const table = mostlyHidden ? tableFromWords(words, drawn.across) : tableFromCells(filled, xs);
  if (table.rowCount < 2 || table.columnCount < 2 || isSparse(table)) return undefined;
  return { ...table, ...boundsOf([inside, ...table.cells]) };
}

/** The cells with text; undefined when most are empty. */
function fillFaces(grid: Grid, words: readonly Word[]): PdfCell[] | undefined {
  const faces = facesOf(grid);
  const filled = faces.map((face) => fillFace(face, words)).filter((cell) => cell.words.length > 0);
  return filled.length < minFilled * faces.length || filled.length === 0 ? undefined : filled;
}

function tableFromCells(filled: readonly PdfCell[], xs: readonly number[]): PdfTable {
  const parted = filled.flatMap((cell) => splitAtColumns(cell, xs));
  const { cells, rowCount, columnCount } = withoutEmpty(splitLists(parted));
  const headerRows = countHeaderRows(looksOf(cells), rowCount);
  return { ...boundsOf(cells), rowCount, columnCount, headerRows, cells };
}

/** Small drawings have a grid with a letter here and there. */
function isSparse({ cells, rowCount, columnCount }: PdfTable): boolean {
  if (cells.length < minCells) return true;
  const covered = cells.reduce((sum, { rowSpan, columnSpan }) => sum + rowSpan * columnSpan, 0);
  return cells.length < smallTable && covered < minCovered * rowCount * columnCount;
}

/** Whether the centre of a word lies within lines. */
function isInside(word: Word, box: Box): boolean {
  const x = (word.x0 + word.x1) / 2;
  const y = (word.y0 + word.y1) / 2;
  return x >= box.x0 && x < box.x1 && y >= box.y0 && y < box.y1;
}

function fillFace({ row, column, rowSpan, columnSpan, ...box }: Face, words: readonly Word[]): PdfCell {
  const lines = groupRows(words.filter((word) => isInside(word, box)));
  const ordered = lines.flatMap((line) => line.words);
  return { row, column, rowSpan, columnSpan, words: ordered, ...boundsOf(ordered) };
}

function isFrame(cells: readonly PdfCell[]): boolean {
  const all = cells.reduce((sum, { words }) => sum + words.length, 0);
  const largest = Math.max(...cells.map(({ words }) => words.length));
  const cell = cells.find(({ words }) => words.length === largest);
  return largest > frameShare * all && cell !== undefined && groupRows(cell.words).length > frameLines;
}
