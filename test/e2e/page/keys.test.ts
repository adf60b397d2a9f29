/** Signing in with a key, and what a key that only reads sees. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyFolder } from '../../../src/apps/http/index.ts';
import { violations } from '../../support/axe.ts';
import { launchBrowser, missingBrowser, watch, quick } from '../../support/browser.ts';
import { runCli } from '../../support/cli.ts';
import { startProgram, type ServedProgram } from '../../support/served-program.ts';

const agreement = join(process.cwd(), 'examples/documents/supply-agreement-2024.pdf');

let folder: string;
let server: ServedProgram;
let browser: Browser;
let secret: string;

describe.skipIf(missingBrowser)(`the page with keys ${missingBrowser}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pincite-page-keys-'));
    await runCli(['add', agreement, '--store', `sqlite:${folder}/store`], { cwd: folder, env: quick });
    const keysFolder = join(folder, 'keys');
    ({ secret } = await new KeyFolder(keysFolder).add({ name: 'reader' }));
    server = await startProgram(['--store', `sqlite:${folder}/store`], {
      ...quick,
      PINCITE_SERVER_KEYS_FOLDER: keysFolder,
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it('asks for a key, opens the link that was followed, and offers nothing that the key may not do', async () => {
    const page = await browser.newPage();
    const { errors } = watch(page);
    await page.goto(`${server.url}/?q=Which+law+governs+the+agreement%3F&cite=1.1`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await violations(page)).toEqual([]);
    const { width } = (await page.getByRole('checkbox').boundingBox())!;
    expect(width).toBeLessThan(30); // a box of the whole width would push its words aside
    await page
      .getByLabel('Key')
      .first()
      .fill(`${secret.slice(0, -1)}?`);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The key is not valid').waitFor();
    await page.getByLabel('Key').first().fill(secret);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.locator('.answer', { hasText: 'law of Ireland' }).waitFor();
    await page.locator('.answer .marker').click();
    await expect
      .poll(() => page.evaluate("document.querySelector('.reader img')?.src.startsWith('blob:')"))
      .toBe(true); // pictures come with the key, not by it in an address
    expect(page.url()).not.toContain(secret);
    await page.goto(`${server.url}/library`);
    await page.getByRole('link', { name: 'Framework Supply Agreement' }).waitFor();
    expect(await page.getByRole('button', { name: /Remove|a folder/ }).count()).toBe(0);
    await page.goBack();
    await page.locator('.answer', { hasText: 'law of Ireland' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(page.url()).toBe(`${server.url}/`);
    expect(await page.getByRole('status').textContent()).toBe('');
    const left = await page.evaluate('JSON.stringify([localStorage, sessionStorage])');
    expect(left).not.toContain(secret);
    expect(left).not.toContain('governs'); // what was asked is not for whoever comes next
    await page.getByLabel('Key').first().fill(secret);
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Your question').inputValue()).toBe('');
    expect(await page.locator('.turn').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
