import * as fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { describe, expect, it } from 'vitest';
import { problemsOfTables } from '../../table-problems.testing.ts';
import { joinLines } from './hyphenation.ts';
import { pdfTable } from '../synthetic.testing.ts';
import { writeTable, type TablePart } from './table-writer.ts';
import type { PdfCell, PdfTable } from '../tables/pdf-table.ts';
import { TextWriter } from './text-writer.ts';

const pages = [{ size: { width: 1000, height: 1000 } }, { size: { width: 1000, height: 1000 } }];
const none = new Set<string>();

function write(parts: readonly TablePart[]) {
  const writer = new TextWriter(pages, none);
  const { table, starts } = writeTable(writer, parts);
  return { text: writer.text(), table, starts, pages: writer.pages() };
}

const partOf = (table: PdfTable, page = 0): TablePart => ({ table, page, firstRow: table.headerRows });

describe('writeTable', () => {
  it('joins the rows of the header in their columns, a spanning head in each of its own', () => {
    const table = pdfTable(
      [
        ['', 'Year ended', ''],
        ['Item', '2024', '2023'],
        ['Sales', '10', ''],
      ],
      [50, 100],
      2,
    );
    const cells = table.cells.map((cell) => (cell.row === 0 ? { ...cell, columnSpan: 2 } : cell));
    const { text, table: written, pages: laidOut } = write([partOf({ ...table, cells })]);
    expect(text).toBe('| Item | Year ended 2024 | Year ended 2023 |\n| --- | --- | --- |\n| Sales | 10 | |');
    expect(written.cells.map(({ charStart, charEnd }) => text.slice(charStart, charEnd))).toEqual([
      'Year ended',
      'Item',
      '2024',
      '2023',
      'Sales',
      '10',
    ]);
    expect(written.cells[0]).toMatchObject({ row: 0, column: 1, columnSpan: 2, rect: { page: 1, x0: 200 } });
    const placed = laidOut[0]!.layout.map(({ charStart, charEnd }) => text.slice(charStart, charEnd));
    expect(placed).toEqual(['Item', 'Year', 'ended', '2024', '2023', 'Sales', '10']);
  });

  it('writes a title over the first columns, and a bracket over all amounts, once', () => {
    const table = pdfTable(
      [
        ['Fish', '', ''],
        ['', '(tons)', ''],
        ['Item', '2024', '2023'],
        ['Cod', '10', '12'],
      ],
      [50, 100],
      3,
    );
    const cells = table.cells.map((cell) => (cell.row < 2 ? { ...cell, columnSpan: 2 } : cell));
    expect(write([partOf({ ...table, cells })]).text.split('\n')[0]).toBe(
      '| Fish Item | (tons) 2024 | 2023 |',
    );
  });

  it('leaves out dots that lead from a name to its value, and no others', () => {
    const rows = [
      ['Item', 'Total'],
      ['Robbery. . . . .', '5'],
      ['....', '...'],
      ['and so on . . .', '7'],
    ];
    expect(write([partOf(pdfTable(rows, [50, 100], 1))]).text).toBe(
      '| Item | Total |\n| --- | --- |\n| Robbery. | 5 |\n| .... | ... |\n| and so on . . . | 7 |',
    );
  });

  it('writes an empty header where there is none', () => {
    expect(write([partOf(pdfTable([['a', 'b']], [50, 100], 0))]).text).toBe(
      '| | |\n| --- | --- |\n| a | b |',
    );
  });

  it('repeats a cell over several rows in each below the header, with its place on the page; it is one cell still', () => {
    const table = pdfTable(
      [
        ['Model', 'Length'],
        ['A', '25 m'],
        ['B', ''],
      ],
      [50, 100],
      1,
    );
    const cells = table.cells.map((cell) =>
      cell.row === 1 && cell.column === 1 ? { ...cell, rowSpan: 2 } : cell,
    );
    const { text, table: written, pages: laidOut } = write([partOf({ ...table, cells })]);
    expect(text).toBe('| Model | Length |\n| --- | --- |\n| A | 25 m |\n| B | 25 m |');
    expect(written.cells).toHaveLength(5);
    expect(written.cells[3]).toMatchObject({ row: 1, column: 1, rowSpan: 2 });
    const runs = laidOut[0]!.layout.filter(({ charStart }) => text.startsWith('25', charStart));
    expect(runs.map(({ x0 }) => x0)).toEqual([200, 200]);
  });

  it('joins the lines of a cell, mends hyphens and escapes bars', () => {
    const { text, pages: written } = write([partOf(pdfTable([['an exam-\nple a|b', 'c']], [50, 100], 0))]);
    expect(text.split('\n')[2]).toBe(String.raw`| an example a\|b | c |`);
    const run = written[0]!.layout.find(({ charStart }) => text.startsWith(String.raw`a\|b`, charStart))!;
    expect(text.slice(run.charStart, run.charEnd)).toBe(String.raw`a\|b`);
  });

  const word = fc.stringMatching(/^[a-zA-Z0-9|א-ת]{1,6}-?$/).filter((text) => !/^-+$/.test(text));
  const lineOfWords = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const cellText = fc.oneof(
    fc.constant(''),
    fc.array(lineOfWords, { minLength: 1, maxLength: 3 }).map((texts) => texts.join('\n')),
  );
  const grid = fc
    .integer({ min: 1, max: 4 })
    .chain((columns) =>
      fc.array(fc.array(cellText, { minLength: columns, maxLength: columns }), {
        minLength: 1,
        maxLength: 5,
      }),
    )
    .filter((rows) => rows.flat().some((text) => text !== ''));

  it('writes what a Markdown parser reads as the same cells, each word at its rectangle', () => {
    fc.assert(
      fc.property(grid, fc.nat({ max: 1 }), (rows, headerRows) => {
        const source = pdfTable(rows, [50, 100], headerRows);
        const { text, table, pages: laidOut } = write([partOf(source)]);
        const blocks = [{ kind: 'table' as const, charStart: 0, charEnd: text.length }];
        expect(problemsOfTables({ text, blocks, tables: [table] })).toEqual([]);
        const unescaped = table.cells.map(({ charStart, charEnd }) => plain(text.slice(charStart, charEnd)));
        expect(unescaped).toEqual(source.cells.map(mended));
        expect(parsedCells(text).slice(headerRows === 0 ? 1 : 0)).toEqual(matrix(source));
        const words = source.cells.flatMap((cell) => cell.words);
        const runs = laidOut[0]!.layout;
        expect(runs.map(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1])).toEqual(
          words.map(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1]),
        );
        runs.forEach(({ charStart, charEnd }, index) => {
          const said = plain(text.slice(charStart, charEnd));
          expect([words[index]!.text, words[index]!.text.slice(0, -1)]).toContain(said);
        });
      }),
    );
  });
});

const plain = (markdown: string) => markdown.replaceAll(String.raw`\|`, '|');

/** The words of a cell as they read, with the hyphens at the ends of its lines mended. */
function mended({ words }: PdfCell): string {
  return words.reduce((text, { text: next, baseline }, index) => {
    const before = words[index - 1];
    if (!before) return next;
    if (before.baseline === baseline) return `${text} ${next}`;
    const join = joinLines(before.text, next, none);
    return join === 'space'
      ? `${text} ${next}`
      : `${join === 'drop-hyphen' ? text.slice(0, -1) : text}${next}`;
  }, '');
}

function matrix(table: PdfTable): string[][] {
  const rows = Array.from({ length: table.rowCount }, () => Array<string>(table.columnCount).fill(''));
  for (const cell of table.cells) rows[cell.row]![cell.column] = mended(cell);
  return rows;
}

function parsedCells(markdown: string): string[][] {
  const tree = fromMarkdown(markdown, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const [table] = tree.children;
  if (table?.type !== 'table') throw new Error(`no table in ${markdown}`);
  return table.children.map((row) =>
    row.children.map((cell) => cell.children.map((part) => ('value' in part ? part.value : '')).join('')),
  );
}
