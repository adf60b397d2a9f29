// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LoadedDocument } from '../../types.ts';
import type { LoadRequest } from '../loader.ts';
import { problemsOf } from './invariants.testing.ts';
import { pdfLoader } from './pdf-loader.ts';
import { PdfiumFailure } from './parse/pdfium/file.ts';
import * as pdfium from './parse/pdfium/pdfium.ts';
import { readWithPdfjs } from './parse/pdfjs/pdfjs.ts';

const prose =
  'The river carries fine sand from the hills to the wide plain, where farmers have built low walls to hold the water back in spring. ';

type Draw = (pdf: PDFKit.PDFDocument) => void;

function make(draw: Draw, options: PDFKit.PDFDocumentOptions = {}): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const pdf = new PDFDocument({ margin: 60, size: [600, 800], ...options });
    const parts: Buffer[] = [];
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))));
    draw(pdf);
    pdf.end();
  });
}

/** Sets entries of the page dictionary for which pdfkit has no option. */
function setPage(pdf: PDFKit.PDFDocument, entries: Record<string, unknown>): void {
  Object.assign(pdf.page.dictionary.data, entries);
}

const drawCropped: Draw = (pdf) => {
  setPage(pdf, { CropBox: [50, 100, 550, 700] });
  pdf.fontSize(20).text('corner', 60, 110, { lineBreak: false });
  pdf.text('unseen', 60, 20, { lineBreak: false });
};

const beyond = (limit: string): object => ({ code: 'LIMIT_EXCEEDED', context: { limit } });

const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };

function load(bytes: Uint8Array, rest: Partial<LoadRequest> = {}): Promise<LoadedDocument> {
  return pdfLoader.load({ bytes, name: 'made.pdf', limits, ...rest });
}

async function loadMade(draw: Draw, options?: PDFKit.PDFDocumentOptions): Promise<LoadedDocument> {
  const document = await load(await make(draw, options));
  expect(problemsOf(document)).toEqual([]);
  return document;
}

function runOf(
  { text, pages }: LoadedDocument,
  word: string,
): { page: number; x0: number; y0: number; x1: number; y1: number } {
  for (const page of pages) {
    const run = page.layout.find(({ charStart, charEnd }) => text.slice(charStart, charEnd) === word);
    if (run) return { page: page.number, x0: run.x0, y0: run.y0, x1: run.x1, y1: run.y1 };
  }
  throw new Error(`no run holds ${word}`);
}

afterEach(() => vi.restoreAllMocks());

