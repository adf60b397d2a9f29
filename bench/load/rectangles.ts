/**
 * Whether the rectangles of spans lie over their ink: pages are drawn, and the marks on them compared with rectangles.
 *
 *   npm run bench -- load/rectangles [--spans 500] [--seed 1] [--worst <folder>] [--data <folder>]
 *
 * Spans of 1 to 20 words from 30 PDFs: all with turned or cropped pages, three that are made here (user unit, cropped and
 * turned), others by chance; no scans, no garbled pages, and none of the files (below) in which there is no ink to
 * compare with. A mark is a set of dark pixels that touch. One that has more than half of
 * its pixels in the rectangles belongs to the span. `held` is the share of the pixels of those marks that lies inside, `own` the
 * share of the ink inside that belongs to them, and `blank` counts words whose rectangle has no ink at all. Marks that are
 * much larger than a line (rules, frames, pictures) are left out. A span passes with held ≥ 0.95, own ≥ 0.95 and no blank.
 * `--worst` puts pictures of the ten worst spans into a folder.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadDocument } from '../../src/load/load.ts';
import type { Box } from '../../src/load/pdf/geometry.ts';
import { boundsOf } from '../../src/load/pdf/geometry.ts';
import { renderPages } from '../../src/load/pdf/pictures/render.ts';
import { lineRects } from '../../src/text/rectangles.ts';
import type { LayoutRun, LoadedDocument, Page } from '../../src/types.ts';
import { encodePng, type Picture } from '../../src/util/pictures/png.ts';
import { createRandom } from '../../src/util/random.ts';
import { marksOf, type Mark } from './ink.ts';
import { madePages, makePage } from './made-pages.ts';
import { collectedPdfs, defaultData, filings, limits, requestFor } from './pdf-files.ts';

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    worst: { type: 'string' },
    data: { type: 'string', default: defaultData },
  },
});

const fileCount = 30;
const maxWords = 20;
const pixelsPerPoint = 4;
const passes = 0.95;
const scans = /^(?:scanned|corrupt|decompression|broken|encrypted)/;
/** A scan whose own invisible text lies beside its letters, and fonts that are not in the file, so that nothing is drawn. */
const withoutInk = /indirect-rotation|SimFang|noembed|90ms_rksj|XiaoBiaoSong/;
/** Cropped pages, which the manifest does not tell. */
const cropped = /issue-1054|population_growth|superscript|freeculture/;

interface Source {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly document: LoadedDocument;
}

interface Judged {
  readonly name: string;
  readonly page: number;
  readonly text: string;
  readonly held: number;
  readonly own: number;
  readonly blank: number;
  readonly picture: Picture;
}

async function sourcesOf(random: () => number): Promise<Source[]> {
  const sources: Source[] = [];
  for (const { name, entries } of madePages) sources.push(await loaded(name, await makePage(entries)));
  const all = [...collectedPdfs(values.data), ...filings(values.data)].filter(
    ({ name, purpose }) => !scans.test(purpose) && !withoutInk.test(name),
  );
  const first = all.filter(({ name, purpose }) => purpose === 'rotated-pages' || cropped.test(name));
  for (const file of [...first, ...shuffled(all, random)]) {
    if (sources.length === fileCount) break;
    if (sources.some(({ name }) => name === file.name)) continue;
    const source = await loaded(file.name, requestFor(file).bytes).catch(() => undefined);
    if (source && !source.document.warnings.some((warning) => warning.includes('garbled')))
      sources.push(source);
  }
  return sources;
}

async function loaded(name: string, bytes: Uint8Array): Promise<Source> {
  return { name, bytes, document: await loadDocument({ bytes, name: path.basename(name), limits }) };
}

