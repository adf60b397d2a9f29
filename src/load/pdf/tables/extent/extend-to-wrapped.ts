import type { Row } from '../../rows.ts';
import type { TableSpan } from '../find-tables.ts';
import { coveredColumns, findColumns, segmentsOf, type Interval } from '../columns.ts';

/** Distance of baselines, in sizes, of the lines of one cell. */
const lineDistance = 1.35;
/** Lines of text in one cell that may follow the last row with several. */
const maxLines = 12;

/** Takes into a table the lines below it that go on with the last row's cell in a column other than the first. */
export function extendToWrapped({ start, end }: TableSpan, rows: readonly Row[]): TableSpan {
  let columns: readonly Interval[] | undefined;
  let last = end;
  while (last < rows.length && last - end < maxLines && goesOn(rows[last - 1]!, rows[last]!)) last++;
  return { start, end: last };

  function goesOn(above: Row, row: Row): boolean {
    if (row.baseline - above.baseline >= lineDistance * row.size) return false;
    const [segment, ...others] = segmentsOf(row);
    if (others.length > 0) return false;
    columns ??= findColumns(rows.slice(start, end).map(segmentsOf));
    const [first, final] = coveredColumns(segment!, columns);
    return first > 0 && first === final && Math.abs(row.x0 - columns[first]!.x0) < row.size;
  }
}
