/** Rows of a CSV text (RFC 4180: quotes doubled inside quotes, line breaks allowed there) as objects by the header's names. */
export function parseCsv(text: string): Record<string, string>[] {
  const [header = [], ...rows] = readCells(text);
  return rows.map((row) => Object.fromEntries(header.map((name, column) => [name, row[column] ?? ''])));
}

function readCells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (found === null) break;
    row.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] === ',' && cell.lastIndex < text.length) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
