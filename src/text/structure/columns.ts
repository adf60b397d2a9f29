/** Cells set apart by two spaces or more, as in plain text, or by dots that lead to a number or `from £72`. */
const cellGap = /(?<=[^\s.!?:;,]) {2,}(?=\S)|(?<!\. ?)(?:\. ?){4,}\s*(?=(?:\p{L}+\s)?[\p{Sc}\p{N}(–—-])/gu;

/** What stands in each cell of a line of plain text. */
export const plainCells = (line: string): string[] => line.split(cellGap).map((cell) => cell.trim());

/** Spaces between words; behind a stop they may be wider in any line. */
const wordGap = /(?<=[^\s.!?:;,"”)]) +(?=\S)/g;
/** Characters of a cell, at most; what is longer is prose with a space too many. */
const longestCell = 120;
/** Words, and gaps, of a line that shows whether spaces are spread over it, at least. */
const fewestWords = 4;
const words = /\p{L}{2,}|\p{Lo}/gu;

/** Which lines of a paragraph of plain text are rows: cells with two spaces or more between them. */
export function columnRows(lines: readonly string[]): boolean[] {
  const isRow = lines.map((line) => {
    const cells = line.split(cellGap);
    return cells.length > 1 && cells.every((cell) => cell.length <= longestCell);
  });
  if (!isRow.includes(true)) return isRow;
  return evenlyIndented(lines.map(withoutTabs)).flatMap((stretch) => {
    const own = isRow.splice(0, stretch.length);
    return isJustified(stretch) ? own.map(() => false) : own;
  });
}

const withoutTabs = (line: string): string =>
  line
    .split('\t')
    .map((part, index, parts) => (index < parts.length - 1 ? part + ' '.repeat(8 - (part.length % 8)) : part))
    .join('');

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Lines with one indent, but for the first, before which a term may hang that they explain. */
function evenlyIndented(lines: readonly string[]): string[][] {
  const stretches: string[][] = [];
  for (const line of lines) {
    const open = stretches.at(-1);
    const isOn = open !== undefined && (open.length === 1 || indentOf(open.at(-1)!) === indentOf(line));
    if (isOn) open.push(line);
    else stretches.push([line]);
  }
  return stretches;
}

/**
 * Whether spaces are spread over lines so that all end at one margin, as in pages of manuals: in each line they are as wide as one another,
 * within one, and not one below the other, as those between columns are.
 */
function isJustified(lines: readonly string[]): boolean {
  if (lines.length < 2) return false;
  const margin = indentOf(lines[1]!);
  const spread = lines.map((line, index) => {
    const gaps = gapsOf(wordGap, line, index === 0 ? margin : 0);
    return { gaps, cells: gapsOf(cellGap, line, index === 0 ? margin : 0) };
  });
  return (
    spread.every(({ gaps, cells }) => cells.length === 0 || isEven(gaps)) &&
    spread.some(({ gaps, cells }, index) => {
      const beside = [spread[index - 1], spread[index + 1]].flatMap((line) => line?.cells ?? []);
      const isProse = Math.min(gaps.length, lines[index]!.match(words)?.length ?? 0) >= fewestWords;
      return isProse && cells.some(({ end }) => beside.every((cell) => cell.end !== end));
    })
  );
}

interface Gap {
  readonly end: number;
  readonly width: number;
}

/** Gaps of a line, those right of a margin. */
const gapsOf = (gap: RegExp, line: string, margin: number): Gap[] =>
  Array.from(line.matchAll(gap), ({ index, 0: { length: width } }) => ({ end: index + width, width })).filter(
    ({ end }) => end > margin,
  );

function isEven(gaps: readonly Gap[]): boolean {
  const widths = gaps.map(({ width }) => width);
  return Math.max(...widths) - Math.min(...widths) <= 1;
}
