import { groupRows } from '../../rows.ts';
import type { Word } from '../../words.ts';
import { findColumns, segmentsOf } from '../columns.ts';
import type { Grid } from './grids.ts';

/** Lines of text with gaps between columns, in number and as a share of all, that show columns without lines. */
const minLines = 2;
const minShare = 0.5;

/** The borders of columns that are parted by white space alone: no line is drawn there. */
export function findHiddenBorders({ xs }: Grid, words: readonly Word[]): number[] {
  return xs.slice(1).flatMap((right, index) => {
    const left = xs[index]!;
    return bordersWithin(words.filter(({ x0, x1 }) => (x0 + x1) / 2 >= left && (x0 + x1) / 2 < right));
  });
}

function bordersWithin(words: readonly Word[]): number[] {
  const lines = groupRows(words).map(segmentsOf);
  const parted = lines.filter((segments) => segments.length > 1).length;
  if (parted < Math.max(minLines, minShare * lines.length)) return [];
  const columns = findColumns(lines);
  return columns.slice(1).map((column, index) => (columns[index]!.x1 + column.x0) / 2);
}
