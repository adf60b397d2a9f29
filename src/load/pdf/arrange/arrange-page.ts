import type { PdfPage } from '../content.ts';
import { toFrame, type Turn } from '../geometry.ts';
import { cutPieces, type Piece } from './pieces.ts';
import { readingOrder } from './reading-order.ts';
import { groupRows } from '../rows.ts';
import { joinRules, type Line } from '../tables/drawn-lines.ts';
import type { PdfTable } from '../tables/pdf-table.ts';
import { findRuledTables } from '../tables/ruled/ruled-tables.ts';
import { standInFor, wordsOf, type StandIns } from '../tables/stand-ins.ts';
import { groupByTurn, type Word } from '../words.ts';

/** The pieces of a page. Text of each turn is arranged by itself, the one with the most words first. */
export function arrangePage(words: readonly Word[], page: PdfPage, place: PagePlace): Piece[] {
  return groupByTurn(words)
    .sort((a, b) => b.words.length - a.words.length)
    .flatMap((group) => arrangeTurn(group, page, place));
}

export interface PagePlace {
  /** Of the page, from 0. */
  readonly index: number;
  /** Gutters of the document's upright text. */
  readonly gutters?: readonly number[];
}

/** Tables with lines first; they stand in the reading order as a whole. */
function arrangeTurn(
  { turn, words }: { readonly turn: Turn; readonly words: readonly Word[] },
  { rules = [], size }: PdfPage,
  { index, gutters = [] }: PagePlace,
): Piece[] {
  const lines = joinRules(rules.map((rule) => toFrame(turn, rule, size)));
  const tables = findRuledTables(words, lines);
  const standIns = standInFor(tables, words);
  const placed = new Set<PdfTable>();
  const placement = { ...standIns, across: lines.across, placed, index };
  const usual = turn === 0 ? gutters : [];
  return readingOrder(standIns.words, lines.across, usual).flatMap((region) => cutRegion(region, placement));
}

interface Placement extends StandIns {
  readonly across: readonly Line[];
  /** Tables that have been put somewhere. */
  readonly placed: Set<PdfTable>;
  /** Of the page, from 0. */
  readonly index: number;
}

/** What stands above a table, the table, what stands beside and below it. */
function cutRegion(region: readonly Word[], { tableOf, across, placed, index }: Placement): Piece[] {
  const pieces: Piece[] = [];
  let left = region.filter((word) => !tableOf.has(word));
  const tables = new Set(region.map((word) => tableOf.get(word)));
  for (const table of [...tables].filter((found) => found !== undefined).sort((a, b) => a.y0 - b.y0)) {
    if (placed.has(table)) continue;
    placed.add(table);
    const top = Math.min(...wordsOf(table).map(({ baseline }) => baseline));
    const above = left.filter(({ baseline }) => baseline < top);
    left = left.filter(({ baseline }) => baseline >= top);
    pieces.push(...cutPieces(above, index, across), pieceOf(table, index));
  }
  return [...pieces, ...cutPieces(left, index, across)];
}

function pieceOf(table: PdfTable, page: number): Piece {
  return { kind: 'table', rows: groupRows(wordsOf(table)), page, table };
}
