/** The page while a language model takes its time, over the built program in Debian's Chromium. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimsReply, passagesOf } from '../../support/answering-model.ts';
import { violations } from '../../support/axe.ts';
import { launchBrowser, missingBrowser, quick, watch } from '../../support/browser.ts';
import { copyExampleStore } from '../../support/example-store.ts';
import { startOpenAiServer, type OpenAiServer } from '../../support/openai-server.ts';
import { startProgram, type ServedProgram } from '../../support/served-program.ts';

let folder: string;
let model: OpenAiServer;
let server: ServedProgram;
let browser: Browser;

describe.skipIf(missingBrowser)(`the page with a slow language model ${missingBrowser}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pincite-page-model-'));
    await copyExampleStore(folder);
    model = await startOpenAiServer();
    server = await startProgram(['--store', `sqlite:${folder}/.pincite`], {
      ...quick,
      PINCITE_LLM_MODEL: 'openai-compatible:slow',
      PINCITE_LLM_BASE_URL: model.baseUrl,
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await model.close();
    await rm(folder, { recursive: true });
  });

  it('says which model is asked, links the best places that were found, and then has the answer', async () => {
    const quote = 'law of Ireland';
    model.reply((body) => {
      const passage = passagesOf(body).findIndex((text) => text.includes(quote)) + 1;
      const claim = { text: 'Irish law governs it.', quotes: [[passage, quote]] as const };
      return { ...claimsReply(claim), afterMs: 3000 };
    });
    const page = await browser.newPage();
    const { errors } = watch(page);
    await page.goto(server.url);
    const field = page.locator('.ask textarea');
    await field.fill('Which law governs the supply agreement?');
    await field.press('Enter');
    const turn = page.locator('.turn');
    await turn.getByText('Asking openai-compatible:slow about what was found…').waitFor();
    const found = turn.getByRole('link', { name: /^Framework Supply Agreement, pp?\. \d/ });
    expect(await found.first().getAttribute('href')).toMatch(/^\/documents\/supply-agreement-2024-\w+\?/);
    expect(await turn.getByRole('listitem').count()).toBe(3);
    expect(await page.locator('[role=status]').textContent()).toBe('Asking openai-compatible:slow.');
    expect(await violations(page)).toEqual([]);
    await turn.locator('.answer', { hasText: 'Irish law governs it.' }).waitFor();
    expect(await turn.getByText('about what was found').count()).toBe(0);
    expect(errors).toEqual([]);
  });
});
