import { hasText, isTableRow, isTableRule } from './table-row.ts';

/**
 * The header row of the table that a span stands in, which says what its cells are; `undefined` outside tables, for
 * the header row itself, and where the header has no text. A slice of the text, like the quote.
 */
export function tableHeaderOver(text: string, charStart: number): string | undefined {
  const line = lineAt(text, charStart);
  if (!isTableRow(line.text)) return undefined;
  const header = lineAt(text, tableStart(text, line.start));
  const below = lineAt(text, header.start + header.text.length + 1);
  const isHeader = below.start < line.start && isTableRule(below.text) && hasText(header.text);
  return isHeader ? header.text.trim() : undefined;
}

/** Where the first of the rows over and at `start` begins. */
function tableStart(text: string, start: number): number {
  let first = start;
  while (first > 0) {
    const above = text.lastIndexOf('\n', first - 2) + 1;
    // Nearly all rows begin and end with a bar, and there may be very many.
    const isPlain = text[above] === '|' && text[first - 2] === '|' && first - 2 > above;
    if (!isPlain && !isTableRow(text.slice(above, first - 1))) break;
    first = above;
  }
  return first;
}

function lineAt(text: string, offset: number): { start: number; text: string } {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', start);
  return { start, text: text.slice(start, end === -1 ? text.length : end) };
}
