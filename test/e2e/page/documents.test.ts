/** Documents of other kinds, each open at a place in it: a scan, a filing, Arabic, Chinese. And the pages that are files, on a phone. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../support/axe.ts';
import { launchBrowser, missingBrowser, overflow, quick } from '../../support/browser.ts';
import { runCli } from '../../support/cli.ts';
import { writePdf } from '../../support/pdf.ts';
import { startProgram, type ServedProgram } from '../../support/served-program.ts';

const shared = join(process.cwd(), '../shared/data');
const examples = join(process.cwd(), 'examples/documents');
const files = {
  'a scan': 'pdfs/scanned-no-text-layer/docling__ocr_test_rotated_180.pdf',
  'a filing': 'finance/pdfs/AMCOR_2023Q4_EARNINGS.pdf',
  Arabic: 'pdfs/right-to-left/docling__right_to_left_01.pdf',
  Chinese: 'pdfs/cjk/tabula-java__china.pdf',
};
const missing = missingBrowser || (existsSync(shared) ? '' : '../shared/data is missing');

let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-page-documents-'));
  if (!missingBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

const lease = `# Lease

**Parties:** *Harbour Estates* and \\*Bakery\\*, by file_name_one, for 2 * 3 years and
a day.

Terms
-----

- The rent is **EUR 48,000**, payable
  in advance.
- The deposit
  is small.

> Never enter
> alone.

\`\`\`
let a = **b**;

let c = 1;
\`\`\`

## Services

| Service | Charge |
| --- | --- |
| **Waste** | 980 |
`;

const opened = () => join(folder, 'opened');

describe.skipIf(missing)(`documents of other kinds ${missing}`, () => {
  let server: ServedProgram;
  let page: Page;
  beforeAll(async () => {
    const sources = Object.values(files).map((file) => join(shared, file));
    const texts = Array.from({ length: 500 }, (_, index) => `Sheet ${index + 1} of the log.`);
    await writePdf(join(folder, 'log.pdf'), texts, { info: { Title: 'Log' } });
    sources.push(join(folder, 'log.pdf'));
    const rows = Array.from({ length: 400 }, (_, index) => `Pump ${index + 1},${index + 3} bar`);
    await writeFile(join(folder, 'pumps.csv'), ['Pump,Pressure', ...rows].join('\n'));
    sources.push(join(folder, 'pumps.csv'));
    await writeFile(join(folder, 'lease.md'), lease);
    sources.push(join(folder, 'lease.md'), join(examples, 'annual-report-2025.pdf'));
    // What opens addresses on this system, for --open.
    await writeFile(join(folder, 'xdg-open'), '#!/bin/sh\nprintf %s "$1" > "$OPENED"\n', { mode: 0o755 });
    const env = { ...quick, PATH: `${folder}:${process.env['PATH']}`, OPENED: opened() };
    expect(
      await runCli(['add', ...sources, '--store', `sqlite:${folder}/store`], { cwd: folder, env: quick }),
    ).toMatchObject({ code: 0 });
    server = await startProgram(['--store', `sqlite:${folder}/store`, '--open'], env);
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  const get = async <Shape>(path: string) => (await (await fetch(server.url + path)).json()) as Shape;

  it.each(Object.entries(files))('%s opens at the place, in the picture and in the text', async (_, file) => {
    const { documents } = await get<{ documents: { id: string }[] }>('/v1/documents');
    const stem = file
      .split('/')
      .at(-1)!
      .replace('.pdf', '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-');
    const { id } = documents.find((document) => document.id.startsWith(stem))!;
    const { text } = await get<{ text: string }>(`/v1/documents/${id}/text`);
    const words = Array.from(text.matchAll(/[\p{L}\p{N}]+/gu));
    const { 0: word, index } = words[Math.floor(words.length / 2)]!;
    await page.goto(`${server.url}/documents/${id}?at=${index}-${index + word.length}`);
    const spot = page.locator('.reader .spot').first();
    await spot.waitFor();
    const [mark, box] = [await spot.boundingBox(), await page.locator('.pages').boundingBox()];
    expect(mark!.y).toBeGreaterThanOrEqual(box!.y);
    expect(mark!.y + mark!.height).toBeLessThanOrEqual(box!.y + box!.height);
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    const shown = page.locator('.reader .text mark').first();
    expect(await shown.innerText()).toBe(word);
    if (/^\p{Script=Arabic}+$/u.test(word)) {
      expect(
        await page.evaluate("getComputedStyle(document.querySelector('.text mark').parentElement).direction"),
      ).toBe('rtl');
    }
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Page', exact: true }).click();
  });

  it('of five hundred pages opens at one of the last, and holds the pictures near it only', async () => {
    const { documents } = await get<{ documents: { id: string; title: string }[] }>('/v1/documents');
    const { id } = documents.find(({ title }) => title === 'Log')!;
    const { text } = await get<{ text: string }>(`/v1/documents/${id}/text`);
    const start = text.indexOf('Sheet 483');
    await page.goto(`${server.url}/documents/${id}?page=483&at=${start}-${start + 9}`);
    await page.locator('[data-page="483"] .spot').waitFor();
    await page.locator('[data-page="483"] img').waitFor();
    expect(await page.locator('.sheet').count()).toBe(500);
    const pictures = page.locator('.sheet img');
    expect(await pictures.count()).toBeLessThan(8);
    await page.getByRole('spinbutton').fill('20');
    await page.keyboard.press('Enter');
    await page.locator('[data-page="20"] img').waitFor();
    await expect.poll(() => pictures.count()).toBeLessThan(8);
    expect(await page.locator('[data-page="483"] img').count()).toBe(0);
  });

  it('on a phone shows the whole width of a quote', async () => {
    const { documents } = await get<{ documents: { id: string }[] }>('/v1/documents');
    const { id } = documents.find((document) => document.id.startsWith('annual-report'))!;
    const { text } = await get<{ text: string }>(`/v1/documents/${id}/text`);
    const row = text.indexOf('| Finance costs');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${server.url}/documents/${id}?at=${row}-${text.indexOf('\n', row)}`);
    await page.locator('.reader .spot').first().waitFor();
    await page.locator('.reader img').first().waitFor();
    const box = (await page.locator('.pages').boundingBox())!;
    for (const spot of await page.locator('.reader .spot').all()) {
      const { x, width } = (await spot.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(box.x);
      expect(x + width).toBeLessThanOrEqual(box.x + box.width);
    }
    await page.setViewportSize({ width: 1200, height: 900 });
  });

  it('of Markdown are read without its signs, their lines run on, and the quote is marked', async () => {
    const { documents } = await get<{ documents: { id: string }[] }>('/v1/documents');
    const { id } = documents.find((document) => document.id.startsWith('lease'))!;
    const { text } = await get<{ text: string }>(`/v1/documents/${id}/text`);
    const start = text.indexOf('- The rent');
    const end = text.indexOf('in advance.') + 11;
    await page.goto(`${server.url}/documents/${id}?at=${start}-${end}`);
    await page.locator('.text mark').first().waitFor();
    expect(await page.locator('.text p').allTextContents()).toEqual([
      'Lease',
      'Parties: Harbour Estates and *Bakery*, by file_name_one, for 2 * 3 years and a day.',
      'Terms',
      '• The rent is EUR 48,000, payable   in advance.',
      '• The deposit   is small.',
      '  Never enter   alone.',
      'let a = **b**;\n\nlet c = 1;',
      'Services',
    ]);
    expect(await page.locator('.text td').allTextContents()).toEqual(['Service', 'Charge', 'Waste', '980']);
    const marks = await page.locator('.text mark').allTextContents();
    expect(marks.join('')).toBe('• The rent is EUR 48,000, payable   in advance.');
    expect(await page.locator('.text strong').allTextContents()).toEqual(['Parties:', 'EUR 48,000', 'Waste']);
  });

  it('of one table opens at the row, and its heads alone are bold', async () => {
    const { documents } = await get<{ documents: { id: string }[] }>('/v1/documents');
    const { id } = documents.find((document) => document.id.startsWith('pumps'))!;
    const { text } = await get<{ text: string }>(`/v1/documents/${id}/text`);
    const start = text.indexOf('Pump 380');
    await page.goto(`${server.url}/documents/${id}?at=${start}-${start + 8}`);
    const spot = page.locator('.text mark').first();
    await spot.waitFor();
    const [mark, box] = [await spot.boundingBox(), await page.locator('.text').boundingBox()];
    expect(mark!.y).toBeGreaterThanOrEqual(box!.y);
    expect(mark!.y + mark!.height).toBeLessThanOrEqual(box!.y + box!.height);
    expect(await page.locator('.text table').count()).toBeGreaterThan(1);
    expect(await page.locator('.text p').count()).toBe(0); // no part of a row
    const heads = await page.locator('.text .headed tr:first-child').allInnerTexts();
    expect(new Set(heads)).toEqual(new Set(['Pump\tPressure']));
  });

  it('is opened in the browser by --open', async () => {
    await expect.poll(() => readFile(opened(), 'utf8').catch(() => '')).toBe(server.url);
  });
});

describe.skipIf(missingBrowser)(`pages that are files ${missingBrowser}`, () => {
  beforeAll(async () => {
    const store = ['--store', `sqlite:${folder}/examples`];
    const cwd = folder;
    await runCli(['add', join(examples, 'supply-agreement-2024.pdf'), ...store], { cwd, env: quick });
    const listed = await runCli(['list', '--json', ...store], { cwd, env: quick });
    const [, id] = /"id": ?"([^"]+)"/.exec(listed.stdout)!;
    await runCli(['ask', 'Which law governs the agreement?', '--output', 'answer.html', ...store], {
      cwd,
      env: quick,
    });
    await runCli(['chunk', join(examples, 'heron-4-manual.md'), '--show', 'chunks.html'], {
      cwd,
      env: quick,
    });
    await writeFile(
      join(folder, 'queries.yaml'),
      `queries:\n  - { query: law of Ireland, relevantDocuments: [${id}] }\n`,
    );
    await runCli(['eval', 'queries.yaml', '--report', 'report.html', ...store], { cwd, env: quick });
  });

  it.each(['answer.html', 'chunks.html', 'report.html'])(
    '%s has no fault that axe finds, and fits a phone',
    async (name) => {
      const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(pathToFileURL(join(folder, name)).href);
        expect([name, await overflow(page), await violations(page)]).toEqual([name, 0, []]);
      }
      if (name === 'answer.html') {
        const picture = page.locator('.picture img');
        const { width } = (await picture.boundingBox())!;
        expect(width).toBe(680); // its lines are as large as on paper, nearly
        const { x } = (await page.locator('.picture').boundingBox())!;
        expect((await picture.boundingBox())!.x).toBeLessThan(x - 50); // it begins at the quote
      }
      await page.close();
    },
  );
});