describe('pdfLoader', () => {
  it('reads two columns under a heading, with paragraphs as blocks', async () => {
    const document = await loadMade((pdf) => {
      pdf.fontSize(20).text('A Report on the River', 60, 60, { width: 480, align: 'center' });
      pdf.fontSize(10).text(`Left begins here. ${prose.repeat(4)}`, 60, 120, { width: 225 });
      pdf.text(`Right begins here. ${prose.repeat(4)}`, 315, 120, { width: 225 });
    });
    const at = (needle: string): number => document.text.indexOf(needle);
    expect(document.blocks[0]).toMatchObject({ kind: 'heading', charStart: 0 });
    expect(at('A Report')).toBe(0);
    expect(at('Left begins')).toBeLessThan(at('Right begins'));
    const left = document.text.slice(at('Left begins'), at('Right begins'));
    expect(left.match(/fine sand from the hills to the wide plain/g)).toHaveLength(4);
    expect(document.text).toContain('\n\nRight begins here. The river');
  });

  it('leaves running headers, footers and page numbers out and labels pages by them', async () => {
    const document = await loadMade(
      (pdf) => {
        for (let page = 1; page <= 4; page++) {
          if (page > 1) pdf.addPage();
          pdf
            .fontSize(9)
            .text('Confidential report', 60, 30)
            .text(String(page + 10), 290, 770);
          pdf.fontSize(11).text(`Page ${'abcd'[page - 1]} tells: ${prose}`, 60, 120, { width: 480 });
        }
      },
      { margin: 0 },
    );
    expect(document.text).not.toContain('Confidential');
    expect(document.text).not.toMatch(/\b1[1-4]\b/);
    expect(document.pages.map(({ label }) => label)).toEqual(['11', '12', '13', '14']);
    expect(document.text.slice(document.pages[2]!.charStart)).toMatch(/^Page c tells/);
  });

  it('takes sections from the outline and nests them', async () => {
    const document = await loadMade((pdf) => {
      const part = pdf.outline.addItem('Part One');
      pdf.fontSize(11).text('Part One', 60, 60).moveDown().text(prose.repeat(3), { width: 480 });
      pdf.addPage();
      part.addItem('Floods');
      pdf.text('Floods', 60, 60).moveDown().text(prose.repeat(3), { width: 480 });
    });
    const [part, floods] = document.sections;
    expect([part?.heading, part?.level, floods?.heading, floods?.level]).toEqual([
      'Part One',
      1,
      'Floods',
      2,
    ]);
    expect(document.text.slice(floods!.charStart)).toMatch(/^Floods\n\nThe river/);
    expect(part!.charEnd).toBe(document.text.length);
  });

  it('mends a hyphen at a line end and keeps a rectangle for each part of the word', async () => {
    const document = await loadMade((pdf) => {
      pdf.fontSize(11).text('The water is held back by strong embank-', 60, 100, { lineBreak: false });
      pdf.text('ments that were built in the old days by them all.', 60, 114, { lineBreak: false });
    });
    expect(document.text).toContain('strong embankments that');
    expect(runOf(document, 'embank').y0).toBeLessThan(runOf(document, 'ments').y0);
  });

  it('writes a table as Markdown', async () => {
    const rows = [
      ['Item', '2023', '2022'],
      ['Revenue', '1,234', '1,100'],
      ['Cost', '900', '870'],
    ];
    const document = await loadMade((pdf) => {
      pdf.fontSize(11).text(prose, 60, 60, { width: 480 });
      rows.forEach((cells, row) =>
        cells.forEach((cell, column) =>
          pdf.text(cell, 60 + column * 150, 140 + row * 16, { lineBreak: false }),
        ),
      );
    });
    const table = document.blocks.find(({ kind }) => kind === 'table')!;
    expect(document.text.slice(table.charStart, table.charEnd)).toBe(
      '| Item | 2023 | 2022 |\n| --- | --- | --- |\n| Revenue | 1,234 | 1,100 |\n| Cost | 900 | 870 |',
    );
  });

  it('begins each list item on a line of its own', async () => {
    const document = await loadMade((pdf) => {
      pdf.fontSize(11).text(prose, 60, 60, { width: 480 });
      pdf.text('1. First we measure the water', 60, 140).text('2. Then we build the wall', 60, 156);
    });
    expect(document.text).toContain('\n\n1. First we measure the water\n2. Then we build the wall');
    expect(document.blocks.filter(({ kind }) => kind === 'list')).toHaveLength(2);
  });

  it('places words on the page as it is displayed: cropped and rotated', async () => {
    const upright = await loadMade(drawCropped);
    expect(upright.pages[0]).toMatchObject({ width: 500, height: 600 });
    expect(upright.text).toBe('corner');
    const { x0, y0, x1, y1 } = runOf(upright, 'corner');
    expect(x0).toBeCloseTo(10, 0);
    expect(y0).toBeGreaterThan(9);
    expect(y1).toBeLessThan(35);
    const rotated = await loadMade((pdf) => {
      drawCropped(pdf);
      setPage(pdf, { Rotate: 90 });
    });
    expect(rotated.pages[0]).toMatchObject({ width: 600, height: 500 });
    const turned = runOf(rotated, 'corner');
    expect([turned.x0, turned.y0]).toEqual([expect.closeTo(600 - y1, 3), expect.closeTo(x0, 3)]);
    expect([turned.x1, turned.y1]).toEqual([expect.closeTo(600 - y0, 3), expect.closeTo(x1, 3)]);
  });

  it('reads the bibliography from the information dictionary', async () => {
    const info = {
      Title: 'On Rivers',
      Author: 'Ada Li; Bo Ray',
      Keywords: 'water, sand',
      Subject: 'A study',
    };
    const { bibliography } = await loadMade((pdf) => pdf.text(`Ada Li, Bo Ray: ${prose}`), { info });
    expect(bibliography).toMatchObject({
      title: 'On Rivers',
      creators: ['Ada Li', 'Bo Ray'],
      subjects: ['water', 'sand'],
      description: 'A study',
      dateCreated: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    });
  });

  it('asks for a password, refuses a wrong one and opens with the right one', async () => {
    const bytes = await make((pdf) => pdf.text(prose), { userPassword: 'tide', pdfVersion: '1.7' });
    const needed = { code: 'PDF_ENCRYPTED', message: expect.stringContaining('needs a password') };
    await expect(load(bytes)).rejects.toMatchObject(needed);
    const wrong = { code: 'PDF_ENCRYPTED', message: expect.stringContaining('does not open') };
    await expect(load(bytes, { password: 'ebb' })).rejects.toMatchObject(wrong);
    expect((await load(bytes, { password: 'tide' })).text).toContain('fine sand');
  });

  it('opens a file that only its owner has locked', async () => {
    const bytes = await make((pdf) => pdf.text(prose), { ownerPassword: 'owner', pdfVersion: '1.7' });
    expect((await load(bytes)).text).toContain('fine sand');
  });

  it('calls bytes without a signature, and ruins, corrupted', async () => {
    const corrupted = { code: 'PDF_CORRUPTED' };
    await expect(load(new Uint8Array())).rejects.toMatchObject(corrupted);
    await expect(load(new TextEncoder().encode('plain text'))).rejects.toMatchObject(corrupted);
    await expect(load(new TextEncoder().encode('%PDF-1.7\nnothing else'))).rejects.toMatchObject({
      ...corrupted,
      hint: expect.any(String),
      context: { document: 'made.pdf' },
    });
  });

  it('names the pages of a file without any text', async () => {
    const bytes = await make((pdf) => pdf.rect(10, 10, 50, 50).fill().addPage());
    await expect(load(bytes)).rejects.toMatchObject({ code: 'PDF_EMPTY', context: { pages: [1, 2] } });
  });

  it('warns of pages without text among others', async () => {
    const document = await loadMade((pdf) => pdf.text(prose).addPage().addPage().text(prose));
    expect(document.warnings).toEqual([expect.stringContaining('No text was found on page 2')]);
    expect(document.pages[1]).toMatchObject({ layout: [], charStart: document.pages[1]!.charEnd });
  });

  it('stops at the limits on pages and characters', async () => {
    const bytes = await make((pdf) => pdf.text(prose).addPage().text(prose));
    await expect(load(bytes, { limits: { ...limits, maxPages: 1 } })).rejects.toMatchObject(
      beyond('maxPages'),
    );
    await expect(load(bytes, { limits: { ...limits, maxChars: 50 } })).rejects.toMatchObject(
      beyond('maxChars'),
    );
  });

  it('reports each page and stops between pages when aborted', async () => {
    const bytes = await make((pdf) => pdf.text(prose).addPage().text(prose).addPage().text(prose));
    const seen: string[] = [];
    await load(bytes, { onPage: (done, total) => seen.push(`${done}/${total}`) });
    expect(seen).toEqual(['1/3', '2/3', '3/3']);
    const controller = new AbortController();
    const reason = new Error('enough');
    const onPage = (done: number): void => {
      seen.push(String(done));
      if (done === 2) controller.abort(reason);
    };
    await expect(load(bytes, { signal: controller.signal, onPage })).rejects.toBe(reason);
    expect(seen.slice(3)).toEqual(['1', '2']);
  });

  it('reads with the second parser, and says so, when the first one fails', async () => {
    const bytes = await make((pdf) => {
      pdf.outline.addItem('Part One');
      pdf.fontSize(18).text('Part One').fontSize(11).text(prose.repeat(3));
    });
    const first = await load(bytes);
    vi.spyOn(pdfium, 'readWithPdfium').mockRejectedValue(new PdfiumFailure('broken'));
    const second = await load(bytes);
    expect(problemsOf(second)).toEqual([]);
    expect(second.text).toBe(first.text);
    expect(second.sections).toEqual(first.sections);
    expect(second.warnings).toEqual([expect.stringContaining('second one')]);
    const [one, two] = [runOf(first, 'Part'), runOf(second, 'Part')];
    expect(Math.abs(one.x0 - two.x0)).toBeLessThan(1);
    expect((two.y0 + two.y1) / 2).toBeGreaterThan(one.y0);
    expect((two.y0 + two.y1) / 2).toBeLessThan(one.y1);
  });

  it('reads with one parser alone where that is asked for', async () => {
    const bytes = await make((pdf) => pdf.fontSize(11).text(prose.repeat(3)));
    const read = (pdfParser: 'pdfium' | 'pdfjs') =>
      pdfLoader.load({ bytes, name: 'made.pdf', limits, pdfParser });
    const first = await read('pdfium');
    vi.spyOn(pdfium, 'readWithPdfium').mockRejectedValue(new PdfiumFailure('broken'));
    const second = await read('pdfjs');
    expect(second.text).toBe(first.text);
    expect(second.warnings).toEqual([]);
    await expect(read('pdfium')).rejects.toMatchObject({
      code: 'PDF_CORRUPTED',
      message: expect.stringMatching(/pdfium cannot read it/),
    });
  });
});

const drawingClasses = () =>
  ['DOMMatrix', 'ImageData', 'Path2D'].map((name) => Reflect.get(globalThis, name));

describe('readWithPdfjs', () => {
  it('gives the same typed errors for passwords and ruins', async () => {
    const locked = await make((pdf) => pdf.text(prose), { userPassword: 'tide', pdfVersion: '1.7' });
    const request = { name: 'made.pdf', limits };
    await expect(readWithPdfjs({ ...request, bytes: locked })).rejects.toMatchObject({
      code: 'PDF_ENCRYPTED',
    });
    const ruin = new TextEncoder().encode('%PDF-1.7\nnothing else');
    await expect(readWithPdfjs({ ...request, bytes: ruin })).rejects.toMatchObject({ name: 'PdfjsFailure' });
  });

  it('leaves the caller its bytes and the global scope as it was', async () => {
    const bytes = await make((pdf) => pdf.text(prose));
    const before = bytes.length;
    const known = drawingClasses();
    await readWithPdfjs({ name: 'made.pdf', limits, bytes });
    expect(bytes.length).toBe(before);
    expect(drawingClasses()).toEqual(known);
  });
});
