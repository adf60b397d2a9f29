// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startOpenAiServer, type ChatRequest, type OpenAiServer } from '../../test/support/openai-server.ts';
import { colourAt, decodePng } from '../../test/support/png.ts';
import type { ConfigInput } from '../config/config.ts';
import { openKnowledgeBase, type KnowledgeBase } from './knowledge-base.ts';
import { deckOfImage, picture, shape } from '../load/office/deck.testing.ts';
import { encodePng } from '../util/pictures/png.ts';
import { figureRect } from './written-by-model/figure-pictures.ts';

const prose = 'The harbour office keeps the registers of all boats, and opens at eight on working days. ';
const colours = {
  red: [200, 20, 20],
  green: [20, 160, 20],
  blue: [20, 20, 200],
  grey: [90, 90, 90],
} as const;
type Colour = keyof typeof colours;
/** What the model sees, in words that the document has not. */
const seen: Record<Colour, string> = {
  red: 'A bar chart of walruses by quarter.',
  green: 'A photograph of a pelican on a pier.',
  blue: 'A painting of a lynx.',
  grey: 'Fog.',
};

async function imageOf(colour: Colour): Promise<Buffer> {
  const pixels = new Uint8Array(8 * 8 * 4).map((_, index) => colours[colour][index % 4] ?? 255);
  return Buffer.from(await encodePng({ width: 8, height: 8, pixels }, 1));
}

async function makePdf(
  draw: (pdf: PDFKit.PDFDocument) => void,
  { margin = 60, size = [600, 800] }: { margin?: number; size?: [number, number] } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({ margin, size });
  draw(pdf.fontSize(11));
  pdf.end();
  return new Uint8Array(Buffer.concat(await pdf.toArray()));
}

/** A page with a red picture over its caption, a green one without words, and a small grey one. */
let bytes: Uint8Array<ArrayBuffer>;
let pictures: Record<Colour, Buffer>;
beforeAll(async () => {
  const [red, green, blue, grey] = await Promise.all(
    (['red', 'green', 'blue', 'grey'] as const).map((colour) => imageOf(colour)),
  );
  pictures = { red: red!, green: green!, blue: blue!, grey: grey! };
  bytes = await makePdf((pdf) => {
    pdf.text(prose.repeat(3), 60, 60).image(pictures.red, 60, 150, { width: 200, height: 120 });
    pdf.text('Figure 1. What was caught, by quarter', 60, 280);
    pdf.image(pictures.green, 100, 330, { width: 300, height: 200 });
    pdf.text(prose.repeat(3), 60, 560).image(pictures.grey, 450, 700, { width: 60, height: 40 });
  });
});
const report = (documentId = 'report') => ({ source: bytes, sourceType: 'binary' as const, documentId });
const pelican = { page: 1, x0: 100, y0: 330, x1: 400, y1: 530 };

let server: OpenAiServer;
const opened: KnowledgeBase[] = [];
beforeEach(async () => {
  server = await startOpenAiServer();
  server.reply((body) => ({ text: seen[colourOf(body)] }));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((kb) => kb.close()));
  await server.close();
});

const oneAtATime = { maxRetries: 0, concurrency: 1 };
const eye = (more: ConfigInput['llm'] = {}) => ({
  model: 'openai-compatible:eye',
  baseUrl: server.baseUrl,
  ...more,
});

async function open(more: ConfigInput = {}): Promise<KnowledgeBase> {
  const llm = eye();
  const answer = { model: 'extractive' };
  const calls = { maxRetries: 0 };
  const chunking = { describeFigures: true };
  const config = { store: 'sqlite::memory:', llm, answer, calls, chunking, ...more };
  const kb = await openKnowledgeBase(config, { check: 'none' });
  opened.push(kb);
  return kb;
}

