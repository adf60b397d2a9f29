// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { openKnowledgeBase } from '../index.ts';
import { renderPages } from '../load/pdf/pictures/render.ts';
import { encodePng } from '../util/pictures/png.ts';

const prose = 'The harbour office keeps the registers of all boats, and opens at eight on working days. ';
const red = {
  width: 8,
  height: 8,
  pixels: new Uint8Array(256).map((_, index) => (index % 4 === 0 ? 200 : 90)),
};
const image = Buffer.from(await encodePng(red, 1));

async function makePdf(
  draw: (pdf: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({ margin: 60, size: [600, 800], ...options });
  draw(pdf.fontSize(11));
  pdf.end();
  return new Uint8Array(Buffer.concat(await pdf.toArray()));
}

/** A report with a picture that has a caption, one that has an alternative text, and one that has neither. */
const report = await makePdf(
  (pdf) => {
    pdf.addStructure(pdf.struct('P', {}, () => pdf.text(prose.repeat(3), 60, 60)));
    pdf.addStructure(pdf.struct('P', {}, () => pdf.image(image, 60, 150, { width: 200, height: 120 })));
    pdf.addStructure(
      pdf.struct('P', {}, () => pdf.text('Figure 1. Catch of herring by quarter, in tonnes', 60, 280)),
    );
    pdf.addStructure(
      pdf.struct('Figure', { alt: 'A white lighthouse on a cliff above the sea' }, () =>
        pdf.image(image, 100, 330, { width: 300, height: 200 }),
      ),
    );
    pdf.addStructure(pdf.struct('P', {}, () => pdf.text(prose.repeat(3), 60, 560)));
    pdf.addStructure(pdf.struct('P', {}, () => pdf.image(image, 450, 700, { width: 60, height: 40 })));
  },
  { tagged: true },
);

const lighthouse = { page: 1, x0: 100, y0: 330, x1: 400, y1: 530 };

it('are chunks of their own: captions and alternative texts, with the rectangle of the picture', async () => {
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await kb.addDocuments([{ source: report, sourceType: 'binary', documentId: 'report' }]);
  const { hits } = await kb.retrieve('lighthouse', { filter: { kind: 'figure' }, topK: 5 });
  expect(hits[0]!.chunk.content).toBe('A white lighthouse on a cliff above the sea');
  expect(hits[0]!.chunk).toMatchObject({ kind: 'figure', rects: [lighthouse], pageNumbers: [1] });
  const [herring] = (await kb.retrieve('herring', { topK: 1 })).hits;
  expect(herring!.chunk.content).toContain('Figure 1. Catch of herring');
  expect(herring!.chunk.rects).toContainEqual({ page: 1, x0: 60, y0: 150, x1: 260, y1: 270 });

  const { pictures, text } = await kb.document('report');
  expect(pictures.map(({ rect, charStart, charEnd }) => [rect!.y0, text.slice(charStart, charEnd)])).toEqual([
    [150, 'Figure 1. Catch of herring by quarter, in tonnes'],
    [330, 'A white lighthouse on a cliff above the sea'],
    [700, ''],
  ]);
});

it('are cited with the rectangle of the picture, and shown in snapshots', async () => {
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:', ingest: { keepOriginals: true } });
  await kb.addDocuments([{ source: report, sourceType: 'binary', documentId: 'report' }]);
  const citation = await kb.cite({ documentId: 'report', quote: 'A white lighthouse on a cliff' });
  expect(citation.rects).toEqual([lighthouse]);
  const [snapshot] = await kb.snapshot(citation);
  expect(snapshot!.region.y0).toBeLessThanOrEqual(lighthouse.y0);
  expect(snapshot!.region.y1).toBeGreaterThanOrEqual(lighthouse.y1);
});

it('are cited by the words that OCR reads in them, each with its own rectangle, where that is asked for', async () => {
  const shown = 'Mackerel: 480 tonnes in autumn';
  const text = await makePdf((pdf) => pdf.fontSize(16).text(shown, 20, 20), { size: [300, 60], margin: 0 });
  const region = { x0: 0, y0: 0, x1: 300, y1: 60 };
  const view = { page: 1, pageSize: { width: 300, height: 60 }, region, pixelsPerPoint: 3 };
  const [drawn] = await renderPages({ bytes: text, name: 'chart.pdf' }, [view]);
  const chart = Buffer.from(await encodePng(drawn!, 3));
  const source = await makePdf((pdf) =>
    pdf.text(prose.repeat(3), 60, 60).image(chart, 60, 200, { width: 300, height: 60 }),
  );
  const input = { source, sourceType: 'binary' as const, documentId: 'report' };
  await using kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    loading: { ocr: 'pictures' },
    ingest: { keepOriginals: true },
  });
  const { warnings } = await kb.addDocuments([input]);
  expect(warnings).toEqual(['report: Pictures read by OCR: page 1.']);
  const [hit] = (await kb.retrieve('mackerel', { topK: 1 })).hits;
  expect(hit!.chunk).toMatchObject({ kind: 'figure', content: shown });
  const citation = await kb.cite({ documentId: 'report', quote: '480 tonnes' });
  expect(citation.located).toBe('exact');
  expect(citation.rects).toContainEqual({ page: 1, x0: 60, y0: 200, x1: 360, y1: 260 });
  expect(citation.rects[0]!.confidence).toBeGreaterThan(0.7);
  const [snapshot] = await kb.snapshot(citation);
  expect(snapshot!.region.y0).toBeLessThanOrEqual(200);
  expect(snapshot!.region.y1).toBeGreaterThanOrEqual(260);
  await using usual = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await usual.addDocuments([input]);
  expect((await usual.document('report')).text).not.toContain('480');
});
