import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePdf } from '../../../test/support/pdf.ts';
import { colourAt, decodePng } from '../../../test/support/png.ts';
import { openKnowledgeBase, type Citation, type KnowledgeBase } from '../../index.ts';
import type { Snapshot } from './snapshot.ts';

let folder: string;
let kb: KnowledgeBase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-snapshot-'));
  kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
});
afterAll(async () => {
  await kb.close();
  await rm(folder, { recursive: true });
});

const filler = 'Other lines of the page say nothing of it. '.repeat(8);
const onOnePage = `${filler}\n\nThe harbour gauge of Averil stands on the north quay.\n\n${filler}`;

async function citationOf(question: string): Promise<Citation> {
  const { citations } = await kb.ask(question);
  expect(citations.length).toBeGreaterThan(0);
  return citations[0]!;
}

/** Shares of highlighted paper and of ink in the citation's rectangles, and highlighted pixels outside of them. */
function look({ png, page, region, pixelsPerPoint }: Snapshot, { rects }: Citation) {
  const picture = decodePng(png);
  const seen = { inside: 0, yellow: 0, ink: 0, strayYellow: 0 };
  const own = rects.filter((rect) => rect.page === page);
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const [left, top] = [region.x0 + (x + 0.5) / pixelsPerPoint, region.y0 + (y + 0.5) / pixelsPerPoint];
      const isNear = (slack: number) =>
        own.some(
          ({ x0, y0, x1, y1 }) =>
            left > x0 - slack && left < x1 + slack && top > y0 - slack && top < y1 + slack,
        );
      const [red = 0, , blue = 0] = colourAt(picture, x, y);
      const isYellow = red > 200 && blue < 140;
      if (isNear(-0.5)) {
        seen.inside += 1;
        if (isYellow) seen.yellow += 1;
        else if (red < 100) seen.ink += 1;
      } else if (isYellow && !isNear(0.5)) seen.strayYellow += 1;
    }
  }
  return seen;
}

