/** `| a | b |`, as loaders write the rows of tables. */
const row = /^\s*\|.*\|\s*$/;
const rule = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

/**
 * The header row of the table that a span stands in, which says what its cells are; `undefined` outside tables, and for
 * the header row itself. A slice of the text, like the quote.
 */
export function tableHeaderOver(text: string, charStart: number): string | undefined {
  let line = lineAt(text, charStart);
  if (!row.test(line.text) || rule.test(line.text)) return undefined;
  while (line.start > 0 && row.test(line.text)) {
    const above = lineAt(text, line.start - 1);
    if (rule.test(line.text)) return row.test(above.text) ? above.text.trim() : undefined;
    line = above;
  }
  return undefined;
}

function lineAt(text: string, offset: number): { start: number; text: string } {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', start);
  return { start, text: text.slice(start, end === -1 ? text.length : end) };
}
