import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LimitExceededError } from '../../errors.ts';
import type { LoadedDocument } from '../../types.ts';
import { checkInvariants } from '../invariants.testing.ts';
import { loadDocument } from '../load.ts';
import { cellText } from '../write/markdown-table.ts';

const limits = { maxBytes: 1e6, maxPages: 1, maxChars: 1e6 };

async function load(bytes: Uint8Array | string, maxChars = 1e6): Promise<LoadedDocument> {
  const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
  const document = await loadDocument({ bytes: content, name: 'x.csv', limits: { ...limits, maxChars } });
  expect(document.format).toBe('csv');
  checkInvariants(document);
  return document;
}

/** The cells of all tables as they stand in the text, a list a row; those that are empty are left out. */
function cellsOf({ text, tables = [] }: LoadedDocument): string[][] {
  return tables.flatMap(({ cells, rowCount }) =>
    Array.from({ length: rowCount }, (_, row) =>
      cells
        .filter((cell) => cell.row === row)
        .map(({ charStart, charEnd }) => text.slice(charStart, charEnd)),
    ),
  );
}

describe('the CSV loader', () => {
  it('reads a table as Markdown under its header', async () => {
    const { text, blocks, tables } = await load('Name,Price\r\n"Tea, green",2.50\r\nMate,"3|10"\r\n');
    expect(text).toBe('| Name | Price |\n| --- | --- |\n| Tea, green | 2.50 |\n| Mate | 3\\|10 |');
    expect(blocks).toEqual([{ kind: 'table', charStart: 0, charEnd: text.length }]);
    expect(tables?.[0]).toMatchObject({ rowCount: 3, columnCount: 2, headerRows: 1 });
  });

  it.each([
    ['semicolons and decimal commas', 'a;b\n1,5;2,5\n3,5;4,5\n'],
    ['tabs', 'a\tb\n1,5\t2,5\n3,5\t4,5\n'],
    ['bars', 'a|b\n1,5|2,5\n3,5|4,5\n'],
    ['commas and apostrophes', "a,b\n'1,5','2,5'\n'3,5','4,5'\n"],
    ['a declared separator', 'sep=;\na;b\n1,5;2,5\n3,5;4,5\n'],
  ])('finds out about %s', async (_, content) => {
    expect(cellsOf(await load(content))).toEqual([
      ['a', 'b'],
      ['1,5', '2,5'],
      ['3,5', '4,5'],
    ]);
  });

  it('leaves the header empty where the first row is data', async () => {
    const { text, tables } = await load('1,2\n3,4\n5,6\n');
    expect(text.startsWith('| | |\n| --- | --- |\n| 1 | 2 |')).toBe(true);
    expect(tables?.[0]?.headerRows).toBe(0);
  });

  it('takes years over other numbers for a header', async () => {
    expect((await load('Region,2023,2024\nNorth,1,2\nSouth,3,4\n')).tables?.[0]?.headerRows).toBe(1);
  });

  it('says which rows a part of a long table has, as spreadsheet programs number them', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => `item ${index + 2},${index}`);
    const { text, sections, tables } = await load(`name,count\n${rows.join('\n')}\n`);
    expect(sections.map(({ heading }) => heading)).toEqual(['Rows 2–41', 'Rows 42–81', 'Rows 82–101']);
    const second = text.slice(sections[1]!.charStart, sections[1]!.charEnd);
    expect(second.startsWith('| name | count |\n| --- | --- |\n| item 42 | 40 |\n')).toBe(true);
    expect(tables).toHaveLength(3);
  });

  it('counts empty rows and cells with line breaks as one row each', async () => {
    const rows = Array.from({ length: 41 }, (_, index) => `"two\nlines ${index}",x${index}`);
    const { sections, text } = await load(`name,code\n\n${rows.join('\n')}\n`);
    expect(sections.map(({ heading }) => heading)).toEqual(['Rows 3–42', 'Rows 43–43']);
    expect(text).toContain('| two lines 0 | x0 |');
  });

  it('reads single cells over a table as text', async () => {
    const { text, blocks } = await load('Sales of the year\n\nname,count\nTea,1\nMate,2\n');
    expect(text.slice(0, blocks[0]!.charEnd)).toBe('Sales of the year');
    expect(blocks.map(({ kind }) => kind)).toEqual(['text', 'table']);
  });

  it('puts rows of long texts as paragraphs', async () => {
    const body = 'A long article. '.repeat(100).trim();
    const { text, blocks } = await load(`title,body\nOne,"${body}"\nTwo,"first\n\n${body}"\n`);
    expect(text.startsWith(`title: One\nbody: ${body}\n\ntitle: Two\nbody: first\n\n`)).toBe(true);
    expect(blocks.every(({ kind }) => kind === 'text')).toBe(true);
  });

  it('puts rows as paragraphs where one has far more cells than the others hold', async () => {
    const rows = ['a,b', '1,2', `${','.repeat(20_000)}far`, '3,4', '5,6'];
    const { text, tables } = await load(rows.join('\n'));
    expect(text).toBe('a: 1\nb: 2\n\nfar\n\na: 3\nb: 4\n\na: 5\nb: 6');
    expect(tables).toBeUndefined();
  });

  it('warns of rows with another number of cells', async () => {
    const { warnings } = await load('a,b\n1,2\n3\n4,5,6\n7,8\n9,0\n');
    expect(warnings).toEqual([
      '2 rows, from row 3 on, have another number of cells than the 2 that most have.',
    ]);
  });

  it('reads on behind a quotation mark that is never closed', async () => {
    const document = await load('name,size\nTube,"5\nPipe,6\nBolt,7\n');
    expect(cellsOf(document)).toContainEqual(['Tube', '"5']);
    expect(document.warnings[0]).toContain('never closed');
  });

  it('reads UTF-16 and windows-1252', async () => {
    expect((await load(new Uint8Array(Buffer.from('\ufeffname\tcount\nTé\t1\n', 'utf16le')))).text).toContain(
      'Té',
    );
    expect((await load(new Uint8Array(Buffer.from('name,count\nCafé,1\n', 'latin1')))).text).toContain(
      'Café',
    );
  });

  it('tells no language of numbers', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => `${index};${index * index};${index / 7}`);
    expect((await load(`x;y;z\n${rows.join('\n')}\n`)).language).toBeUndefined();
  });

  it('stops at the limit of characters', async () => {
    const rows = 'some,more,cells\n'.repeat(60_000);
    await expect(load(rows, 100_000)).rejects.toThrow(LimitExceededError);
  });

  it('fills no table that one row makes very wide', async () => {
    const { text } = await load(`${Array(100_000).fill('a').join(',')}\n${'b,c\n'.repeat(11)}`);
    expect(text).toContain('a\na\na');
    expect(text.endsWith('b\nc')).toBe(true);
  });

  it('gives every cell of any table back', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'b', '7', ',', ';', '"', '|', ' ', '\n', 'é', '漢', '\\'),
    });
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 2, maxLength: 30 }),
      );
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const filled = rows.map((row) => ['id', ...row.map((text) => `x${text}x`)]);
        const content = filled
          .map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
          .join('\n');
        const expected = filled.map((row) => row.map(cellText));
        expect(cellsOf(await load(content))).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });
});
