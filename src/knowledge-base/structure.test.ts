import { readFileSync } from 'node:fs';
import path from 'node:path';
// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { openKnowledgeBase } from '../index.ts';

const agreement = path.join(import.meta.dirname, '../../examples/documents/supply-agreement-2024.pdf');

async function makePdf(draw: (pdf: PDFKit.PDFDocument) => void): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({ margin: 60, size: [600, 800] });
  draw(pdf.fontSize(11));
  pdf.end();
  return new Uint8Array(Buffer.concat(await pdf.toArray()));
}

const spans = (list: readonly { charStart: number; charEnd: number }[]) =>
  list.map(({ charStart, charEnd }) => [charStart, charEnd]);

it('gives blocks, tables with their cells and links of a stored document as they were read', async () => {
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const linked = await makePdf((pdf) => {
    pdf.text('The tariffs of the harbour are in ', 60, 100, { continued: true });
    pdf.text('the price list', { link: 'https://example.com/prices' });
  });
  await kb.addDocuments([agreement, { source: linked, sourceType: 'binary', documentId: 'linked' }]);
  const { links, text } = await kb.document('linked');
  expect(links.map(({ charStart, charEnd, url }) => [text.slice(charStart, charEnd), url])).toEqual([
    ['the price list', 'https://example.com/prices'],
  ]);

  const [stored] = await kb.documents({ title: { $contains: 'Supply' } });
  const whole = await kb.document(stored!.documentId);
  const source = readFileSync(agreement);
  const loaded = await kb.loadDocument({ source, sourceType: 'binary', documentId: 'again' });
  expect(whole.blocks).toEqual(loaded.blocks);
  expect(whole.tables.map(({ cells }) => spans(cells))).toEqual(
    loaded.tables!.map(({ cells }) => spans(cells)),
  );
  const [cell, read] = [whole.tables[0]!.cells[0]!, loaded.tables![0]!.cells[0]!];
  expect(cell.rect!.x0).toBeCloseTo(read.rect!.x0, 1);
});
