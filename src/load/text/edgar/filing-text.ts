import { contentsSpans } from '../../../text/structure/contents.ts';
import type { Table } from '../../../types.ts';
import { linesOf } from '../../detect/lines.ts';
import { FilingWriter } from './filing-writer.ts';
import { withoutPageNumbers } from './page-marks.ts';
import { isMarks, marksIn, partedTable, tableEnds, tagsIn } from './table/table-lines.ts';
import { type TableLines, textTable } from './table/text-table.ts';

/** What a document in plain text says: marked tables as Markdown, without tags of tables and pages, and without numbers of pages. */
export function filingText(source: string): { readonly text: string; readonly tables: readonly Table[] } {
  const lines = withoutPageNumbers(
    Array.from(linesOf(source), ({ start, end }) => unescaped(source.slice(start, end).trimEnd())),
  );
  const ends = tableEnds(lines);
  const writer = new FilingWriter();
  let line = 0;
  while (line < lines.length) {
    const tags = tagsIn(lines[line]!);
    if (tags.includes('TABLE') || isMarks(tags)) {
      const end = ends(line);
      writeTables(writer, lines.slice(line, end));
      line = end;
    } else {
      if (tags.length === 0) writer.line(lines[line]!);
      line++;
    }
  }
  return writer.finish();
}

/** Signed messages set a hyphen and a space before lines that begin with one. */
function unescaped(line: string): string {
  let start = 0;
  while (line.startsWith('- -', start)) start += 2;
  return start === 0 ? line : line.slice(start);
}

/** Writes what stands between the tags of a table, which may hold several, each with its own marks. */
function writeTables(writer: FilingWriter, lines: readonly string[]): void {
  let above: string[] = [];
  let below: string[] = [];
  let marks: number[] | undefined;
  const flush = () => {
    writeTable(writer, { above, marks: marks ?? [], below });
    [above, below, marks] = [[], [], undefined];
  };
  for (const line of lines) {
    const tags = tagsIn(line);
    if (isMarks(tags)) {
      if (marks !== undefined) flush();
      marks = marksIn(line);
    } else if (tags.includes('CAPTION') && marks !== undefined) flush();
    else (marks === undefined ? above : below).push(tags.length === 0 ? line : '');
  }
  flush();
}

function writeTable(writer: FilingWriter, { above, marks, below }: TableLines): void {
  let heads = marks.length > 0 ? above : [];
  const parts = partedTable(marks.length > 0 ? below : above, marks);
  if (parts.length === 0) writeLines(writer, heads);
  for (const { isProse, lines } of parts) {
    const table = isProse || isContents(lines) ? undefined : textTable({ above: heads, marks, below: lines });
    if (table) writer.table(table);
    else writeLines(writer, [...heads, ...lines]);
    heads = [];
  }
}

function writeLines(writer: FilingWriter, lines: readonly string[]): void {
  for (const line of lines) writer.line(line);
}

/** Whether most lines list contents. */
function isContents(lines: readonly string[]): boolean {
  const text = lines.join('\n');
  const listed = contentsSpans(text).reduce((sum, { start, end }) => sum + end - start, 0);
  return listed * 2 > text.length;
}
