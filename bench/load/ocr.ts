/**
 * OCR against pages whose words are known: pages with text are drawn and read as if they were scans.
 *
 *   npm run bench -- load/ocr [--pages 12] [--seed 1] [--pictures <folder>] [--data <folder>]
 *
 * Pages by chance from PDFs with text in Latin letters, with at least 100 words each. `similar` compares the words in reading order
 * (twice the longest common subsequence over both); `read` is the share of the page's words that OCR gives with all their characters where
 * they stand, its rectangle over more than half of theirs, `overlap` the mean share of these rectangles (intersection over
 * union), and the last columns are the mean confidence of words that are so and that are not. Drawn pages are cleaner than scans:
 * no noise, no slant. `--pictures` draws the rectangles over the pages.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { arrange } from '../../src/load/pdf/arrange.ts';
import type { PdfContent, PdfPage } from '../../src/load/pdf/content.ts';
import type { Box } from '../../src/load/pdf/geometry.ts';
import { readWithPdfium } from '../../src/load/pdf/parse/pdfium/pdfium.ts';
import { renderPages } from '../../src/load/pdf/pictures/render.ts';
import { readScans } from '../../src/load/pdf/pictures/scanned-pages.ts';
import type { LoadRequest } from '../../src/load/loader.ts';
import type { LayoutRun, LoadedDocument } from '../../src/types.ts';
import { outline } from '../../src/util/pictures/draw-border.ts';
import { encodePng } from '../../src/util/pictures/png.ts';
import { createRandom } from '../../src/util/random.ts';
import { compareWords, similarity, wordsOf } from './compare-words.ts';
import { collectedPdfs, defaultData, filings, requestFor, type PdfFile } from './pdf-files.ts';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    pictures: { type: 'string' },
    data: { type: 'string', default: defaultData },
  },
});

const fewestWords = 100;
const purposes = /^(?:filings|two-column|many-pages|tables|tagged|ground-truth|rotated)/;
const english = { when: 'auto', languages: ['eng'] } as const;

interface Placed extends LayoutRun {
  readonly text: string;
}

interface Measured {
  readonly name: string;
  readonly words: number;
  readonly similar: number;
  readonly read: number;
  readonly overlap: number;
  /** Mean confidence of the words that are read right, and of the others. */
  readonly right: number;
  readonly wrong: number;
  readonly ms: number;
}

async function measure(file: PdfFile, random: () => number): Promise<Measured | undefined> {
  const request = { ...requestFor(file), ocr: english };
  const content = await readWithPdfium(request);
  const usable = content.pages.flatMap((page, index) => (isUsable(page) ? [index] : []));
  const index = usable[Math.floor(random() * usable.length)];
  if (index === undefined) return undefined;
  const started = performance.now();
  const { content: read } = await readScans(withoutWords(content, index), request);
  const ms = performance.now() - started;
  const [truth, ours] = [await arrangePage(content, index), await arrangePage(read, index)];
  if (values.pictures !== undefined) await draw(request, ours, { index, folder: values.pictures });
  return { name: `${path.basename(file.name).slice(0, 34)} p. ${index + 1}`, ms, ...compare(truth, ours) };
}

function isUsable({ words, garbled }: PdfPage): boolean {
  const isLatin = ({ text }: { text: string }) => !/[^\p{Script=Latin}\P{L}]/u.test(text);
  return !garbled && words.length >= fewestWords && words.every(isLatin);
}

/** The document as if that page were its only scan. */
function withoutWords(content: PdfContent, index: number): PdfContent {
  const { words } = content.pages[index]!;
  const pages = content.pages.map((page, place) => {
    return { ...page, words: place === index ? [] : words, garbled: false }; // no other page is one
  });
  return { ...content, pages };
}

function arrangePage(content: PdfContent, index: number): Promise<LoadedDocument> {
  return arrange({ ...content, outline: [], pages: [{ ...content.pages[index]!, links: [] }] });
}

