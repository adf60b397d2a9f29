/** Documents that come, change and go while the page shows them: folders of files, and places that an answer cited before. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, missingBrowser, quick } from '../../support/browser.ts';
import { startProgram, type ServedProgram } from '../../support/served-program.ts';

let folder: string;
let server: ServedProgram;
let browser: Browser;
let page: Page;

const put = async (text: string) => {
  const body = new FormData();
  body.append('files', new Blob([text]), 'barn.md');
  const response = await fetch(`${server.url}/v1/documents`, { method: 'POST', body });
  const { id } = (await response.json()) as { id: string };
  const state = async () => (await (await fetch(`${server.url}/v1/jobs/${id}`)).json()) as { state: string };
  await expect.poll(async () => (await state()).state, { timeout: 20_000 }).toBe('done');
};
const marks = () => page.locator('.reader mark').allInnerTexts();
const note = () => page.locator('.reader .note').innerText();

describe.skipIf(missingBrowser)(`documents that change ${missingBrowser}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pincite-page-changes-'));
    server = await startProgram(['--store', `sqlite:${folder}/store`], quick);
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it('adds a folder with the paths of its files, and names the folder of each', async () => {
    for (const name of ['Acme', 'Borealis', '.git']) {
      await mkdir(join(folder, 'contracts', name), { recursive: true });
      await writeFile(join(folder, 'contracts', name, 'terms.txt'), `The terms of ${name} are these.`);
    }
    await page.goto(`${server.url}/library`);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'a folder' }).click(),
    ]);
    await chooser.setFiles(join(folder, 'contracts'));
    await page.locator('.job', { hasText: '2 documents added' }).waitFor({ timeout: 30_000 });
    const rows = page.locator('.documents > li');
    await expect.poll(() => rows.count()).toBe(2);
    expect((await rows.allInnerTexts()).join('\n')).toMatch(/Acme\/terms\.txt[^]*Borealis\/terms\.txt/);
    await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'files', exact: true }).click(),
    ]); // one field serves both
    expect(await page.evaluate("document.querySelector('input[type=file]').webkitdirectory")).toBe(false);
  });

  it('marks what was cited where it stands now, and says where it is gone', async () => {
    const rent = 'The rent of the barn is EUR 500 a month.';
    await put(`# Barn\n\n${rent}\n\nIt is paid on the first day.\n`);
    await page.goto(server.url);
    await page.locator('.ask textarea').fill('What is the rent of the barn?');
    await page.keyboard.press('Enter');
    await page.locator('.turn footer').waitFor();
    await page.locator('.turn ol button, .turn .marker').first().click();
    await expect.poll(marks).toEqual([rent]);
    expect(await page.locator('.reader .note').count()).toBe(0);
    await put(`# Barn\n\nIt has been let by the parish since 1950.\n\n${rent}\n`);
    await page.reload();
    await expect.poll(note).toMatch(/changed after this answer.*marked where they stand now/);
    await expect.poll(marks).toEqual([rent]);
    await put('# Barn\n\nIt has been let by the parish since 1950, for EUR 650 a month.\n');
    await page.reload();
    await expect.poll(note).toMatch(/not in it any more/);
    await expect.poll(marks).toEqual([]);
    expect(await page.locator('.reader .quote').innerText()).toBe(rent); // what was cited
  });
});
