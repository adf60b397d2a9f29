/** The PDFs that the benches of loading read, and how. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { arrange } from '../../src/load/pdf/arrange.ts';
import { readWithPdfium } from '../../src/load/pdf/parse/pdfium/pdfium.ts';
import type { LoadRequest } from '../../src/load/loader.ts';
import type { LoadedDocument } from '../../src/types.ts';
import { hasPoppler, popplerBlocks, type Box } from '../../test/support/poppler.ts';

export interface PdfFile {
  /** Below the folder of data. */
  readonly name: string;
  readonly path: string;
  readonly purpose: string;
  readonly password?: string;
}

interface ManifestEntry {
  readonly file: string;
  readonly purpose: string;
  readonly password?: string;
}

/** High enough for every file. */
export const limits = { maxBytes: 2 ** 30, maxPages: 10_000, maxChars: 2 ** 27 };

export const defaultData = path.join(import.meta.dirname, '../../../shared/data');

/** The files of `pdfs/manifest.json`. */
export function collectedPdfs(data: string): PdfFile[] {
  const manifest = path.join(data, 'pdfs/manifest.json');
  if (!existsSync(manifest)) throw new Error(`${manifest} is missing: name the folder of data with --data.`);
  const entries = JSON.parse(readFileSync(manifest, 'utf8')) as ManifestEntry[];
  return entries.map(({ file, purpose, password }) => ({
    name: file,
    path: path.join(data, 'pdfs', file),
    purpose,
    ...(password === undefined ? {} : { password }),
  }));
}

/** The annual reports and other filings of FinanceBench. */
export function filings(data: string): PdfFile[] {
  const folder = path.join(data, 'finance/pdfs');
  return readdirSync(folder).map((name) => ({
    name: `finance/${name}`,
    path: path.join(folder, name),
    purpose: 'filings',
  }));
}

export function requestFor(file: PdfFile): LoadRequest {
  return {
    bytes: new Uint8Array(readFileSync(file.path)),
    name: file.name,
    limits,
    ...(file.password === undefined ? {} : { password: file.password }),
  };
}

export interface LoadedPage {
  readonly document: LoadedDocument;
  readonly garbled: boolean;
}

/** Each page as a document of its own, so that no running head is recognised and taken out. */
export async function loadPages(file: PdfFile): Promise<LoadedPage[]> {
  const content = await readWithPdfium(requestFor(file));
  const loaded: LoadedPage[] = [];
  for (const page of content.pages) {
    const document = await arrange({ ...content, pages: [page], outline: [] });
    loaded.push({ document, garbled: page.garbled === true });
  }
  return loaded;
}

/** What poppler reads of each page: blocks of lines of words. No page when it cannot read the file, or not in time. */
export function popplerOf({ path: file, password }: PdfFile): Box[][][][] {
  if (!hasPoppler) throw new Error('pdftotext is missing: install poppler-utils.');
  try {
    return popplerBlocks(file, password === undefined ? {} : { password });
  } catch {
    return [];
  }
}
