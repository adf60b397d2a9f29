/**
 * What is marked on a page, mapped back from the browser's pixels to points, against the words of `pdftotext -bbox-layout`: the letters of
 * the quote lie inside, others do not. A word's letters are spread evenly over its box, and count by their centres.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { madePages, makePage } from '../../../bench/load/made-pages.ts';
import { launchBrowser, missingBrowser, quick } from '../../support/browser.ts';
import { runCli } from '../../support/cli.ts';
import { hasPoppler, popplerPages, type Box } from '../../support/poppler.ts';
import { startProgram, type ServedProgram } from '../../support/served-program.ts';

const shared = join(process.cwd(), '../shared/data');
const missing = missingBrowser || (hasPoppler ? '' : 'pdftotext (poppler-utils) is missing');
const examples = ['supply-agreement-2024.pdf', 'annual-report-2025.pdf', 'sensor-drift-white-paper.pdf'].map(
  (name) => join(process.cwd(), 'examples/documents', name),
);
/** Turned pages, a filing, Arabic. */
const others = [
  'pdfs/rotated-pages/pdfjs__rotation.pdf',
  'pdfs/rotated-pages/camelot__clockwise_table_1.pdf',
  'finance/pdfs/ULTABEAUTY_2023Q4_EARNINGS.pdf',
].map((name) => join(shared, name));
const zooms = ['0', '+', '-'];
const quotesPerFile = 3;

interface Spot {
  readonly page: number;
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** Of each mark the page and its place there, in shares of the page. */
const spotsOf = (page: Page) =>
  page.evaluate(`Array.from(document.querySelectorAll('.reader .spot'), (spot) => {
    const sheet = spot.closest('.sheet'), image = sheet.querySelector('img') ?? sheet;
    const [mark, of] = [spot.getBoundingClientRect(), image.getBoundingClientRect()];
    return { page: Number(sheet.dataset.page), x0: (mark.left - of.left) / of.width, x1: (mark.right - of.left) / of.width,
      y0: (mark.top - of.top) / of.height, y1: (mark.bottom - of.top) / of.height };
  })`) as Promise<Spot[]>;

/** Centres of the letters of words, along the longer side of each. */
const lettersOf = (words: readonly Box[]) =>
  words.flatMap(({ text, x0, y0, x1, y1 }) => {
    const letters = Array.from(text.replaceAll(/[^\p{L}\p{N}]/gu, ''));
    const isUpright = y1 - y0 > 1.5 * (x1 - x0) && letters.length > 1;
    return letters.map((letter, index) => {
      const share = (index + 0.5) / letters.length;
      return isUpright
        ? { letter, x: (x0 + x1) / 2, y: y0 + share * (y1 - y0) }
        : { letter, x: x0 + share * (x1 - x0), y: (y0 + y1) / 2 };
    });
  });

const countOf = (letters: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
};

const get = async <Shape>(path: string) => (await (await fetch(server.url + path)).json()) as Shape;

let folder: string;
let server: ServedProgram;
let browser: Browser;
const files: string[] = [];

describe.skipIf(missing)(`what is marked on a page ${missing}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pincite-highlight-'));
    for (const [index, { entries }] of madePages.entries()) {
      const file = join(folder, `made-${index}.pdf`);
      await writeFile(file, await makePage(entries));
      files.push(file);
    }
    files.push(...examples, ...others.filter((file) => existsSync(file)));
    const added = await runCli(['add', ...files, '--ocr', 'never', '--store', `sqlite:${folder}/store`], {
      cwd: folder,
    });
    expect(added).toMatchObject({ code: 0 });
    server = await startProgram(['--store', `sqlite:${folder}/store`], quick);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it('holds the letters of the quote and hardly another, at three sizes, on turned and cropped pages too', async () => {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    const { documents } = await get<{ documents: { id: string; title: string }[] }>('/v1/documents?limit=50');
    let [wanted, inside, marked, foreign] = [0, 0, 0, 0];
    const worst: string[] = [];
    for (const file of files) {
      const stem = basename(file, '.pdf')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-');
      const { id } = documents.find((document) => document.id.startsWith(stem))!;
      const { text } = await get<{ text: string }>(`/v1/documents/${id}/text`);
      const { pages } = await get<{
        pages: { number: number; width: number; height: number; charStart: number; charEnd: number }[];
      }>(`/v1/documents/${id}/outline`);
      const truth = popplerPages(file);
      const step = Math.max(1, Math.floor(pages.length / quotesPerFile));
      for (const [turn, { number, charStart, charEnd, width, height }] of pages
        .filter((_, index) => index % step === 0)
        .slice(0, quotesPerFile)
        .entries()) {
        const words = Array.from(text.slice(charStart, charEnd).matchAll(/\S+/g));
        const from = words[Math.floor(words.length * 0.4)];
        const to = words[Math.min(words.length - 1, Math.floor(words.length * 0.4) + 14)];
        if (from === undefined || to === undefined) continue;
        const [start, end] = [charStart + from.index, charStart + to.index + to[0].length];
        const quote = Array.from(
          text
            .slice(start, end)
            .normalize('NFKC')
            .replaceAll(/[^\p{L}\p{N}]/gu, ''),
        );
        await page.goto(`${server.url}/documents/${id}?page=${number}&at=${start}-${end}`);
        await page.locator('.reader .spot').first().waitFor({ state: 'attached' });
        await page.keyboard.press(zooms[turn % zooms.length]!);
        const spots = (await spotsOf(page)).filter((spot) => spot.page === number);
        const scale = { x: width, y: height };
        const letters = lettersOf(truth[number - 1] ?? []);
        const found = letters.filter(({ x, y }) =>
          spots.some(
            (spot) =>
              spot.x0 * scale.x <= x &&
              x <= spot.x1 * scale.x &&
              spot.y0 * scale.y <= y &&
              y <= spot.y1 * scale.y,
          ),
        );
        const [of, here] = [countOf(quote), countOf(found.map(({ letter }) => letter))];
        const both = [...of].reduce(
          (sum, [letter, count]) => sum + Math.min(count, here.get(letter) ?? 0),
          0,
        );
        wanted += quote.length;
        inside += both;
        marked += found.length;
        foreign += found.length - both;
        if (both < quote.length || both < found.length)
          worst.push(`${basename(file)} p. ${number}: ${both} of ${quote.length}, ${found.length} marked`);
      }
    }
    await page.close();
    expect(wanted).toBeGreaterThan(100 * files.length);
    expect(inside / wanted, worst.join('\n')).toBeGreaterThanOrEqual(0.99);
    expect(foreign / marked, worst.join('\n')).toBeLessThanOrEqual(0.01);
  });
});
