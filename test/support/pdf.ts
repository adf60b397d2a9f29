import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';

/** Writes a PDF with one page for each text. */
export async function writePdf(
  path: string,
  pages: readonly string[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<void> {
  const pdf = new PDFDocument({ autoFirstPage: false, ...options });
  const file = createWriteStream(path);
  pdf.pipe(file);
  for (const text of pages) pdf.addPage().font('Helvetica').fontSize(11).text(text);
  pdf.end();
  await finished(file);
}
