/** Ways to read the text of a PDF, each with the number of pages that it has read. */
/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { loadDocument } from '../../src/load/load.ts';
import { PdfiumFile } from '../../src/load/pdf/parse/pdfium/file.ts';
import { pdfium } from '../../src/load/pdf/parse/pdfium/module.ts';
import { readWithPdfium } from '../../src/load/pdf/parse/pdfium/pdfium.ts';
import { limits } from './pdf-files.ts';

export const ways: Readonly<Record<string, (bytes: Uint8Array) => Promise<number>>> = {
  pincite: async (bytes) => (await loadDocument({ bytes, name: 'filing.pdf', limits })).pages.length,
  'pincite, before any order': async (bytes) =>
    (await readWithPdfium({ bytes, name: 'filing.pdf', limits })).pages.length,
  'PDFium, characters': readCharacters,
  'pdf.js, items': readItems,
};

async function readCharacters(bytes: Uint8Array): Promise<number> {
  const module = await pdfium();
  const file = new PdfiumFile(module, { bytes, name: 'filing.pdf' });
  const box = module.wasmExports.malloc(16);
  const pages = module._FPDF_GetPageCount(file.handle);
  for (let index = 0; index < pages; index++) {
    const page = module._FPDF_LoadPage(file.handle, index);
    const text = module._FPDFText_LoadPage(page);
    const count = module._FPDFText_CountChars(text);
    for (let character = 0; character < count; character++) {
      module._FPDFText_GetUnicode(text, character);
      module._FPDFText_GetLooseCharBox(text, character, box);
    }
    module._FPDFText_ClosePage(text);
    module._FPDF_ClosePage(page);
  }
  module.wasmExports.free(box);
  file.close();
  return pages;
}

async function readItems(bytes: Uint8Array): Promise<number> {
  Object.assign(globalThis, { DOMMatrix: Object, ImageData: Object, Path2D: Object });
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise;
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    await page.getTextContent();
    page.cleanup();
  }
  const pages = document.numPages;
  await document.destroy();
  return pages;
}