const below = (count: number, random: () => number): number => Math.floor(random() * count);

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((value) => ({ value, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

/** A random stretch of words of a random page with text. */
function randomSpan({ document }: Source, random: () => number): { page: Page; runs: readonly LayoutRun[] } {
  const pages = document.pages.filter(({ layout }) => layout.length > 0);
  const page = pages[below(pages.length, random)]!;
  const start = below(page.layout.length, random);
  return { page, runs: page.layout.slice(start, start + 1 + below(maxWords, random)) };
}

async function judge(source: Source, random: () => number): Promise<Judged> {
  const { page, runs } = randomSpan(source, random);
  const { charStart } = runs[0]!;
  const { charEnd } = runs.at(-1)!;
  const rects = lineRects([page], charStart, charEnd);
  const around = boundsOf(rects);
  const margin = 2 * Math.max(...rects.map(shortSide));
  const region = {
    x0: around.x0 - margin,
    y0: around.y0 - margin,
    x1: around.x1 + margin,
    y1: around.y1 + margin,
  };
  const request = { bytes: source.bytes, name: source.name };
  const [picture] = await renderPages(request, [
    { page: page.number, pageSize: page, region, pixelsPerPoint },
  ]);
  const inPixels = (box: Box): Box => ({
    x0: Math.floor((box.x0 - region.x0) * pixelsPerPoint),
    y0: Math.floor((box.y0 - region.y0) * pixelsPerPoint),
    x1: Math.ceil((box.x1 - region.x0) * pixelsPerPoint),
    y1: Math.ceil((box.y1 - region.y0) * pixelsPerPoint),
  });
  const marks = marksOf(picture!).filter((mark) => shortSide(mark) <= margin * pixelsPerPoint);
  const text = source.document.text.slice(charStart, charEnd);
  return {
    name: source.name,
    page: page.number,
    text,
    ...measure(marks, { rects: rects.map(inPixels), words: runs.map(inPixels), width: picture!.width }),
    picture: framed(picture!, rects.map(inPixels)),
  };
}

const shortSide = ({ x0, y0, x1, y1 }: Box): number => Math.min(x1 - x0, y1 - y0);

interface Placed {
  readonly rects: readonly Box[];
  readonly words: readonly Box[];
  readonly width: number;
}

function measure(
  marks: readonly Mark[],
  { rects, words, width }: Placed,
): Pick<Judged, 'held' | 'own' | 'blank'> {
  const covered = coverOf(rects, width);
  let [inside, ofSpan, all] = [0, 0, 0];
  for (const mark of marks) {
    const within = mark.pixels.filter((pixel) => covered.has(pixel)).length;
    inside += within;
    if (within * 2 <= mark.pixels.length) continue;
    ofSpan += within;
    all += mark.pixels.length;
  }
  const blank = words.filter((word) => !marks.some((mark) => touches(mark, word))).length;
  return { held: all === 0 ? 0 : ofSpan / all, own: inside === 0 ? 0 : ofSpan / inside, blank };
}

/** The pixels that the rectangles cover. */
function coverOf(rects: readonly Box[], width: number): Set<number> {
  const covered = new Set<number>();
  for (const { x0, y0, x1, y1 } of rects)
    for (let y = y0; y < y1; y++)
      for (let x = Math.max(0, x0); x < Math.min(width, x1); x++) covered.add(y * width + x);
  return covered;
}

const touches = (a: Box, b: Box): boolean =>
  Math.min(a.x1, b.x1) > Math.max(a.x0, b.x0) && Math.min(a.y1, b.y1) > Math.max(a.y0, b.y0);

/** The picture with red frames. */
function framed(picture: Picture, rects: readonly Box[]): Picture {
  const pixels = picture.pixels.slice();
  const paint = (x: number, y: number): void => {
    if (x >= 0 && y >= 0 && x < picture.width && y < picture.height)
      pixels.set([255, 0, 0], (y * picture.width + x) * 4);
  };
  for (const { x0, y0, x1, y1 } of rects) {
    for (let x = x0; x < x1; x++) [y0, y1].forEach((y) => paint(x, y));
    for (let y = y0; y < y1; y++) [x0, x1].forEach((x) => paint(x, y));
  }
  return { ...picture, pixels };
}

const isGood = ({ held, own, blank }: Judged): boolean => held >= passes && own >= passes && blank === 0;
const badness = ({ held, own, blank }: Judged): number => Math.min(held, own) - blank;

function report(judged: readonly Judged[]): void {
  console.log('| file | spans | pass | least held | least own | blank words |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  const names = [...new Set(judged.map(({ name }) => name))];
  for (const name of names)
    console.log(
      rowOf(
        name,
        judged.filter((span) => span.name === name),
      ),
    );
  console.log(rowOf('all', judged));
}

function rowOf(name: string, spans: readonly Judged[]): string {
  const least = (of: (span: Judged) => number) => Math.min(...spans.map(of)).toFixed(3);
  const blank = spans.reduce((sum, span) => sum + span.blank, 0);
  const good = spans.filter(isGood).length;
  return `| ${[name, spans.length, good, least(({ held }) => held), least(({ own }) => own), blank].join(' | ')} |`;
}

async function savePictures(folder: string, judged: readonly Judged[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const worst = judged.filter((span) => !isGood(span)).sort((a, b) => badness(a) - badness(b));
  for (const [index, span] of worst.slice(0, 10).entries()) {
    await writeFile(path.join(folder, `${index}.png`), await encodePng(span.picture, pixelsPerPoint));
    const figures = `held ${span.held.toFixed(3)}, own ${span.own.toFixed(3)}, blank ${span.blank}`;
    console.log(
      `${index}.png: ${span.name}, page ${span.page}: ${figures}: ${JSON.stringify(span.text.slice(0, 60))}`,
    );
  }
}

const generator = createRandom(Number(values.seed));
const sources = await sourcesOf(generator);
const judged: Judged[] = [];
for (let index = 0; index < Number(values.spans); index++)
  judged.push(await judge(sources[index % sources.length]!, generator));
report(judged);
if (values.worst !== undefined) await savePictures(values.worst, judged);
