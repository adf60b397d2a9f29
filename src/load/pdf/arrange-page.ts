import { turns } from './geometry.ts';
import { cutPieces, type Piece } from './pieces.ts';
import { readingOrder } from './reading-order.ts';
import type { Word } from './words.ts';

/** The pieces of a page. Text of each turn is arranged by itself, the one with the most words first. */
export function arrangePage(words: readonly Word[], page: number): Piece[] {
  return turns
    .map((turn) => words.filter((word) => word.turn === turn))
    .sort((a, b) => b.length - a.length)
    .flatMap((group) => readingOrder(group))
    .flatMap((region) => cutPieces(region, page));
}
