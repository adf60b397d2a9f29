/**
 * The page in Debian's Chromium over `pincite serve`: how long it takes until something is seen, until a citation is marked, and
 * until a page is drawn; and what the page weighs. Over the example documents, and the longest PDF of ../shared/data/finance/pdfs.
 *
 *   npm run build && npm run bench -- page [--rounds 9]
 *
 * Prints medians in milliseconds beside the bars: first content 1,000; a page's picture 300 (warm: the file has been drawn from before);
 * a click until the mark is seen over its picture 150 (warm: the page is in the browser's cache); 60 KB of gzip.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { quantile } from '../src/evaluate/metrics/metrics.ts';
import { launchBrowser, missingBrowser } from '../test/support/browser.ts';
import { runCli } from '../test/support/cli.ts';
import { startProgram } from '../test/support/served-program.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } });
if (missingBrowser) throw new Error(missingBrowser);
const rounds = Number(values.rounds);
const filings = '../shared/data/finance/pdfs';

const folder = await mkdtemp(join(tmpdir(), 'pincite-bench-page-'));
const store = `sqlite:${folder}/store`;
await runCli(['add', 'examples/documents', '--store', store], { cwd: process.cwd() });
const longest = await longestFiling();
if (longest)
  await runCli(['add', longest, '--store', store, '--collection', 'filings'], { cwd: process.cwd() });

const show = (name: string, ms: readonly number[], bar: number) => {
  const median = quantile(0.5, ms);
  const rest = `${Math.round(Math.min(...ms))}–${Math.round(Math.max(...ms))} of ${ms.length}, bar ${bar}`;
  console.log(`${name.padEnd(58)} ${median.toFixed(0).padStart(6)} ms  (${rest})`);
};

weigh();
const server = await startProgram(['--store', store]);
const browser = await launchBrowser();
try {
  await firstContent(browser);
  await citations(browser, '/?q=When+may+the+supplier+end+the+agreement%3F', 'examples');
  await pictures('default', 'examples, 9 pages');
  if (longest) await pictures('filings', 'longest filing');
  if (longest) await longDocument(browser);
} finally {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
}

function weigh(): void {
  const files = readdirSync('dist/web').map((name) => [name, readFileSync(join('dist/web', name))] as const);
  const sum = files.reduce((all, [, bytes]) => all + gzipSync(bytes, { level: 9 }).length, 0);
  console.log(`${'weight of the page, gzip'.padEnd(58)} ${(sum / 1000).toFixed(1).padStart(6)} KB  (bar 60)`);
}

async function longestFiling(): Promise<string | undefined> {
  if (!existsSync(filings)) return undefined;
  const files = readdirSync(filings).map((name) => join(filings, name));
  return files.toSorted((a, b) => statSync(b).size - statSync(a).size)[0];
}

/** In a new profile each time, and again in the same one. */
async function firstContent(chromium: Browser): Promise<void> {
  const [cold, warm]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const context = await chromium.newContext();
    for (const into of [cold, warm]) {
      const page = await context.newPage();
      await page.goto(server.url);
      await page.locator('.ask').waitFor();
      into.push(
        Number(await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")),
      );
      await page.close();
    }
    await context.close();
  }
  show('first content, nothing in the cache', cold, 1000);
  show('first content, cached', warm, 1000);
}

/** From the click to a frame with the mark over a picture that is drawn, by the browser's own clock. */
function clickToMark(page: Page, selector: string): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const begun = performance.now();
    document.querySelector(${JSON.stringify(selector)}).click();
    const look = () => {
      const spot = document.querySelector('.reader .spot'), image = spot?.closest('.sheet').querySelector('img');
      if (image?.complete && image.naturalWidth > 0) requestAnimationFrame(() => resolve(performance.now() - begun));
      else requestAnimationFrame(look);
    };
    look();
  })`) as Promise<number>;
}

async function citations(chromium: Browser, path: string, name: string): Promise<void> {
  const [cold, warm]: [number[], number[]] = [[], []];
  const context = await chromium.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(server.url + path);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await page.locator('.turn footer').waitFor();
  cold.push(await clickToMark(page, '.sources .marker'));
  for (let round = 0; round < rounds; round += 1) {
    await page.keyboard.press('Escape');
    await page.locator('.reader').waitFor({ state: 'detached' });
    warm.push(await clickToMark(page, '.sources .marker'));
  }
  await context.close();
  show(`click to mark, ${name}, just answered`, cold, 150);
  show(`click to mark, ${name}, page cached`, warm, 150);
}

/** Each page once: drawn from a file that was drawn from before, and then the same picture again. */
async function pictures(collection: string, name: string): Promise<void> {
  const list = `${server.url}/v1/documents?collection=${collection}&filter=${encodeURIComponent('{"format":"pdf"}')}`;
  const { documents } = (await (await fetch(list)).json()) as { documents: { id: string; pages: number }[] };
  const { id, pages } = documents.find((document) => collection !== 'default' || document.pages === 9)!;
  const draw = async (page: number) => {
    const begun = performance.now();
    const path = `/v1/documents/${id}/pages/${page}.png?collection=${collection}&scale=1.5`;
    await (await fetch(server.url + path)).arrayBuffer();
    return performance.now() - begun;
  };
  show(`picture, ${name}, first of the file`, [await draw(1)], 300);
  const [drawn, again]: [number[], number[]] = [[], []];
  for (let round = 0; round < Math.min(rounds, pages - 1); round += 1) {
    const page = 2 + Math.floor((round * (pages - 2)) / rounds);
    drawn.push(await draw(page));
    again.push(await draw(page));
  }
  show(`picture, ${name}, warm`, drawn, 300);
  show(`picture, ${name}, kept by the server`, again, 300);
}

/** A link to the middle of a long document: until the page is seen; then on by a click. */
async function longDocument(chromium: Browser): Promise<void> {
  const { documents } = (await (await fetch(`${server.url}/v1/documents?collection=filings`)).json()) as {
    documents: { id: string; pages: number }[];
  };
  const [{ id, pages }] = documents as [{ id: string; pages: number }];
  const opened: number[] = [];
  for (let round = 0; round < Math.min(rounds, 5); round += 1) {
    const page = await chromium.newPage({ viewport: { width: 1440, height: 900 } });
    const begun = performance.now();
    await page.goto(`${server.url}/documents/${id}?collection=filings&page=${Math.floor(pages / 2) + round}`);
    await page.locator('.sheet img').first().waitFor();
    opened.push(performance.now() - begun);
    await page.close();
  }
  show(`link to a page of ${pages}, until its picture is there`, opened, 1000);
  await citations(chromium, '/?collection=filings&q=What+were+net+sales%3F', `${pages} pages`);
}
