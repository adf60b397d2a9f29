import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cutContent } from '../arrange.ts';
import { readWithPdfium } from '../parse/pdfium/pdfium.ts';
import type { PdfTable } from './pdf-table.ts';

const folder = join(process.cwd(), '../shared/data/pdfs');
const limits = { maxBytes: 1e9, maxPages: 100, maxChars: 1e7 };

async function tablesOf(file: string): Promise<PdfTable[]> {
  const content = await readWithPdfium({
    bytes: new Uint8Array(readFileSync(join(folder, file))),
    name: file,
    limits,
  });
  const { pieces } = await cutContent(content);
  return pieces.flatMap(({ table }) => table ?? []);
}

describe.skipIf(!existsSync(folder))(
  'tables of real files (skipped where ../shared/data/pdfs is missing)',
  () => {
    it.each([
      ['tables-ruled/tabula-java__AnimalSounds.pdf', [[4, 3]]],
      ['tables-ruled/tabula-java__spanning_cells.pdf', [[21, 6]]],
      ['tables-ruled/camelot__background_lines_1.pdf', [[8, 8]]],
      ['tables-unruled/pdfplumber__WARN-Report-for-7-1-2015-to-03-25-2016.pdf', [[37, 7]]],
      ['tables-unruled/camelot__population_growth.pdf', [[38, 7]]],
      ['rotated-pages/camelot__clockwise_table_1.pdf', [[13, 10]]],
      ['rotated-pages/camelot__anticlockwise_table_1.pdf', [[13, 10]]],
    ])('finds the rows and columns of %s', async (file, sizes) => {
      const found = (await tablesOf(file)).map(({ rowCount, columnCount }) => [rowCount, columnCount]);
      expect(found.slice(0, sizes.length)).toEqual(sizes);
    });

    it('lets heads and group labels span their columns', async () => {
      const [table] = await tablesOf('tables-ruled/camelot__foo.pdf');
      const head = table!.cells.find(({ words }) => words.some(({ text }) => text === 'Percent'));
      expect(head).toMatchObject({ row: 0, column: 3, columnSpan: 4 });
      expect(table!.cells[0]).toMatchObject({ row: 0, column: 0, rowSpan: 2 });
    });
  },
);
