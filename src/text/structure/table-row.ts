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

/** Text, as long as before, in which `·` stands between cells, and nothing around rows and in place of rules. */
export function withoutBars(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (isTableRule(line)) return ' '.repeat(line.length);
      if (!isTableRow(line)) return line;
      let isAfterText = false;
      return line
        .split(/(?<!\\)\|/)
        .map((cell, index) => {
          const isText = cell.trim() !== '';
          const bar = index === 0 ? '' : isText && isAfterText ? '·' : ' ';
          isAfterText ||= isText;
          return bar + cell;
        })
        .join('');
    })
    .join('\n');
}

export function hasText(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line);
}

/** What names a row: its first cell with a letter; of a line without cells, all of it. */
export function labelOf(line: string): string {
  if (!isTableRow(line)) return line;
  return cellsOf(line).find((cell) => /\p{L}/u.test(cell)) ?? '';
}

/**
 * What a row says of years: its cells below heads that have one of them, and those to the right of these without a head
 * of their own. All of the row where no head has one.
 */
export function cellsUnder(header: string, line: string, years: readonly string[]): string {
  const heads = cellsOf(header);
  const isAsked = heads.map((head) => years.some((year) => head.includes(year)));
  if (!isTableRow(line) || !isAsked.includes(true)) return line;
  const chosen = heads.map((head, column) => {
    const owner = hasText(head) ? column : heads.findLastIndex((other, at) => at < column && hasText(other));
    return isAsked[owner] ?? false;
  });
  return cellsOf(line)
    .filter((_, column) => chosen[column])
    .join(' ');
}

/** The cells of each line of a quote; undefined when it has other lines than rows. */
export function rowsOf(quote: string): string[][] | undefined {
  const lines = quote.split('\n');
  return lines.every(isTableRow) ? lines.filter((line) => !isTableRule(line)).map(cellsOf) : undefined;
}

/**
 * Rows as a person reads them, with what their header says of each cell, and the caption of their table, which often tells
 * what amounts are in: `Probes · 2025: 41,260 · 2024: 38,910 (Revenue in thousands)`. Text that is no row comes back as it is.
 */
export function describeRows(quote: string, header?: string, caption?: string): string {
  const heads = header === undefined ? [] : cellsOf(header);
  const described = rowsOf(quote)?.map((cells) => {
    const named = cells.map((cell, column) => {
      const head = column === 0 ? '' : (heads[column] ?? '');
      return head === '' || cell === '' ? cell : `${head}: ${cell}`;
    });
    return named.filter((cell) => cell !== '').join(' · ');
  });
  if (described === undefined) return quote;
  return `${described.join('\n')}${caption === undefined ? '' : ` (${caption})`}`;
}
