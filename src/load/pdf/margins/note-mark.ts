import { rowText, type Row } from '../rows.ts';

/** Notes are set at least this much smaller than the text, and raised marks than their note, as shares of its size. */
export const smallPrint = 0.93;
const raised = 0.85;
const mark = /^(?:[\d⁰¹²³⁴-⁹]{1,3}|[*†‡§¶]{1,3})\s?[\p{Lu}‘“"'(]/u;

/** Whether a row begins as notes do: `¹²The`, `* See`. */
export function beginsWithMark(row: Row): boolean {
  return mark.test(rowText(row));
}

/** Whether a row begins a note: with a raised mark, or in smaller print than is usual around it. */
export function startsNote(row: Row, usualSize: number): boolean {
  const isRaised = row.words[0]!.size < raised * row.size;
  return (isRaised || row.size < smallPrint * usualSize) && beginsWithMark(row);
}
