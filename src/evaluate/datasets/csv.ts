import { lineError } from '../files/line-error.ts';

/**
 * Rows of a CSV text (RFC 4180: quotes doubled inside quotes, line breaks allowed there) as objects by the header's names.
 * @throws ConfigError naming file and line of a quote that is not closed or stands inside a bare cell.
 */
export function parseCsv(text: string, file: string): Record<string, string>[] {
  const [header = [], ...rows] = readCells(text, file);
  return rows.map((row) => Object.fromEntries(header.map((name, column) => [name, row[column] ?? ''])));
}

function readCells(text: string, file: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  while (cell.lastIndex < text.length) {
    const start = cell.lastIndex;
    const found = cell.exec(text);
    if (found === null) {
      const line = text.slice(0, start).split('\n').length;
      throw lineError({ file, line }, 'a quote in this row is not closed or not doubled');
    }
    row.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] === ',' && cell.lastIndex < text.length) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