describe('snapshot', () => {
  it('shows the quote highlighted where it stands, and nothing else', async () => {
    const file = join(folder, 'harbour.pdf');
    await writePdf(file, [onOnePage]);
    await kb.addDocuments([file]);
    const citation = await citationOf('Where does the harbour gauge of Averil stand?');
    const snapshots = await kb.snapshot(citation);
    expect(snapshots).toHaveLength(1);
    const { page, png, width, height } = snapshots[0]!;
    expect({ page, width, height }).toMatchObject({ page: 1, ...sizeOf(png) });
    const { inside, yellow, ink, strayYellow } = look(snapshots[0]!, citation);
    expect(yellow / inside).toBeGreaterThan(0.6);
    expect(ink / inside).toBeGreaterThan(0.03);
    expect(strayYellow).toBe(0);
  });

  it('gives a picture for each page of a quote that goes over the end of one', async () => {
    const file = join(folder, 'over.pdf');
    await writePdf(file, [
      `${filler}\n\nThe lighthouse keeper of Merrow is paid from the fund of the`,
      `western parish council. ${filler}`,
    ]);
    await kb.addDocuments([file]);
    const [document] = await kb.documents({ sourcePath: file });
    const { text } = await kb.document(document!.documentId);
    const base = await citationOf('Who pays the lighthouse keeper of Merrow?');
    const quote = text.slice(text.indexOf('The lighthouse'), text.indexOf('council.') + 8);
    const charStart = text.indexOf(quote);
    const rects = [
      { page: 1, x0: 72, y0: 100, x1: 300, y1: 112 },
      { page: 2, x0: 72, y0: 72, x1: 200, y1: 84 },
    ];
    const citation = {
      ...base,
      documentId: document!.documentId,
      quote,
      charStart,
      charEnd: charStart + quote.length,
      rects,
    };
    const snapshots = await kb.snapshot(citation, { margin: 20, pixelsPerPoint: 1 });
    expect(snapshots.map(({ page, region }) => [page, region.y0, region.y1])).toEqual([
      [1, 80, 132],
      [2, 52, 104],
    ]);
  });

  it('shows the header of the table that a row is of, which is not highlighted', async () => {
    await kb.addDocuments(['examples/documents/annual-report-2025.pdf']);
    const [document] = await kb.documents({ format: 'pdf', title: 'Annual report 2025' });
    const { documentId } = document!;
    const { text } = await kb.document(documentId);
    const row = text.indexOf('| Profit for the year |');
    const head = text.lastIndexOf('| | 2025 |', row);
    const cite = (charStart: number) =>
      kb.cite({ documentId, charStart, charEnd: text.indexOf('\n', charStart) });
    const [cited, header] = [await cite(row), await cite(head)];
    const [shown] = await kb.snapshot(cited, { margin: 10 });
    expect(cited.rects[0]!.y0 - header.rects[0]!.y0).toBeGreaterThan(80);
    expect(shown!.region.y0).toBe(Math.floor(header.rects[0]!.y0 - 10));
    expect(shown!.region.y1).toBe(Math.ceil(cited.rects[0]!.y1 + 10));
    expect(look(shown!, cited).strayYellow).toBe(0);
  });

  it('draws nothing for documents without pages', async () => {
    await kb.addDocuments([
      { source: 'The ferry to Inish leaves at nine.', sourceType: 'text', documentId: 'ferry' },
    ]);
    expect(await kb.snapshot(await citationOf('When does the ferry to Inish leave?'))).toEqual([]);
  });

  it('says what is missing when the file is gone, and draws from the kept original', async () => {
    const [gone, kept] = [join(folder, 'gone.pdf'), join(folder, 'kept.pdf')];
    await writePdf(gone, ['The dredger Osprey was sold to a yard in Gdansk.']);
    await copyFile(gone, kept);
    await kb.addDocuments([gone]);
    const citation = await citationOf('To whom was the dredger Osprey sold?');
    await rm(gone);
    await expect(kb.snapshot(citation)).rejects.toMatchObject({
      code: 'LOAD',
      hint: expect.stringMatching(/keepOriginals/),
    });
    await using keeping = await openKnowledgeBase({
      store: 'sqlite::memory:',
      ingest: { keepOriginals: true },
    });
    await keeping.addDocuments([kept]);
    await rm(kept);
    const { citations } = await keeping.ask('To whom was the dredger Osprey sold?');
    expect(await keeping.snapshot(citations[0]!)).toHaveLength(1);
  });

  it('needs the password of an encrypted file again', async () => {
    const file = join(folder, 'secret.pdf');
    await writePdf(file, ['The strongroom of the abbey opens at noon.'], {
      userPassword: 'ebb',
      pdfVersion: '1.7',
    });
    await kb.addDocuments([{ source: file, password: 'ebb' }]);
    const citation = await citationOf('When does the strongroom of the abbey open?');
    await expect(kb.snapshot(citation)).rejects.toMatchObject({ code: 'PDF_ENCRYPTED' });
    expect(await kb.snapshot(citation, { password: 'ebb' })).toHaveLength(1);
  });

  it('refuses what is no citation, and one of a document that has changed', async () => {
    await expect(kb.snapshot({ quote: 'x' } as never)).rejects.toMatchObject({ code: 'CONFIG' });
    const file = join(folder, 'note.md');
    await writeFile(file, 'The mast of the sloop Tern is of Sitka spruce.');
    await kb.addDocuments([file]);
    const citation = await citationOf('Of what is the mast of the sloop Tern?');
    await writeFile(file, 'The sloop Tern has been broken up.');
    await kb.addDocuments([file]);
    await expect(kb.snapshot(citation)).rejects.toMatchObject({
      code: 'NO_DOCUMENTS_FOUND',
      message: expect.stringMatching(/changed/),
    });
    await expect(kb.surroundings(citation)).rejects.toMatchObject({ code: 'NO_DOCUMENTS_FOUND' });
  });
});

describe('surroundings', () => {
  it('are an exact slice of the text, cut at words', async () => {
    const text = `${filler}\n\nThe weir at Corran has eleven gates.\n\n${filler}`;
    await kb.addDocuments([{ source: text, sourceType: 'text', documentId: 'weir' }]);
    const citation = await citationOf('How many gates has the weir at Corran?');
    const { before, quote, after } = await kb.surroundings(citation, { characters: 50 });
    expect(text.trimEnd()).toContain(before + quote + after);
    expect(before).toMatch(/^\S+ .* of it\.\s+$/s);
    expect(after).toMatch(/^\s+Other lines .*[\w.]$/s);
    expect(await kb.surroundings(citation, { characters: 0 })).toMatchObject({ before: '', after: '' });
  });
});

function sizeOf(png: Uint8Array) {
  const { width, height } = decodePng(png);
  return { width, height };
}
