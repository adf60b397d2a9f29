// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import type { RegionFilter } from '../../store/filter/filter.ts';
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase, type RetrieveOptions } from '../../index.ts';
import { encodePng } from '../../util/pictures/png.ts';

const image = Buffer.from(await encodePng({ width: 8, height: 8, pixels: new Uint8Array(256).fill(120) }, 1));

/** Two pages of an invoice: a logo with the address beside it, sections that are chunks each, a photograph. */
async function makeInvoice(): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({ margin: 60, size: [600, 800], tagged: true });
  const write = (text: string, y: number, x = 60) =>
    pdf.addStructure(pdf.struct('P', {}, () => pdf.fontSize(11).text(`${text}.`, x, y)));
  const show = (alt: string, [x, y]: readonly [number, number]) =>
    pdf.addStructure(pdf.struct('Figure', { alt }, () => pdf.image(image, x, y, { width: 80, height: 40 })));
  show('The logo of the Averil Harbour Company', [60, 60]);
  write('Averil Harbour Company, 4 North Quay', 70, 160);
  write('Mooring fees for the month of March', 300);
  write('The Grand Total is 412 euros', 600);
  pdf.addPage();
  write('Pay within thirty days to the account below', 300);
  show('', [60, 500]);
  write('The crane on the quay in winter', 550);
  pdf.end();
  return new Uint8Array(Buffer.concat(await pdf.toArray()));
}

const invoice = await makeInvoice();

async function withInvoice(action: (kb: KnowledgeBase) => Promise<void>): Promise<void> {
  await using kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    chunking: { method: 'sentenceWindow' },
  });
  await kb.addDocuments([{ source: invoice, sourceType: 'binary', documentId: 'invoice' }]);
  await action(kb);
}

async function found(kb: KnowledgeBase, region: RegionFilter, more: RetrieveOptions = {}): Promise<string> {
  const query = 'harbour fees total pay crane quay logo';
  const { hits } = await kb.retrieve(query, { region, topK: 50, deduplicate: false, ...more });
  return hits
    .map(({ chunk }) => chunk)
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ content }) => content)
    .join(' | ');
}

it('keeps chunks near a text, in any case, on the page that is asked for', () =>
  withInvoice(async (kb) => {
    expect(await found(kb, { near: 'grand  total' })).toBe('The Grand Total is 412 euros.');
    expect(await found(kb, { near: 'Mooring fees', within: 320 })).toContain('Grand Total');
    expect(await found(kb, { near: 'quay', page: 2 })).toContain('crane');
    expect(await found(kb, { near: 'quay', page: 2 })).not.toContain('North Quay');
    expect(await found(kb, { near: 'nowhere to be found' })).toBe('');
    expect(await found(kb, { near: 'Grand Total' }, { filter: { pageNumbers: 2 } })).toBe('');
    expect(await kb.textInRegion('invoice', { near: 'Grand Total', within: 80 })).toBe(
      'The Grand Total is 412 euros.',
    );
  }));

it('keeps chunks near a picture by its description, or near any', () =>
  withInvoice(async (kb) => {
    const besideLogo = await found(kb, { near: 'logo', within: 40 });
    expect(besideLogo).toContain('4 North Quay');
    expect(besideLogo).not.toContain('Mooring');
    const besidePictures = await found(kb, { near: { picture: true }, page: 2, within: 20 });
    expect(besidePictures).toBe('The crane on the quay in winter.');
    expect(await kb.textInRegion('invoice', { near: 'logo', within: 40 })).toBe('Averil');
  }));

it.each([
  [{ near: '' }, 'region.near'],
  [{ near: { picture: false } }, 'region.near'],
  [{ near: 'logo', within: -1 }, 'region.within'],
  [{ near: 'logo', page: 0 }, 'region.page'],
  [{ near: 'logo', distance: 3 }, 'region.distance'],
])('refuses what is no such region, saying where', (region, position) =>
  withInvoice(async (kb) => {
    await expect(kb.retrieve('logo', { region: region as RegionFilter })).rejects.toMatchObject({
      code: 'FILTER',
      context: { position },
    });
  }),
);
