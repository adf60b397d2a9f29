/** `| a | b |`, as loaders write the rows of tables. */
const row = /^\s*\|.*\|\s*$/;
const rule = /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/;

export function isTableRow(line: string): boolean {
  return row.test(line);
}

/** Whether a line is what stands between the header of a table and its other rows. */
export function isTableRule(line: string): boolean {
  return rule.test(line);
}

/** What stands in each cell of a row, as it reads. */
export function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
}

export function hasText(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}
