import { hasText, isTableRow, isTableRule } from './table-row.ts';

/**
 * The header row of the table that a span stands in, which says what its cells are; `undefined` outside tables, for
 * the header row itself, and where the header has no text. A slice of the text, like the quote.
 */
export function tableHeaderOver(text: string, charStart: number): string | undefined {
  const line = lineAt(text, charStart);
  if (!isTableRow(line.text)) return undefined;
  const lines = [line];
  for (let first = line; first.start > 0; lines.push(first)) {
    first = lineAt(text, first.start - 1);
    if (!isTableRow(first.text)) break;
  }
  const [header, below] = [lines.at(-1)!, lines.at(-2)];
  const isHeader = below !== undefined && below !== line && isTableRule(below.text) && hasText(header.text);
  return isHeader ? header.text.trim() : undefined;
}

function lineAt(text: string, offset: number): { start: number; text: string } {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', start);
  return { start, text: text.slice(start, end === -1 ? text.length : end) };
}