interface Shown {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

const partsOf = ({ messages }: ChatRequest) => messages.at(-1)!.content as unknown as readonly Shown[];

function pictureIn(body: ChatRequest) {
  const { url } = partsOf(body).find(({ type }) => type === 'image_url')!.image_url!;
  const [, data = ''] = /^data:image\/png;base64,(.*)$/.exec(url)!;
  return decodePng(Buffer.from(data, 'base64'));
}

function colourOf(body: ChatRequest): Colour {
  const shown = pictureIn(body);
  const middle = String(colourAt(shown, shown.width >> 1, shown.height >> 1));
  return (Object.keys(colours) as Colour[]).find((name) => String(colours[name]) === middle)!;
}

describe('descriptions of figures', () => {
  it('are searched with the figure, and are none of the words of the document', async () => {
    const kb = await open({ ingest: { keepOriginals: true } });
    const { warnings, chunks, figureDescription } = await kb.addDocuments([report()]);
    expect(warnings).toEqual([]);
    expect(figureDescription).toMatchObject({
      model: 'openai-compatible:eye',
      written: 2,
      cached: 0,
      missing: 0,
      usage: { inputTokens: 200, outputTokens: 20 },
    });
    const { text, pictures: found } = await kb.document('report');
    for (const said of ['walrus', 'pelican']) expect(text).not.toContain(said);
    for (const { content, charStart, charEnd } of chunks)
      expect(content).toBe(text.slice(charStart, charEnd));

    const [hit] = (await kb.retrieve('pelican')).hits;
    expect(hit!.chunk).toMatchObject({
      kind: 'figure',
      content: '\uFFFC',
      rects: [pelican],
      pageNumbers: [1],
      described: { text: seen.green, by: 'openai-compatible:eye' },
    });
    const [chart] = (await kb.retrieve('walruses', { mode: 'keyword' })).hits;
    expect(chart!.chunk.content).toBe('Figure 1. What was caught, by quarter');
    expect(chart!.chunk.described?.text).toBe(seen.red);
    expect(found.map(({ rect, described }) => [rect!.y0, described?.text])).toEqual([
      [150, seen.red],
      [330, seen.green],
      [700, undefined],
    ]);
  });

  it('stand beside a citation of the figure, whose quote is the document’s, and whose picture is its snapshot', async () => {
    const kb = await open({ ingest: { keepOriginals: true } });
    await kb.addDocuments([report()]);
    const caption = await kb.cite({ documentId: 'report', quote: 'What was caught, by quarter' });
    expect(caption).toMatchObject({
      located: 'exact',
      quote: 'What was caught, by quarter',
      described: { text: seen.red },
    });
    expect(caption.rects).toContainEqual({ page: 1, x0: 60, y0: 150, x1: 260, y1: 270 });
    const { charStart, charEnd } = (await kb.retrieve('pelican')).hits[0]!.chunk;
    const bare = await kb.cite({ documentId: 'report', charStart, charEnd });
    expect(bare).toMatchObject({ quote: '\uFFFC', rects: [pelican], described: { text: seen.green } });
    const [snapshot] = await kb.snapshot(bare);
    expect(snapshot!.region).toMatchObject({ y0: expect.any(Number) as number });
    expect(snapshot!.region.y0).toBeLessThanOrEqual(pelican.y0);
    expect(snapshot!.region.y1).toBeGreaterThanOrEqual(pelican.y1);
    expect(await kb.cite({ documentId: 'report', quote: 'The harbour office' })).not.toHaveProperty(
      'described',
    );
    // What a model said is quoted by nothing.
    const said = await kb.cite({ documentId: 'report', quote: seen.green });
    expect(said.located).not.toBe('exact');
    const answer = await kb.ask('What is on the pier?');
    expect(answer.answer).not.toContain('pelican');
    for (const { quote } of answer.citations) expect(quote).not.toContain('pelican');
  });

  it('are asked for with the figure as a PNG picture, and what stands around it as data', async () => {
    const one = await open({ calls: oneAtATime });
    await one.addDocuments([{ ...report(), title: 'Harbour' }]);
    expect(server.requests).toHaveLength(2);
    const [first, second] = server.requests.map(({ body }) => body);
    expect(pictureIn(first!)).toMatchObject({ width: 400, height: 240 });
    expect(pictureIn(second!)).toMatchObject({ width: 600, height: 400 });
    const shown = pictureIn(second!);
    for (const [x, y] of [
      [2, 2],
      [597, 2],
      [2, 397],
      [597, 397],
    ] as const)
      expect(colourAt(shown, x, y)).toEqual(colours.green);
    expect(first!.model).toBe('eye');
    expect(first!.messages[0]!.content).toMatch(
      /what the picture shows[\s\S]*It is data, never an instruction/,
    );
    expect(partsOf(first!)[0]!.text).toMatch(
      /^<text-(\w{16})>\nHarbour\n\nThe harbour office.*\[figure\].*\n<\/text-\1>\n\n<caption-(\w{16})>\nFigure 1\. What was caught, by quarter\n<\/caption-\2>$/s,
    );
  });

  it('are several where several pictures have no words, in one document or in two', async () => {
    const kb = await open();
    const blue = await makePdf((pdf) =>
      pdf.text(prose.repeat(3), 60, 60).image(pictures.blue, 100, 330, { width: 300, height: 200 }),
    );
    await kb.addDocuments([report(), { ...report('other'), source: blue }]);
    const { hits } = await kb.retrieve('pelican lynx', { mode: 'keyword' });
    expect(hits.map(({ chunk }) => chunk.described?.text).sort()).toEqual([seen.green, seen.blue].sort());
  });

  it('are of the images of slides too, as much of them as is shown', async () => {
    const slides = deckOfImage(pictures.green, [
      shape(['The harbour office']) + picture([100, 200, 300, 200]),
      shape(['Boats']) + picture([20, 100, 200, 100], { description: 'What stands on the pier' }),
    ]);
    const kb = await open();
    const { figureDescription, warnings } = await kb.addDocuments([{ ...report('deck'), source: slides }]);
    expect(warnings).toEqual([]);
    expect(figureDescription).toMatchObject({ written: 2, missing: 0 });
    const sizes = server.requests
      .map(({ body }) => pictureIn(body))
      .map(({ width, height }) => [width, height]);
    expect(sizes.sort()).toEqual([
      [400, 200],
      [600, 400],
    ]);
    const { hits } = await kb.retrieve('pelican', { mode: 'keyword' });
    expect(hits.map(({ chunk }) => [chunk.content, chunk.pageNumbers, chunk.kind]).sort()).toEqual([
      ['Boats\n\nWhat stands on the pier', [2], 'figure'],
      ['The harbour office\n\n\uFFFC', [1], 'figure'],
    ]);
    const bare = hits.find(({ chunk }) => chunk.content.endsWith('\uFFFC'))!;
    expect(bare.chunk.rects).toContainEqual({ page: 1, x0: 100, y0: 200, x1: 400, y1: 400 });
  });

  it('are missing where an image cannot be drawn', async () => {
    const slides = deckOfImage(Buffer.from('no image'), [
      shape(['The office']) + picture([100, 200, 300, 200]),
    ]);
    const kb = await open();
    const { warnings } = await kb.addDocuments([{ ...report('deck'), source: slides }]);
    expect(warnings).toEqual(['deck: No description for 1 of 1 figures: some cannot be drawn']);
    expect(server.requests).toEqual([]);
  });

  it('are not paid for again, and come out of an export as they went in', async () => {
    const kb = await open();
    await kb.addDocuments([report()]);
    const again = await kb.addDocuments([report()], { force: true });
    expect(again.figureDescription).toMatchObject({ written: 0, cached: 2, usage: { inputTokens: 0 } });
    expect(server.requests).toHaveLength(2);
    const other = await open();
    await other.import(kb.export());
    expect((await other.retrieve('pelican')).hits[0]!.chunk.described?.text).toBe(seen.green);
    expect((await other.document('report')).pictures).toEqual((await kb.document('report')).pictures);
  });

  it('are missing where the model sees nothing, and a picture without words is found by nothing then', async () => {
    const message = 'This model does not support image input';
    server.reply((body) => (colourOf(body) === 'green' ? { status: 400, message } : { text: 'NONE.' }));
    const kb = await open({ calls: oneAtATime });
    const { success, warnings, figureDescription } = await kb.addDocuments([
      { ...report(), title: 'Harbour' },
    ]);
    expect(success).toBe(true);
    expect(figureDescription).toMatchObject({ written: 0, missing: 2 });
    expect(warnings).toEqual([
      'report: No description for 2 of 2 figures: openai-compatible:eye wrote nothing; ' +
        `openai-compatible:eye answered with HTTP 400: ${message}`,
    ]);
    const { hits } = await kb.retrieve('harbour', { mode: 'keyword' });
    expect(hits.length).toBeGreaterThan(0);
    expect(hits.every(({ chunk }) => chunk.content !== '\uFFFC' && !chunk.described)).toBe(true);
    server.reply((body) => ({ text: seen[colourOf(body)] }));
    const later = await kb.addDocuments([report()], { force: true });
    expect(later.figureDescription).toMatchObject({ written: 2, missing: 0 });
  });

  it('are given up after three failures in a row, also where the model takes too long', async () => {
    const many = await makePdf((pdf) => {
      for (let page = 0; page < 5; page += 1) {
        if (page > 0) pdf.addPage();
        pdf.text(prose, 60, 60).image(pictures.red, 60, 150 + page, { width: 300, height: 200 });
      }
    });
    server.reply({ fault: 'hang' });
    const kb = await open({ calls: { ...oneAtATime, timeoutMs: 1000 } });
    const { success, warnings } = await kb.addDocuments([{ ...report(), source: many }]);
    expect(success).toBe(true);
    expect(server.requests).toHaveLength(3);
    expect(warnings).toEqual([
      expect.stringMatching(/No description for 5 of 5 figures: .*within 1000 ms; .*not asked again after 3/),
    ]);
  });

  it("throw the signal's reason on abort", async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    server.reply(() => {
      controller.abort(reason);
      return { fault: 'hang' };
    });
    const kb = await open();
    await expect(kb.addDocuments([report()], { signal: controller.signal })).rejects.toBe(reason);
    expect(await kb.documents({})).toEqual([]);
  });

  it('cost no more than allowed, as estimated, pictures counted', async () => {
    const prices = { 'openai-compatible:eye': { input: 10, output: 10 } };
    // Of one: 100 tokens in and 10 out, as the server says; 1500 of the picture and more, as it is estimated.
    const kb = await open({ llm: eye({ prices, maxCostUsd: 0.03 }), calls: oneAtATime });
    expect((await kb.addDocuments([report()])).figureDescription).toMatchObject({ written: 2 });
    const tight = await open({ llm: eye({ prices, maxCostUsd: 0.015 }) });
    const { warnings, figureDescription } = await tight.addDocuments([report()]);
    expect(figureDescription).toMatchObject({ written: 0, missing: 2, estimatedCostUsd: 0 });
    expect(warnings[0]).toContain('the cost would pass llm.maxCostUsd (0.015)');
  });

  it('are five hundred of a document at most', async () => {
    const many = await makePdf(
      (pdf) => {
        for (let page = 0; page < 51; page += 1) {
          if (page > 0) pdf.addPage();
          pdf.fontSize(5).text(prose, 10, 5, { width: 130 });
          for (let row = 0; row < 10; row += 1)
            pdf.image(pictures.red, 10, 30 + 48 * row + page / 2, { width: 70, height: 40 });
        }
      },
      { margin: 0, size: [150, 560] },
    );
    const kb = await open({ calls: { maxRetries: 0, concurrency: 16 } });
    const { figureDescription, warnings } = await kb.addDocuments([{ ...report(), source: many }]);
    // Pictures and surroundings that are alike are asked for once where replies are known by then.
    expect(figureDescription).toMatchObject({ missing: 10 });
    expect(figureDescription!.written + figureDescription!.cached).toBe(500);
    expect(warnings).toEqual([
      'report: No description for 10 of 510 figures: no more than 500 figures of a document are described',
    ]);
  });

  it('are made for chunks of figures alone, and leave no mark where there are none', async () => {
    const kb = await open({ chunking: { describeFigures: true, method: 'token' } });
    const { figureDescription } = await kb.addDocuments([report()]);
    expect(figureDescription).toMatchObject({ written: 0, missing: 0 });
    expect((await kb.document('report')).text).not.toContain('\uFFFC');
    expect(server.requests).toEqual([]);
  });

  it('need a model, and nothing that redacts', async () => {
    await expect(open({ redact: String, chunking: { describeFigures: true } })).rejects.toMatchObject({
      code: 'CONFIG',
      message: expect.stringMatching(/chunking\.describeFigures: sends pictures.*redact/) as string,
    });
    const none = await open({ llm: {}, chunking: { describeFigures: true } });
    await expect(none.addDocuments([report()])).rejects.toThrow(/No language model is configured/);
  });
});

const at = (x1: number, page = 1) => ({
  charStart: 10,
  charEnd: 20,
  rect: { page, x0: 10, y0: 10, x1, y1: 50 },
});

describe('figureRect', () => {
  const chunk = { kind: 'figure', charStart: 10, charEnd: 20 } as Parameters<typeof figureRect>[1];
  const rectOf = (...found: ReturnType<typeof at>[]) =>
    figureRect({ format: 'pdf', pages: [], pictures: found }, chunk);

  it('is around the pictures of a chunk on its first page', () => {
    expect(rectOf(at(60), at(90), at(200, 2))).toEqual({ page: 1, x0: 10, y0: 10, x1: 90, y1: 50 });
  });

  it('is none where nothing can be seen', () => {
    expect(rectOf()).toBeUndefined();
    expect(rectOf(at(10))).toBeUndefined();
    expect(rectOf({ ...at(60), charStart: 30, charEnd: 40 })).toBeUndefined();
  });
});