function compare(truth: LoadedDocument, ours: LoadedDocument): Omit<Measured, 'name' | 'ms'> {
  const theirs = placedWords(truth);
  const left = new Set(placedWords(ours));
  const overlaps: number[] = [];
  const right: number[] = [];
  for (const word of theirs) {
    const found = [...left].find(({ text, ...box }) => text === word.text && sharedOf(box, word) > 0.5);
    if (found === undefined) continue;
    left.delete(found);
    overlaps.push(overlapOf(found, word));
    right.push(found.confidence ?? 1);
  }
  return {
    words: theirs.length,
    similar: similarity(compareWords(wordsOf(ours.text), wordsOf(truth.text))),
    read: right.length / theirs.length,
    overlap: mean(overlaps),
    right: mean(right),
    wrong: mean([...left].map(({ confidence }) => confidence ?? 1)),
  };
}

function placedWords({ text, pages }: LoadedDocument): Placed[] {
  return pages.flatMap(({ layout }) =>
    layout.map((run) => ({ ...run, text: text.slice(run.charStart, run.charEnd) })),
  );
}

function intersection(a: Box, b: Box): number {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return Math.max(0, width) * Math.max(0, height);
}

const areaOf = ({ x0, y0, x1, y1 }: Box): number => (x1 - x0) * (y1 - y0);
/** Share of the second box. */
const sharedOf = (a: Box, b: Box): number => intersection(a, b) / areaOf(b);
const overlapOf = (a: Box, b: Box): number => {
  const shared = intersection(a, b);
  return shared / (areaOf(a) + areaOf(b) - shared);
};
const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

const pixelsPerPoint = 2;

async function draw(
  request: LoadRequest,
  { pages }: LoadedDocument,
  { index, folder }: { index: number; folder: string },
): Promise<void> {
  const { width, height, layout } = pages[0]!;
  const region = { x0: 0, y0: 0, x1: width, y1: height };
  const view = { page: index + 1, pageSize: { width, height }, region, pixelsPerPoint };
  const [picture] = await renderPages(request, [view]);
  for (const { x0, y0, x1, y1 } of layout) {
    const [left, top, right, bottom] = [x0, y0, x1, y1].map((points) => points * pixelsPerPoint);
    outline(picture!, { x0: left!, y0: top!, x1: right!, y1: bottom! }, { colour: [220, 0, 0], width: 1 });
  }
  await mkdir(folder, { recursive: true });
  const name = `${path.basename(request.name, '.pdf')}-${index + 1}.png`;
  await writeFile(path.join(folder, name), await encodePng(picture!, pixelsPerPoint));
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`.padStart(9);
const random = createRandom(Number(values.seed));
const files = [...collectedPdfs(values.data), ...filings(values.data)]
  .filter(({ purpose }) => purposes.test(purpose))
  .map((file) => ({ file, place: random() }))
  .sort((a, b) => a.place - b.place);

const measured: Measured[] = [];
console.log(`${'page'.padEnd(46)}  words   similar      read  overlap    right    wrong      s`);
for (const { file } of files) {
  if (measured.length === Number(values.pages)) break;
  const row = await measure(file, random);
  if (row === undefined) continue;
  measured.push(row);
  print(row);
}
print({
  name: 'mean',
  words: mean(measured.map(({ words }) => words)),
  similar: mean(measured.map(({ similar }) => similar)),
  read: mean(measured.map(({ read }) => read)),
  overlap: mean(measured.map(({ overlap }) => overlap)),
  right: mean(measured.map(({ right }) => right)),
  wrong: mean(measured.map(({ wrong }) => wrong).filter((confidence) => !Number.isNaN(confidence))),
  ms: mean(measured.map(({ ms }) => ms)),
});

function print({ name, words, similar, read, overlap, right, wrong, ms }: Measured): void {
  const shares = [similar, read].map(percent).join(' ');
  const means = [overlap, right, wrong].map((number) => number.toFixed(2).padStart(8)).join(' ');
  console.log(
    `${name.padEnd(46)} ${words.toFixed(0).padStart(6)} ${shares} ${means} ${(ms / 1000).toFixed(1).padStart(6)}`,
  );
}
