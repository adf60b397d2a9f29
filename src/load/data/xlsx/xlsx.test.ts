import * as fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { LimitExceededError, LoadError } from '../../../errors.ts';
import type { LoadedDocument } from '../../../types.ts';
import { checkInvariants } from '../../invariants.testing.ts';
import { loadDocument } from '../../load.ts';
import { cellText } from '../../write/markdown-table.ts';

const limits = { maxBytes: 1e7, maxPages: 1, maxChars: 1e6 };

async function load(bytes: Uint8Array): Promise<LoadedDocument> {
  const document = await loadDocument({ bytes, name: 'x.xlsx', limits });
  expect(document.format).toBe('xlsx');
  checkInvariants(document);
  return document;
}

interface MadeSheet {
  readonly name?: string;
  readonly state?: string;
  /** Rows of `c` elements, and what stands behind the rows. */
  readonly rows: string;
  readonly behind?: string;
}

interface MadeWorkbook {
  readonly strings?: string;
  readonly styles?: string;
  readonly properties?: string;
}

/** A workbook as programs write it, of sheets in XML. */
function workbookOf(
  sheets: readonly MadeSheet[],
  { strings, styles, properties }: MadeWorkbook = {},
): Uint8Array {
  const officeDocument = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = (list: readonly string[]) =>
    `<Relationships>${list
      .map((target, index) => {
        const type = /sheet\d/.test(target)
          ? 'worksheet'
          : target.replace(/\.xml$/, '').replace('xl/workbook', 'officeDocument');
        return `<Relationship Id="rId${index}" Type="${officeDocument}/${type}" Target="${target}"/>`;
      })
      .join('')}</Relationships>`;
  const parts: Record<string, string> = {
    '[Content_Types].xml':
      '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    '_rels/.rels': relations(['xl/workbook.xml']),
    'xl/workbook.xml': `<workbook><workbookPr ${properties ?? ''}/><sheets>${sheets
      .map(({ name, state }, index) => {
        return `<sheet name="${name ?? `S${index}`}" state="${state ?? 'visible'}" r:id="rId${index}"/>`;
      })
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, index) => `sheet${index}.xml`),
      'sharedStrings.xml',
      'styles.xml',
    ]),
    'xl/sharedStrings.xml': `<sst>${strings ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles ?? ''}</styleSheet>`,
  };
  for (const [index, { rows, behind }] of sheets.entries()) {
    parts[`xl/sheet${index}.xml`] =
      `<x:worksheet><x:sheetData>${rows}</x:sheetData>${behind ?? ''}</x:worksheet>`;
  }
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, new TextEncoder().encode(xml)])),
  );
}

/** Rows of cells by their places: `{ A1: 'text' }`; numbers are values, other text stands in the cell. */
function rowsOf(cells: Readonly<Record<string, string | number>>): string {
  const xml = Object.entries(cells).map(([place, value]) =>
    typeof value === 'number'
      ? `<c r="${place}"><v>${value}</v></c>`
      : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`,
  );
  return `<row>${xml.join('')}</row>`;
}

/** Cells of a row from column D on, by their places. */
const quarters = (row: number, cells: readonly (string | number)[]) =>
  Object.fromEntries(cells.map((cell, index) => [`${'DEFG'[index]}${row}`, cell]));

/** Cells of a row by their columns. */
const cellsOf = (row: number, cells: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(cells).map(([column, cell]) => [`${column}${row}`, cell]));

/** A row with a date in its first column. */
const datedRow = (row: number, day: number) => `<row r="${row}"><c r="A${row}" s="1"><v>${day}</v></c></row>`;

/** A table of a half year, its heads set off by an empty row, and how it is read. */
const halfYear = (row: number, period: string) => ({
  ...cellsOf(row, { A: 'In millions', D: period }),
  ...cellsOf(row + 1, { B: 'Sales', C: 'Profit', D: 'Tax' }),
  ...cellsOf(row + 3, { A: 'North', B: row, C: 2, D: 4 }),
  ...cellsOf(row + 4, { A: 'South', B: row, C: 3, D: 5 }),
});
const tableOf = (row: number, year: string) =>
  `| In millions (First half ${year}) | Sales | Profit | Tax |\n| --- | --- | --- | --- |\n| North | ${row} | 2 | 4 |\n| South | ${row} | 3 | 5 |`;

