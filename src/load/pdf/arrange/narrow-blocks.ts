import { boundsOf } from '../geometry.ts';
import { rowText, type Row } from '../rows.ts';
import { distanceOf, paragraphGap, runsOn } from './row-pairs.ts';

/** Where lines begin and end. */
interface Edges {
  readonly left: number;
  readonly right: number;
}

/** Between the beginnings of lines of a block, in sizes. */
const maxStep = 2;
/** Shares of the width of the text, and of a block. */
const narrower = 0.9;
const ragged = 0.15;
const mostlyFull = 0.75;
/** Share of characters. */
const mostlyLetters = 0.8;

/**
 * The edges of blocks of running text that are narrower than what stands above or below them, such as text in a box or beside a
 * picture, for all their lines but the first. In three lines or more most but the last reach the right edge, and every second one begins within a sentence.
 */
export function narrowBlocks(
  rows: readonly Row[],
  tabular: readonly boolean[],
  measure: Edges & { readonly leading: number },
): Map<Row, Edges> {
  const blocks: Row[][] = [];
  rows.forEach((row, index) => {
    const last = rows[index - 1];
    const goesOn =
      last &&
      !tabular[index] &&
      !tabular[index - 1] &&
      row.bold === last.bold &&
      distanceOf(last, row) <= paragraphGap * measure.leading &&
      Math.abs(row.x0 - last.x0) < maxStep * row.size;
    if (goesOn) blocks.at(-1)!.push(row);
    else blocks.push([row]);
  });
  return new Map(
    blocks.flatMap((block) => {
      const { x0: left, x1: right } = boundsOf(block);
      const isNarrow = right - left < narrower * (measure.right - measure.left);
      if (!isNarrow || block.length < 3) return [];
      const full = block.slice(0, -1).filter((row) => row.x1 > right - ragged * (right - left));
      const running = block
        .slice(1)
        .filter((row, index) => runsOn(block[index]!, row) && /[\p{L},-]$/u.test(rowText(block[index]!)));
      const areFull = full.length >= mostlyFull * (block.length - 1);
      const isText = areFull && 2 * running.length >= block.length - 1 && isProse(block);
      return isText ? block.slice(1).map((row) => [row, { left, right }] as const) : [];
    }),
  );
}

/** Whether nearly all characters are letters, as they are not in code. */
function isProse(rows: readonly Row[]): boolean {
  const text = rows.map(rowText).join('').replaceAll(' ', '');
  return (text.match(/\p{L}/gu)?.length ?? 0) > mostlyLetters * text.length;
}
