import { piecesOf, textOf, textOfAll, type WordElement } from './word-element.ts';

/** Fewer lines of a cell may be one text. */
const fewestLines = 3;
const isAmount = (text: string): boolean => /\p{N}/u.test(text) && !/\p{L}/u.test(text);

/**
 * Some write a table into one row: names one below the other in its first cell, amounts in the next ones. Where all cells of a row have
 * as many lines, paragraphs or line breaks apart, and those of one are amounts for the most part, each line becomes a row. Not in tables
 * with cells over several rows.
 */
export function rowsOfPairedLines(element: WordElement): WordElement {
  const { type, children } = element;
  if (children === undefined || type === 'paragraph') return element;
  const inner = children.map(rowsOfPairedLines);
  if (type !== 'table')
    return inner.every((child, at) => child === children[at]) ? element : { ...element, children: inner };
  const hasSpans = inner.some((row) => row.children?.some(({ rowSpan = 1 }) => rowSpan > 1));
  return { ...element, children: hasSpans ? inner : inner.flatMap(pairedRows) };
}

function pairedRows(row: WordElement): WordElement[] {
  const cells = row.children ?? [];
  if (cells.length < 2) return [row];
  const lines = cells.map(linesOf);
  const count = lines[0]!.length;
  const isPaired = count >= fewestLines && lines.every(({ length }) => length === count);
  const hasAmounts = lines
    .slice(1)
    .some((cell) => 2 * cell.filter((line) => isAmount(textOf(line))).length > count);
  if (!isPaired || !hasAmounts) return [row];
  return lines[0]!.map((_, at) => ({
    ...row,
    children: cells.map((cell, column) => ({ ...cell, children: [lines[column]![at]!] })),
  }));
}

/** The paragraphs of a cell, parted at line breaks, without empty ones at its end; none where it holds something else. */
function linesOf({ children = [] }: WordElement): WordElement[] {
  if (children.some(({ type }) => type !== 'paragraph')) return [];
  const lines = children.flatMap((paragraph) => {
    const parts: WordElement[][] = [[]];
    for (const piece of piecesOf(paragraph)) {
      if (piece.children?.[0]?.type === 'break') parts.push([]);
      else parts.at(-1)!.push(piece);
    }
    return parts.length === 1 ? [paragraph] : parts.map((part) => ({ ...paragraph, children: part }));
  });
  const end = lines.findLastIndex((line) => textOfAll([line]) !== '');
  return lines.slice(0, end + 1);
}