const count = (min: number, max: number) => fc.integer({ min, max });

/** Rows of cells from the left, `''` for an empty one. */
const gridOf = (grid: readonly (readonly (string | number)[])[]) => {
  const cells = grid.flatMap((row, above) =>
    row.map((value, column) => [`${String.fromCharCode(65 + column)}${above + 1}`, value] as const),
  );
  return rowsOf(Object.fromEntries(cells.filter(([, value]) => value !== '')));
};

/** Amounts in rows and columns, which count nothing. */
const amountsOf = (rows: number, columns: number) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, column) => ((row + 3) ** 2 * (column + 7)) / 4),
  );

const textsOf = ({ text, blocks }: LoadedDocument) =>
  blocks.map(({ charStart, charEnd }) => text.slice(charStart, charEnd));

const run = (text: string, place?: string) =>
  `<r>${place === undefined ? '' : `<rPr><vertAlign val="${place}"/></rPr>`}<t>${text}</t></r>`;

const shape = (text: string) =>
  `<xdr:sp><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;

describe('the xlsx loader', () => {
  it('reads what a program writes: sheets as sections, dates, shares, merged cells', async () => {
    const bytes = await writeExcelFile([
      {
        sheet: 'Sales & more',
        data: [
          ['Region', { value: 'Sales', columnSpan: 2 }, null, 'Since'],
          ['', 'Units', 'Share', ''],
          [
            { value: 'North', rowSpan: 2 },
            1200.5,
            { value: 0.125, format: '0.0%' },
            { value: new Date(Date.UTC(2024, 4, 17)), format: 'dd.mm.yyyy' },
          ],
          [null, 7, null, null],
        ],
      },
    ]).toBuffer();
    const document = await load(bytes);
    expect(textsOf(document)).toEqual([
      'Sales & more',
      '| Region | Sales Units | Sales Share | Since |\n| --- | --- | --- | --- |\n' +
        '| North | 1200.5 | 12.5% | 2024-05-17 |\n| North | 7 | | |',
    ]);
    expect(document.sections.map(({ heading, level }) => [heading, level])).toEqual([['Sales & more', 1]]);
    const [table] = document.tables!;
    expect(table).toMatchObject({ rowCount: 4, columnCount: 4, headerRows: 2 });
    expect(table!.cells.filter(({ rowSpan, columnSpan }) => rowSpan * columnSpan > 1)).toEqual([
      expect.objectContaining({ row: 0, column: 1, columnSpan: 2 }),
      expect.objectContaining({ row: 2, column: 0, rowSpan: 2 }),
    ]);
  });

  it('finds tables that empty rows and columns part, and words beside them', async () => {
    const rows = rowsOf({
      A1: 'Figures of the year',
      A3: 'Name',
      B3: 'Count',
      E3: 'Key',
      F3: 'Value',
      A4: 'Tea',
      B4: 1,
      E4: 'start',
      F4: 3,
      A5: 'Mate',
      B5: 2,
      E5: 'end',
      F5: 4,
      A7: 'Sum',
      B7: 3,
      A9: 'Source: own',
    });
    expect(textsOf(await load(workbookOf([{ rows }]))).slice(1)).toEqual([
      'Figures of the year',
      '| Name | Count |\n| --- | --- |\n| Tea | 1 |\n| Mate | 2 |\n| Sum | 3 |',
      '| Key | Value |\n| --- | --- |\n| start | 3 |\n| end | 4 |',
      'Source: own',
    ]);
  });

  it('parts a table from the next one below a title', async () => {
    const rows = rowsOf({
      A1: 'Part',
      B1: 'Price',
      C1: 'Stock',
      D1: 'Year',
      A2: 'Bolt',
      B2: 1,
      C2: 3,
      D2: 2021,
      A5: 'Second table',
      A6: 'City',
      B6: 'Staff',
      A7: 'Oslo',
      B7: 12,
    });
    expect(textsOf(await load(workbookOf([{ rows }]))).slice(1)).toEqual([
      '| Part | Price | Stock | Year |\n| --- | --- | --- | --- |\n| Bolt | 1 | 3 | 2021 |',
      'Second table',
      '| City | Staff |\n| --- | --- |\n| Oslo | 12 |',
    ]);
  });

  it('keeps rows below an empty one and a label of theirs in their table', async () => {
    const rows = rowsOf({
      A1: 'Name',
      B1: 'Count',
      A2: 'Tea',
      B2: 1,
      A4: 'Cold',
      A5: 'Cola',
      B5: 2,
      A6: 'Milk',
      B6: 3,
    });
    expect(textsOf(await load(workbookOf([{ rows }])))[1]).toContain('| Tea | 1 |\n| Cold | |\n| Cola | 2 |');
  });

  it('has a unit alone over the head of a table above it, in brackets, be it beside a title', async () => {
    const body = { ...quarters(2, ['Q1', 'Q2', 'Q1', 'Q2']), C3: 'Sales', ...quarters(3, [1, 2, 3, 4]) };
    const table = '| | Q1 | Q2 | Q1 | Q2 |\n| --- | --- | --- | --- | --- |\n| Sales | 1 | 2 | 3 | 4 |';
    const alone = await load(workbookOf([{ rows: rowsOf({ G1: '$ million', ...body }) }]));
    expect(textsOf(alone).slice(1)).toEqual(['($ million)', table]);
    const titled = await load(
      workbookOf([{ rows: rowsOf({ C1: 'Income', G1: '(in thousands)', ...body }) }]),
    );
    expect(textsOf(titled).slice(1)).toEqual(['Income (in thousands)', table]);
  });

  it('goes on with amounts behind an empty column that have no names for their rows', async () => {
    const rows = rowsOf({
      ...cellsOf(1, { A: 'In millions', C: 'First half 2023', F: 'First half 2022' }),
      ...cellsOf(2, { B: 'Goodwill', C: 'Assets', E: 'Goodwill', F: 'Assets' }),
      ...cellsOf(4, { A: 'North', B: 0, C: -9, E: '—', F: -285 }),
      ...cellsOf(5, { A: 'South', B: 0, C: -23, E: '—', F: -4 }),
      ...cellsOf(6, { A: 'East', B: -16, C: -23, E: 5, F: '—' }),
    });
    const { text, tables } = await load(workbookOf([{ rows }]));
    expect(text.slice(4)).toBe(
      '| In millions | First half 2023 Goodwill | First half 2023 Assets | First half 2022 Goodwill | First half 2022 Assets |\n' +
        '| --- | --- | --- | --- | --- |\n| North | 0 | -9 | — | -285 |\n| South | 0 | -23 | — | -4 |\n| East | -16 | -23 | 5 | — |',
    );
    expect(tables![0]).toMatchObject({ headerRows: 2, columnCount: 5 });
  });

  it.each([
    ['words', ['Region', 'Sales', 'Units', '', 'Cost', 'Margin'], [10, 100, '', 5, 50]],
    ['other words beside labels', ['Item', 'Unit', '', 'Plan', 'Actual'], ['kg', '', 5, 50]],
    ['a period and a word', ['Item', 'Unit', '', 'Q1', 'Total'], ['kg', '', 5, 50]],
  ])('goes on behind an empty column with heads of %s', async (_, heads, cells) => {
    const grid = [1, 3, 4, 7].map((times, index) => [
      `Name ${index}`,
      ...cells.map((cell) => (typeof cell === 'number' ? cell * times : cell)),
    ]);
    const { tables } = await load(workbookOf([{ rows: gridOf([heads, ...grid]) }]));
    expect(tables).toMatchObject([{ columnCount: heads.length - 1, headerRows: 1 }]);
  });

  it('parts two tables side by side that have titles, with heads and without', async () => {
    const sheets = fc.record({ rows: count(3, 8), left: count(1, 3), right: count(2, 3), gap: count(1, 3) });
    const property = fc.asyncProperty(sheets, fc.boolean(), async ({ rows, left, right, gap }, hasHeads) => {
      const between = Array<string>(gap).fill('');
      const amounts = amountsOf(rows, left + right);
      const heads = ['Sold', 'Price', 'Tax'].slice(0, left);
      const others = ['Draw', 'Prize', 'Tickets'].map((head) => (hasHeads ? head : '')).slice(0, right);
      const { text, tables } = await load(
        workbookOf([
          {
            rows: gridOf([
              ['Sales', ...heads.map(() => ''), ...between, 'Lottery'],
              ['Town', ...heads, ...between, ...others],
              ...amounts.map((row, index) => [
                `Town ${index}`,
                ...row.slice(0, left),
                ...between,
                ...row.slice(left),
              ]),
            ]),
          },
        ]),
      );
      expect(tables).toHaveLength(2);
      expect(text).toContain(`| Town | ${heads.join(' | ')} |`);
      for (const [index, row] of amounts.entries()) {
        expect(text).toContain(`| Town ${index} | ${row.slice(0, left).join(' | ')} |`);
        expect(text).toContain(`\n| ${row.slice(left).join(' | ')} |`);
      }
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('keeps a table whole over columns that set its groups off', async () => {
    const sheets = fc.record({
      rows: count(3, 8),
      groups: count(2, 4),
      width: count(2, 3),
      gap: count(1, 3),
    });
    const kinds = fc.constantFrom('again', 'periods', 'unnamed');
    const property = fc.asyncProperty(sheets, kinds, async ({ rows, groups, width, gap }, kind) => {
      const between = Array<string>(gap).fill('');
      const headOf = (index: number) => {
        const [group, column] = [Math.floor(index / width), index % width];
        if (kind === 'again') return ['EUR', 'USD', 'CHF'][column]!;
        return kind === 'periods' ? `Q${group}${column}` : `Kind ${'wxyz'[group]}${'abc'[column]}`;
      };
      const spread = (label: string, cells: readonly (string | number)[]) => [
        label,
        ...cells.flatMap((cell, index) => [...(index > 0 && index % width === 0 ? between : []), cell]),
      ];
      const columns = Array.from({ length: groups * width }, (_, index) => index);
      const heads = columns.map(headOf);
      const years = columns.map((index) => (index % width === 0 ? String(2024 - index / width) : ''));
      const amounts = amountsOf(rows, columns.length);
      const { text, tables } = await load(
        workbookOf([
          {
            rows: gridOf([
              ...(kind === 'periods' ? [] : [spread('', years)]),
              spread(kind === 'unnamed' ? '' : 'Item', heads),
              ...amounts.map((row, index) => spread(`Item ${index}`, row)),
            ]),
          },
        ]),
      );
      expect(tables).toMatchObject([{ columnCount: 1 + columns.length }]);
      for (const [index, row] of amounts.entries())
        expect(text).toContain(`| Item ${index} | ${row.join(' | ')} |`);
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it('keeps numbers apart that numbers beside them count', async () => {
    const rows = rowsOf({
      ...cellsOf(1, { A: 'Name', B: 'Price', D: 'x', E: 'y' }),
      ...cellsOf(2, { A: 'Tea', B: 7, D: 0.5, E: 9 }),
      ...cellsOf(3, { A: 'Mate', B: 3, D: 1, E: 2 }),
      ...cellsOf(4, { A: 'Milk', B: 5, D: 1.5, E: 8 }),
    });
    expect((await load(workbookOf([{ rows }]))).tables).toHaveLength(2);
  });

  it('joins three rows of heads over dates that name the rows', async () => {
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    const rows =
      rowsOf({
        ...cellsOf(1, { C: 'Rocky Mountains', H: 'Permian' }),
        ...cellsOf(2, { C: 'Fixed', E: 'Basis', H: 'Fixed', J: 'Basis' }),
        ...cellsOf(3, {
          C: 'bid',
          D: 'offer',
          E: 'bid',
          F: 'offer',
          H: 'bid',
          I: 'offer',
          J: 'bid',
          K: 'offer',
        }),
        ...cellsOf(4, { A: 'Cash', B: 'spot', C: 9, D: 8, H: 7, I: 6 }),
        ...cellsOf(5, { B: 'to', C: 5, D: 9, E: 7, F: 2, H: 8, I: 9, J: 1, K: 4 }),
        ...cellsOf(6, { B: 'to', C: 1, D: 3, E: 6, F: 3, H: 2, I: 8, J: 2, K: 9 }),
      }) +
      datedRow(5, 45429) +
      datedRow(6, 45460);
    const refs = ['C1:F1', 'H1:K1', 'C2:D2', 'E2:F2', 'H2:I2', 'J2:K2'];
    const behind = `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;
    const { text, tables } = await load(workbookOf([{ rows, behind }], { styles }));
    expect(tables).toHaveLength(1);
    expect(tables![0]!.headerRows).toBe(3);
    expect(text).toContain('| Permian Basis offer |');
    expect(text).toContain('| 2024-05-17 | to | 5 | 9 | 7 | 2 | 8 | 9 | 1 | 4 |');
  });

  it('begins a table anew at heads below an empty row, with its period in brackets', async () => {
    const rows = rowsOf({ ...halfYear(1, 'First half\n2023'), ...halfYear(7, 'First half\n2022') });
    expect(textsOf(await load(workbookOf([{ rows }]))).slice(1)).toEqual([
      tableOf(1, '2023'),
      tableOf(7, '2022'),
    ]);
  });

  it('has units below the names in the head, and two rows of names that are told apart together', async () => {
    const units = rowsOf({
      ...cellsOf(1, { A: 'Kind', B: 'Length', C: 'Mass' }),
      ...cellsOf(2, { B: 'm', C: 'kg' }),
      ...cellsOf(3, { A: 'Pipe', B: 2, C: 4 }),
    });
    const routes = rowsOf({
      ...cellsOf(1, { A: 'From', B: 'Rome', C: 'Rome', D: 'Oslo' }),
      ...cellsOf(2, { A: 'To', B: 'Oslo', C: 'Bern', D: 'Bern' }),
      ...cellsOf(3, { A: 'May', B: 2, C: 4, D: 5 }),
    });
    const { text } = await load(workbookOf([{ rows: units }, { rows: routes }]));
    expect(text).toContain('| Kind | Length m | Mass kg |');
    expect(text).toContain('| From To | Rome Oslo | Rome Bern | Oslo Bern |');
  });

  it('parts what stands far to the right from a title', async () => {
    const rows = rowsOf({
      ...cellsOf(1, { A: 'Daily report', N: 'Month', O: 'Price' }),
      ...cellsOf(2, { A: 'of the desk', N: 'May', O: 3 }),
    });
    expect(textsOf(await load(workbookOf([{ rows }]))).slice(1)).toEqual([
      'Daily report\nof the desk',
      '| Month | Price |\n| --- | --- |\n| May | 3 |',
    ]);
  });

  it('keeps tables beside each other apart where both have heads', async () => {
    const rows = rowsOf({
      A1: 'Name',
      B1: 'Department',
      D1: 'Year',
      E1: 'Sales',
      A2: 'Ann',
      B2: 'Legal',
      D2: 2021,
      E2: 500,
      A3: 'Bob',
      B3: 'Tax',
      D3: 2022,
      E3: 600,
    });
    expect(textsOf(await load(workbookOf([{ rows }]))).slice(1)).toHaveLength(2);
  });

  it('calls a sheet whose name was cut by its first cell, where that goes on', async () => {
    const sheets = [
      ['Statements of Comprehensive I_2', 'Statements of Comprehensive Income - USD'],
      ['Statements of Comprehensive Inc', 'Statements of Comprehensive Income'],
      ['Statements of Comprehensive Inc', 'Other'],
      ['Sales', 'Sales by region'],
    ].map(([name, cell]) => ({ name: name!, rows: rowsOf({ A1: cell! }) }));
    const { sections } = await load(workbookOf(sheets));
    expect(sections.map(({ heading }) => heading)).toEqual([
      'Statements of Comprehensive Income - USD',
      'Statements of Comprehensive Income',
      'Statements of Comprehensive Inc',
      'Sales',
    ]);
  });

  it('keeps a table whole that has an empty column', async () => {
    const rows = rowsOf({ A1: 'Name', C1: 'Count', A2: 'Tea', C2: 1, A3: 'Mate', C3: 2 });
    expect(textsOf(await load(workbookOf([{ rows }])))[1]).toBe(
      '| Name | Count |\n| --- | --- |\n| Tea | 1 |\n| Mate | 2 |',
    );
  });

  it('says which rows of which sheet a part of a long table has', async () => {
    const cells = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        [`B${index + 5}`, `item ${index}`],
        [`C${index + 5}`, index],
      ]).flat() as [string, string | number][],
    );
    const { sections } = await load(
      workbookOf([{ name: 'Stock', rows: rowsOf({ B4: 'Item', C4: 'Count', ...cells }) }]),
    );
    expect(sections.map(({ heading }) => heading)).toEqual([
      'Stock',
      'Stock, rows 5–44',
      'Stock, rows 45–64',
    ]);
  });

  it('reads shared strings, truth values, errors, and results of formulas', async () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
      '<row r="2"><c t="b"><v>1</v></c><c t="e"><v>#DIV/0!</v></c></row>' +
      '<row r="3"><c t="str"><f>A1</f><v>x &amp; y</v></c><c><f>1+2</f><v>3</v></c></row>' +
      '<row r="4"><c><f>2+2</f></c></row>';
    const strings =
      '<si><r><t>Rich</t></r><r><t xml:space="preserve"> text</t></r></si><si><t>東京</t><rPh><t>とうきょう</t></rPh></si>';
    const document = await load(workbookOf([{ rows }], { strings }));
    expect(textsOf(document)[1]).toBe(
      '| Rich text | 東京 |\n| --- | --- |\n| TRUE | #DIV/0! |\n| x & y | 3 |',
    );
    expect(document.warnings).toEqual([expect.stringContaining('1 formulas have no stored result')]);
  });

  it('reads text boxes below the tables of their sheet, once, and sheets that have nothing else', async () => {
    const grouped = `<xdr:grpSp>${shape('Prices without tax.')}</xdr:grpSp>`;
    const drawing = `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:mc="m"><xdr:twoCellAnchor>${grouped}</xdr:twoCellAnchor><mc:AlternateContent><mc:Choice>${shape('As of May.')}</mc:Choice><mc:Fallback>${shape('As of May.')}</mc:Fallback></mc:AlternateContent></xdr:wsDr>`;
    const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing';
    const relations = new TextEncoder().encode(
      `<Relationships><Relationship Id="d" Type="${type}" Target="drawing.xml"/></Relationships>`,
    );
    const sheets = [
      { name: 'Prices', rows: rowsOf({ A1: 'Oil', B1: 5 }) },
      { name: 'Notes', rows: '' },
    ];
    const parts = {
      ...unzipSync(workbookOf(sheets)),
      'xl/drawing.xml': new TextEncoder().encode(drawing),
      'xl/_rels/sheet0.xml.rels': relations,
      'xl/_rels/sheet1.xml.rels': relations,
    };
    const [sheet, , ...others] = textsOf(await load(zipSync(parts)));
    const boxes = ['Prices without tax.', 'As of May.'];
    expect([sheet, ...others]).toEqual(['Prices', ...boxes, 'Notes', ...boxes]);
  });

  it('has raised numbers in raised digits, in shared strings and in cells', async () => {
    const strings = `<si>${run('2')}${run('64', 'superscript')}${run(' keys')}</si><si>${run('1', 'superscript')}${run('/2')}</si>`;
    const inline = `${run('CO')}${run('2', 'subscript')}${run(' per m')}${run('2', 'superscript')}`;
    const rows = `<row r="1"><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is>${inline}</is></c></row>`;
    expect((await load(workbookOf([{ name: 'S', rows }], { strings }))).text).toContain(
      '2⁶⁴ keys | 1/2 | CO2 per m²',
    );
  });

  it('reads hidden sheets and says so; sheets without cells are left out', async () => {
    const document = await load(
      workbookOf([
        { name: 'Empty', rows: '' },
        { name: 'Costs', state: 'veryHidden', rows: rowsOf({ A1: 'secret' }) },
      ]),
    );
    expect(document.text).toBe('Costs\n\nsecret');
    expect(document.warnings).toEqual(['Hidden sheets were read too: Costs.']);
  });

  it('counts days from 1904 where the workbook does', async () => {
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    const rows = '<row><c s="1"><v>0</v></c></row>';
    const { text } = await load(workbookOf([{ rows }], { styles, properties: 'date1904="1"' }));
    expect(text).toBe('S0\n\n1904-01-01');
  });

  it('writes cells that lie far apart as lines', async () => {
    const rows = rowsOf(
      Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [`${columnName(index)}${index + 1}`, `x${index}`]),
      ),
    );
    const { text } = await load(workbookOf([{ rows }]));
    expect(text.length).toBeLessThan(2000);
    expect(text).toContain('x199');
  });

  it('keeps merged cells within the part of a long table that they begin in', async () => {
    const cells: Record<string, string> = { A1: 'Name', B1: 'Kind' };
    for (let row = 2; row <= 60; row++) Object.assign(cells, { [`A${row}`]: `n${row}`, [`B${row}`]: 'x' });
    const behind = '<mergeCells><mergeCell ref="B30:B50"/></mergeCells>';
    const { tables = [] } = await load(workbookOf([{ rows: rowsOf(cells), behind }]));
    const spanning = tables.flatMap((table) => table.cells.filter(({ rowSpan }) => rowSpan > 1));
    expect(spanning.map(({ row, rowSpan }) => [row, rowSpan])).toEqual([[29, 12]]);
    expect(tables[0]!.rowCount).toBe(41);
  });

  it('leaves out what merged cells hide', async () => {
    const cells = {
      A1: 'Name',
      B1: 'Kind',
      C1: 'Sum',
      A2: 'Tea',
      B2: 'green',
      C2: 1,
      A3: 'low',
      B3: 'x',
      C3: 2,
    };
    const behind = '<mergeCells><mergeCell ref="A2:B3"/></mergeCells>';
    const { text } = await load(workbookOf([{ rows: rowsOf(cells), behind }]));
    expect(text).toBe('S0\n\n| Name | Kind | Sum |\n| --- | --- | --- |\n| Tea | | 1 |\n| Tea | | 2 |');
  });

  it('reads nothing from cells that hold nothing, whatever their type', async () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"/><c r="C1" t="b"><v></v></c><c r="D1" t="b"><v>0</v></c></row>';
    const { text } = await load(workbookOf([{ rows }], { strings: '<si><t>First</t></si>' }));
    expect(text).toMatch(/\| First \| FALSE \|/);
    expect(text.match(/First|FALSE/g)).toHaveLength(2);
  });

  it('refuses a part that inflates without end', async () => {
    const rows = ' '.repeat(20_000_000);
    const error = await load(workbookOf([{ rows }])).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LimitExceededError);
  });

  it('refuses a workbook without its main part', async () => {
    const bytes = zipSync({
      '[Content_Types].xml': new TextEncoder().encode(
        '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
      ),
    });
    const error = await load(bytes).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LoadError);
    expect((error as LoadError).message).toContain('xl/workbook.xml is missing');
  });

  it('gives every cell of any table back', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '7', '<', '&', '"', '|', 'é', '漢') });
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((columns) =>
        fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 2, maxLength: 20 }),
      );
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const data = rows.map((row) => row.map((text) => `x${text}`));
        const { text, tables } = await load(await writeExcelFile(data).toBuffer());
        const found = tables![0]!.cells.map(({ charStart, charEnd }) => text.slice(charStart, charEnd));
        expect(found).toEqual(data.flat().map(cellText));
      }),
      { numRuns: 30 },
    );
  });
});

/** 0 as `A`, 26 as `AA`. */
function columnName(index: number): string {
  return (index < 26 ? '' : columnName(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
}
