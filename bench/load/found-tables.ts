import { readFileSync } from 'node:fs';
import { cutContent } from '../../src/load/pdf/arrange.ts';
import { readWithPdfium } from '../../src/load/pdf/parse/pdfium/pdfium.ts';
import type { GridCell } from './adjacency.ts';
import type { Region } from './icdar.ts';

const limits = { maxBytes: 2 ** 30, maxPages: 10_000, maxChars: 2 ** 30 };

/** The tables of a PDF as the loader finds them, before parts of one table are joined over pages. */
export async function findTablesOf(file: string): Promise<Region[]> {
  const content = await readWithPdfium({ bytes: new Uint8Array(readFileSync(file)), name: file, limits });
  const { pieces } = await cutContent(content);
  return pieces.flatMap(({ table, page }) => {
    const cells = table?.cells.map(({ words, ...cell }): GridCell => {
      return { ...cell, text: words.map((word) => word.text).join(' ') };
    });
    return cells ? [{ page: page + 1, cells }] : [];
  });
}
