/** What the page offers, over the built program in Debian's Chromium: each part by mouse and by keyboard. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../../support/axe.ts';
import {
  launchBrowser,
  missingBrowser,
  overflow,
  watch,
  widths,
  type Watch,
  quick,
} from '../../support/browser.ts';
import { startProgram, type ServedProgram } from '../../support/served-program.ts';

const office = join(process.cwd(), 'test/fixtures/office');

let folder: string;
let server: ServedProgram;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let noted: Watch;

const goTo = (path: string) => page.goto(server.url + path);
const reader = () => page.locator('.reader');
const marked = () => page.locator('.reader .spot');
const status = () => page.locator('[role=status]');
const clipboard = () => page.evaluate('navigator.clipboard.readText()') as Promise<string>;

const citation = (n: number, quote: string) => ({
  n,
  id: `a#${n}`,
  collection: 'default',
  documentId: 'a',
  title: 'A',
  pages: [],
  quote,
  located: 'exact',
  charStart: 0,
  charEnd: 9,
  rects: [],
  score: 1,
});

async function ask(question: string): Promise<void> {
  const field = page.locator('.ask textarea');
  await field.fill(question);
  await field.press('Enter');
  await page.locator('.turn', { hasText: question }).locator('footer').waitFor();
}

const store = (value: unknown) =>
  page.evaluate(`localStorage.setItem('pincite.conversations', ${JSON.stringify(JSON.stringify(value))})`);

const job = (id: string, ended: boolean) => ({
  id,
  state: ended ? 'done' : 'active',
  ...(ended && { endedAt: '2026-01-01T00:00:00Z' }),
  counts: { sources: 1, done: ended ? 1 : 0, failed: 0, cancelled: 0 },
  documentsStored: ended ? 1 : 0,
  documentsSkipped: 0,
  progress: {},
});

describe.skipIf(missingBrowser)(`the page ${missingBrowser}`, () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pincite-page-'));
    server = await startProgram(['--store', `sqlite:${folder}/store`], quick);
    browser = await launchBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    page = await context.newPage();
    noted = watch(page);
  });
  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  it('adds the example documents to an empty store at a click, and says how that goes on', async () => {
    await goTo('/');
    await page.getByRole('button', { name: 'Add the example documents' }).click();
    await page.locator('.job', { hasText: '10 documents added' }).waitFor({ timeout: 60_000 });
    expect(page.url()).toBe(`${server.url}/library`);
    await page.getByRole('link', { name: 'Framework Supply Agreement' }).waitFor();
    await page.getByRole('link', { name: 'Ask', exact: true }).click();
    await page.getByRole('button', { name: 'Which law governs the supply agreement?' }).click();
    await page.locator('.answer', { hasText: 'law of Ireland' }).waitFor();
  });

  it('says where a search finds nothing that matches well, and names each view', async () => {
    await goTo('/search?q=zzzqqqxx');
    await page.getByText('Nothing in the documents matches well').waitFor();
    expect(await page.title()).toBe('Search – Pincite');
    await goTo('/search?q=notice');
    await page.locator('.hits li').first().waitFor();
    await page.getByText('Nothing else in the documents matches well').waitFor();
    const [well, others] = [page.locator('.hits').first(), page.locator('.hits').nth(1)];
    expect(await well.innerText()).toMatch(/notice/i);
    expect(await others.innerText()).not.toMatch(/notice/i);
    await page.locator('.hits a').first().click();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await expect.poll(() => page.title()).toMatch(/.+ – Pincite$/);
  });

  describe('an answer', () => {
    it('has markers that show the quote on hover, and open the page at the quote on a click', async () => {
      await goTo('/');
      await ask('When may the supplier end the agreement?');
      expect(await status().textContent()).toMatch(/^Answer: 18\.3 The Supplier may end/);
      const marker = page.locator('.answer .marker').first();
      await marker.hover();
      const card = page.getByRole('tooltip');
      expect(await card.innerText()).toMatch(
        /18\.3 The Supplier[^]+Framework Supply Agreement[^]+p\. 6 · 18\. Termination[^]+word for word/,
      );
      await page
        .locator('.sources', { hasText: 'supply-agreement-2024.pdf · quote found word for word' })
        .waitFor();
      await page.mouse.move(0, 0);
      await card.waitFor({ state: 'detached' });
      await marker.focus();
      await card.waitFor();
      await page.keyboard.press('Escape');
      expect(await card.count()).toBe(0);
      await marker.click();
      await marked().first().waitFor();
      expect(await marked().count()).toBe(2);
      await expect
        .poll(() => page.evaluate("document.querySelector('.reader img')?.naturalWidth > 0"))
        .toBe(true);
      expect(new URL(page.url()).searchParams.get('cite')).toBe('1.1');
      await page.mouse.move(0, 0);
      await page.keyboard.press('Escape');
      await expect.poll(() => page.evaluate('document.activeElement?.className')).toBe('marker');
      expect(await card.count()).toBe(0); // what was just read is not shown again
    });

    it('is asked, read and followed by the keyboard alone', async () => {
      await goTo('/');
      await page.locator('body').press('Tab');
      await page.keyboard.press('Escape');
      await page.locator('main').press('/');
      await page.keyboard.type('How many shares does the chair of the board hold?');
      await page.keyboard.press('Enter');
      await page.locator('.turn footer').waitFor();
      expect(await page.locator('.declined').innerText()).toBe(
        'The documents may not answer this; the nearest places are:',
      );
      const first = page.getByRole('link', { name: /^Citation 1:/ });
      await first.focus();
      expect(await page.getByRole('tooltip').count()).toBe(0); // the quote stands beside it
      await page.keyboard.press('Enter');
      await marked().first().waitFor();
      expect(await page.evaluate('document.activeElement?.className')).toBe('pages'); // so that keys scroll it
      expect(await reader().locator('.count').nth(1).innerText()).toMatch(/^of 23 · printed 1\d$/);
      const before = await reader().locator('.quote').innerText();
      await page.keyboard.press('n');
      await expect.poll(() => reader().locator('.quote').innerText()).not.toBe(before);
      await expect.poll(() => page.evaluate('document.activeElement?.className')).toMatch(/^(?:pages|text)$/);
      await page.keyboard.press('p');
      await expect.poll(() => reader().locator('.quote').innerText()).toBe(before);
      await page.keyboard.press('+');
      expect(await reader().getByRole('button', { name: '125 %' }).count()).toBe(1);
      await page.keyboard.press('0');
      await page.keyboard.press('Escape');
      expect(await reader().count()).toBe(0);
      await expect
        .poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")'))
        .toMatch(/^Citation 1:/);
    });

    it('says of each claim how it stands, in words', async () => {
      const text = 'The term is five years. [1] It ends in May. It is long. [1] Notice is 90 days. [2]';
      const answer = {
        question: 'q',
        answered: true,
        answer: text,
        model: 'a-model',
        warnings: ['Something to know.'],
        citations: [citation(1, 'five years'), citation(2, '90 days')],
        claims: [
          { text: 'The term is five years.', citations: [1], supported: 'yes', probability: 0.97 },
          { text: 'It ends in May.', citations: [], supported: 'no' },
          { text: 'It is long.', citations: [1], supported: 'unchecked' },
          { text: 'Notice is 90 days.', citations: [2], supported: 'unchecked' },
        ],
        contradictions: [{ citations: [2, 3], values: [90, 150], unit: 'day' }],
      };
      await page.route('**/v1/ask', (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `event: delta\ndata: ${JSON.stringify({ text })}\n\nevent: done\ndata: ${JSON.stringify(answer)}\n\n`,
        }),
      );
      await goTo('/');
      await ask('q');
      const standings = await page.locator('.standing').allInnerTexts();
      expect(standings).toEqual(['supported (97 %)', 'not supported', 'not checked', 'sources differ']);
      expect(await page.locator('.note').allInnerTexts()).toEqual(['Something to know.']);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page)).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.unroute('**/v1/ask');
    });

    it('is taken away as Markdown and as a page of HTML, with its citations', async () => {
      await goTo('/');
      await ask('Which law governs the supply agreement?');
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      const place = /\/documents\/[\w-]+\?page=7&at=\d+-\d+/;
      await expect
        .poll(clipboard)
        .toMatch(/^# Which law governs the supply agreement\?\n\n.*law of Ireland\.\[\^1\]\n/);
      expect(await clipboard()).toMatch(
        new RegExp(
          String.raw`\[\^1\]: \[Framework Supply Agreement\]\(<${server.url}${place.source}>\), p\. 7`,
        ),
      );
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as HTML' }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe('Which law governs the supply agreement.html');
      const html = await readFile(await file.path(), 'utf8');
      expect(html).toMatch(/<a class="marker" href="#source-1"[^]+<li id="source-1">[^]+law of Ireland/);
      expect(html).toContain('<a href="http'); // to the place in the page
      await goTo('/');
      await ask('How many shares does the chair of the board hold?');
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      await expect.poll(clipboard).toMatch(/The nearest places: \[\^1\]/);
    });

    it('says what went wrong on the way, and asks again', async () => {
      await page.route('**/v1/ask', (route) => route.abort());
      await goTo('/');
      const field = page.locator('.ask textarea');
      await field.fill('Which law governs the supply agreement?');
      await field.press('Enter');
      await page.getByRole('alert').getByText('The server does not answer.').waitFor();
      await page.unroute('**/v1/ask');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('.answer', { hasText: 'law of Ireland' }).waitFor();
    });

    it('keeps a question that was stopped, or left before its answer, and asks it again', async () => {
      const turns = page.locator('.turn');
      await page.route('**/v1/ask', () => undefined); // an answer that does not come
      await goTo('/');
      await page.locator('.ask textarea').fill('Which law governs the supply agreement?');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('Stopped before the answer had come.').waitFor();
      await page.locator('.ask textarea').fill('Who abstained from the decision on the guidance?');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await page.reload();
      expect(await turns.locator('.question').allInnerTexts()).toEqual([
        'Which law governs the supply agreement?',
        'Who abstained from the decision on the guidance?',
      ]);
      expect(await turns.getByText('Stopped before the answer had come.').count()).toBe(2);
      await page.unroute('**/v1/ask');
      await turns
        .nth(1)
        .getByRole('button', { name: /again$/ })
        .click();
      await turns.nth(1).locator('.marker').first().waitFor();
      expect(await turns.count()).toBe(2);
      await page.evaluate('localStorage.clear()');
    });

    it('shows texts of documents as texts', async () => {
      const text = '<img src=x onerror="document.title=1"> <script>document.title=1</script>';
      const done = {
        question: 'q',
        answered: true,
        answer: text,
        citations: [],
        claims: [],
        model: 'm',
        warnings: [text],
      };
      await page.route('**/v1/ask', (route) =>
        route.fulfill({
          contentType: 'text/event-stream',
          body: `event: done\ndata: ${JSON.stringify(done)}\n\n`,
        }),
      );
      await goTo('/');
      await ask(text);
      expect(await page.locator('.turn img, .turn script').count()).toBe(0);
      expect(await page.title()).toBe('Pincite');
      await page.unroute('**/v1/ask');
    });
  });

  it('goes on in a conversation, which stays in this browser', async () => {
    await goTo('/');
    await ask('Which law governs the supply agreement?');
    await ask('And when does it end?');
    expect((await page.locator('.turn').nth(1).locator('h2').boundingBox())!.y).toBeLessThan(600);
    expect(await page.locator('.turn').count()).toBe(2);
    expect(await page.getByText('Asked as:').innerText()).toContain('supply agreement');
    expect(await violations(page)).toEqual([]);
    await page.reload();
    expect(await page.locator('.turn').count()).toBe(2);
    await page.getByRole('link', { name: 'Pincite, a new conversation' }).click();
    const earlier = page.getByRole('region', { name: 'Earlier conversations' });
    await earlier.getByText('2 questions').first().waitFor();
    const before = await earlier.getByText('2 questions').count();
    await earlier
      .getByRole('button', { name: /^Forget/ })
      .first()
      .click();
    expect(await earlier.getByText('2 questions').count()).toBe(before - 1);
    const other = await browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto(`${server.url}/?q=Which+law+governs+the+supply+agreement%3F`);
    const field = theirs.getByLabel('Your question');
    await expect.poll(() => field.inputValue()).toBe('Which law governs the supply agreement?');
    await theirs.waitForLoadState('networkidle');
    expect(await theirs.locator('.turn').count()).toBe(0); // a link alone asks nothing
    await theirs.getByRole('button', { name: 'Ask', exact: true }).click();
    await theirs.locator('.answer', { hasText: 'law of Ireland' }).waitFor();
    expect(await field.count()).toBe(0);
    expect(await theirs.getByLabel('Your next question').inputValue()).toBe('');
    await other.close();
  });

  it('says of a question that is too long that it is, and shows two lines of one that is long', async () => {
    await goTo('/');
    const field = page.locator('.ask textarea');
    await field.fill('long '.repeat(900));
    await field.press('Enter');
    expect(
      await field.evaluate(
        (element) => (element as unknown as { validationMessage: string }).validationMessage,
      ),
    ).toBe('A question has at most 4,000 characters; this one has 4,499.');
    expect(await page.locator('.turn').count()).toBe(0);
    await ask('long '.repeat(700).trim());
    await page.getByRole('link', { name: 'Pincite, a new conversation' }).click();
    expect((await page.locator('.history a').first().boundingBox())!.height).toBeLessThan(70);
    await page.evaluate('localStorage.clear()');
  });

  describe('conversations', () => {
    const answer = {
      question: 'q',
      answered: true,
      answer: 'a',
      citations: [],
      claims: [],
      model: 'm',
      warnings: [],
    };
    const turn = {
      question: 'q',
      collection: 'default',
      state: 'done',
      text: 'a',
      citations: [],
      claims: [],
      answer,
    };

    it('of two tabs are all kept, and forgotten in both', async () => {
      const second = await context.newPage();
      await Promise.all([goTo('/'), second.goto(server.url)]);
      await ask('Which law governs the supply agreement?');
      await second.getByLabel('Your question').fill('What revenue does Sundmere expect for 2026?');
      await second.keyboard.press('Enter');
      await second.locator('.turn footer').waitFor();
      for (const one of [page, second]) {
        await one.getByRole('link', { name: 'Pincite, a new conversation' }).click();
        const earlier = one.getByRole('region', { name: 'Earlier conversations' });
        const titles = () => earlier.getByRole('link').allInnerTexts();
        await expect
          .poll(async () => (await titles()).slice(0, 2).sort())
          .toEqual([
            'What revenue does Sundmere expect for 2026?',
            'Which law governs the supply agreement?',
          ]);
      }
      await second.evaluate("localStorage.removeItem('pincite.conversations')"); // somebody signs out there
      await expect.poll(() => page.getByRole('region', { name: 'Earlier conversations' }).count()).toBe(0);
      await second.close();
    });

    it.each([{ a: 1 }, [null, { id: 'a' }, { id: 'b', turns: [null] }], 3])(
      'that are none are ignored: %j',
      async (value) => {
        await store(value);
        await goTo('/');
        await page.getByRole('heading', { name: 'Ask your documents' }).waitFor();
        await ask('Which law governs the supply agreement?');
      },
    );

    it('that are long are sent as far as the server takes them', async () => {
      await store([{ id: 'long', turns: Array.from({ length: 120 }, () => turn) }]);
      await goTo('/?c=long&q=q');
      const asked = page.waitForRequest('**/v1/ask');
      await ask('Which law governs the supply agreement?');
      expect(((await asked).postDataJSON() as { messages: unknown[] }).messages).toHaveLength(200);
    });

    it('that are forgotten are asked no more', async () => {
      await store([]);
      await page.route('**/v1/ask', () => undefined); // no answer comes
      await goTo('/');
      await page.getByLabel('Your question').fill('Which law?');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      await page.getByRole('link', { name: 'Pincite, a new conversation' }).click();
      const ended = page.waitForEvent('requestfailed');
      await page.getByRole('button', { name: /^Forget/ }).click();
      expect((await ended).url()).toBe(`${server.url}/v1/ask`);
      await page.unroute('**/v1/ask');
    });
  });

  it('follows many jobs by one request after the other', async () => {
    const ids = Array.from({ length: 8 }, (_, index) => `many-${index}`);
    const asked: string[] = [];
    let underWay = 0;
    let most = 0;
    await page.route('**/v1/jobs?limit=10', (route) =>
      route.fulfill({ json: { jobs: ids.map((id) => job(id, false)) } }),
    );
    await page.route('**/v1/jobs/**', async (route) => {
      const id = new URL(route.request().url()).pathname.slice('/v1/jobs/'.length);
      underWay += 1;
      most = Math.max(most, underWay);
      asked.push(id);
      await new Promise((resolve) => setTimeout(resolve, 20));
      underWay -= 1;
      if (id === 'many-0') await route.fulfill({ status: 404, json: { status: 404, detail: 'No such job' } });
      else await route.fulfill({ json: job(id, asked.filter((one) => one === id).length > 1) });
    });
    await goTo('/library');
    await expect.poll(() => page.locator('.job', { hasText: '1 document added' }).count()).toBe(7);
    expect(await violations(page)).toEqual([]);
    expect(await page.locator('.job').count()).toBe(7); // one that is not there any more is not shown
    expect(asked.sort()).toEqual(['many-0', ...ids.slice(1).flatMap((id) => [id, id])]);
    expect(most).toBe(1);
    await page.unroute('**/v1/jobs?limit=10');
    await page.unroute('**/v1/jobs/**');
  });

  it('searches by fields of the documents, marks the words and says what each stage did', async () => {
    await goTo('/search');
    await page.getByRole('searchbox').fill('notice period');
    await page.keyboard.press('Enter');
    await page.locator('.hits li').first().waitFor();
    expect(await page.locator('.hits mark').first().innerText()).toMatch(/notice|period/i);
    await page.locator('.filter-box > summary').click();
    await page.getByLabel('format').selectOption('markdown');
    await expect
      .poll(() => page.locator('.hits .source-title').allInnerTexts())
      .not.toContainEqual(expect.stringMatching(/Agreement/));
    await page.getByText('How they were found').click();
    expect(await page.locator('tfoot').innerText()).toMatch(/all\s+\d+(\.\d)? ms/);
    const said = await page.locator('tbody th small').allInnerTexts();
    expect([said.length, said.filter((words) => words === '')]).toEqual([
      await page.locator('tbody tr').count(),
      [],
    ]);
    await page.locator('.hits details summary').first().click();
    expect(await page.locator('.scores').first().innerText()).toMatch(/words \(BM25\)\s*\d/);
    await page.locator('.hits a').first().click();
    await page.locator('.reader .text mark').first().waitFor();
    const shared = page.url();
    await page.keyboard.press('Escape');
    await page.goto(shared); // all that was asked is in the address
    await page.locator('.reader .text mark').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('says what it waits for where the network is slow', async () => {
    const slow = await context.newCDPSession(page);
    await slow.send('Network.enable');
    const conditions = {
      offline: false,
      latency: 1000,
      downloadThroughput: 50_000,
      uploadThroughput: 50_000,
    };
    await goTo('/search?q=notice+period');
    await page.locator('.hits li').first().waitFor();
    await slow.send('Network.emulateNetworkConditions', conditions);
    await page.getByRole('searchbox').fill('membrane');
    await page.keyboard.press('Enter');
    await page.getByText('Searching…', { exact: true }).waitFor();
    await page
      .locator('.hits[aria-busy=false] mark', { hasText: /membrane/i })
      .first()
      .waitFor();
    await page
      .locator('.hits li', { hasText: 'Framework Supply Agreement' })
      .locator('a')
      .first()
      .or(page.locator('.hits a').first())
      .first()
      .click();
    await page.getByText('Opening…', { exact: true }).waitFor();
    await page.locator('.reader .text, .reader .pages').first().waitFor();
    await slow.send('Network.emulateNetworkConditions', {
      ...conditions,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await slow.detach();
  });

  it('adds files that are dropped, says what failed and why and what was noted, tags and removes documents', async () => {
    await goTo('/search');
    const files = [
      { name: 'report.docx', text: (await readFile(join(office, 'report.docx'))).toString('base64') },
      { name: 'broken.pdf', text: Buffer.from('%PDF-1.7 and nothing else').toString('base64') },
      { name: 'noted.md', text: Buffer.from('---\nkey: [\n---\n\nOwls hunt.').toString('base64') },
    ];
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    let send!: () => void;
    const sent = new Promise<void>((resolve) => (send = resolve));
    await page.route('**/v1/documents', (route) => sent.then(() => route.continue()), { times: 1 });
    await page.evaluate(`(() => {
      const data = new DataTransfer();
      for (const { name, text } of ${JSON.stringify(files)}) data.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name));
      globalThis.dragged = (type) => document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      dragged('dragover');
    })()`);
    await page.getByText('Drop to add to the library').waitFor();
    await page.evaluate("dragged('dragleave')");
    await page.getByText('Drop to add to the library').waitFor({ state: 'detached' });
    await page.evaluate("dragged('drop')");
    await page.getByText('Sending 3 files…').waitFor(); // whatever view they were dropped on
    expect(page.url()).toBe(`${server.url}/library`);
    send();
    await page.locator('.job', { hasText: '2 documents added' }).waitFor({ timeout: 30_000 });
    await page.locator('.job li', { hasText: 'noted.md: The front matter is not valid YAML' }).waitFor();
    expect(await page.locator('.errors li').innerText()).toMatch(/^broken\.pdf: .{10}/);
    await page.reload(); // what has ended is told in the visit that began it
    await page.getByRole('button', { name: 'Tag Pump report' }).waitFor();
    expect(await page.locator('.job').count()).toBe(0);
    await page.getByRole('button', { name: 'Tag Pump report' }).click();
    await page.keyboard.press('Escape');
    await page.locator('[data-does=tags]:focus').click();
    await page.locator('[aria-label^="Tags of Pump report"]:focus').fill('pumps, 2024');
    await page.keyboard.press('Enter');
    await page.locator('.tags span').nth(1).waitFor();
    expect(await page.locator('.tags span').allInnerTexts()).toEqual(['pumps', '2024']);
    await page.locator('.filter-box > summary').click();
    await page.getByLabel('tags').or(page.getByLabel('format')).first().waitFor();
    await page.locator('body').press('/');
    await page.locator('[aria-label^="Words of a title"]:focus').fill('REPORT pump');
    await expect.poll(() => page.locator('.documents > li').count()).toBe(1);
    await page.locator('[aria-label^="Words of a title"]').fill('');
    const titles = () => page.locator('.documents li a').allInnerTexts();
    await page.getByLabel('Order').selectOption('title');
    await expect.poll(async () => (await titles())[0]).toMatch(/^A station has gone silent/);
    await page.getByLabel('Order').selectOption('size');
    await expect.poll(async () => (await titles())[0]).toBe('Annual report 2025');
    expect(new URL(page.url()).searchParams.get('order')).toBe('size');
    await page.locator('[aria-label^="Words of a title"]').fill('report.docx');
    await page.getByText(/^report\.docx · /).waitFor(); // by the name of its file
    await page.getByRole('link', { name: 'Pump report' }).click();
    await page.locator('.reader td', { hasText: '2023' }).waitFor(); // a table of a Word file
    await page.emulateMedia({ colorScheme: 'dark' });
    const [ground, cover] = (await page.evaluate(`(() => {
      const style = (name) => getComputedStyle(document.querySelector(name));
      return [style('.text').backgroundColor, style('.text .scroll').backgroundImage];
    })()`)) as [string, string];
    expect(cover).toContain(ground); // what hides the shadows is no darker than the pane
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goBack();
    await page.getByRole('button', { name: 'Remove Pump report' }).click();
    expect(await violations(page)).toEqual([]);
    await page.locator('.note').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => page.locator('.documents > li').count()).toBe(0);
  });

  it('goes on at the page that was read when it is loaded anew, and leads back from where nothing is', async () => {
    await goTo('/nonsense');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'See what there is' }).click();
    await page.getByRole('link', { name: 'Annual report 2025' }).click();
    await page.getByRole('spinbutton').fill('17');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\?page=17$/);
    await page.reload();
    await expect.poll(() => page.getByRole('spinbutton').inputValue()).toBe('17');
    await page.getByRole('link', { name: 'Find' }).click();
    await page.locator('[aria-label="Words to search for"]:focus').fill('membrane');
    await page.keyboard.press('Enter');
    await page.getByText('In Annual report 2025 alone.').waitFor();
    await page.locator('.hits').first().waitFor();
    const titles = await page.locator('.hits .source-title a').allInnerTexts();
    expect(new Set(titles)).toEqual(new Set(['Annual report 2025']));
    await page.getByRole('button', { name: 'Search in all documents' }).click();
    await expect
      .poll(() => page.locator('.hits a', { hasText: 'Drift of optical' }).count())
      .toBeGreaterThan(0);
    for (const name of ['Search', 'Search', 'Annual report 2025']) {
      await page.goBack();
      await page.getByRole('heading', { name, exact: true }).waitFor();
    }
    await page.goBack();
    await page.getByRole('heading', { name: 'Library' }).waitFor();
  });

  it('opens a document with its pages, outline, chunks and text, and copies citations', async () => {
    const { documents } = (await (
      await fetch(
        `${server.url}/v1/documents?filter=${encodeURIComponent('{"title":"Framework Supply Agreement"}')}`,
      )
    ).json()) as { documents: { id: string }[] };
    const { id } = documents[0]!;
    const { text } = (await (await fetch(`${server.url}/v1/documents/${id}/text`)).json()) as {
      text: string;
    };
    const start = text.indexOf('24.1 This Agreement');
    await goTo(`/documents/${id}?page=7&at=${start}-${start + 54}`);
    await marked().first().waitFor();
    expect(await page.getByRole('spinbutton').inputValue()).toBe('7');
    for (const [name, expected] of [
      [
        'Footnote',
        /^Framework Supply Agreement, p\. 7, 24\. Governing law: “24\.1 This Agreement is governed by the law of Ireland\.” http/,
      ],
      ['APA', /^\(Sundmere Instruments plc, 2024, p\. 7\)\nSundmere Instruments plc\. \(2024\)\. Framework/],
      ['BibTeX', /^% \\cite\[p\.~7\]\{(\S+)\}\n@\w+\{\1,/],
      ['Link', new RegExp(`/documents/${id}\\?page=7&at=${start}-${start + 54}$`)],
    ] as const) {
      await page.locator('.menu summary').click();
      await page.getByRole('button', { name, exact: true }).click();
      await expect.poll(clipboard).toMatch(expected);
    }
    await page.locator('.menu summary').click();
    await page.locator('.reader h1').click();
    await page.locator('.menu:not([open])').waitFor();
    await page.getByRole('button', { name: 'Both' }).click();
    expect(await page.locator('.reader .text mark').innerText()).toBe(
      '24.1 This Agreement is governed by the law of Ireland.',
    );
    await page.getByRole('button', { name: 'Page', exact: true }).click();
    const last = await page.getByRole('spinbutton').getAttribute('max');
    await page.getByRole('spinbutton').fill('999');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('spinbutton').inputValue()).toBe(last);
    await page.getByRole('spinbutton').fill('2');
    await page.keyboard.press('Enter');
    await page.locator('[data-page="2"] img').waitFor();
    await page.getByRole('spinbutton').fill('4');
    await page.evaluate(`(async () => {
      document.querySelector('.pages').scrollTop = 0;
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    })()`);
    expect(await page.getByRole('spinbutton').inputValue()).toBe('4'); // what is typed stands while pages scroll
    await page.keyboard.press('Enter');
    await page.locator('[data-page="4"] img').waitFor();
    await page.evaluate(`(() => {
      document.querySelector('.panes').style.paddingRight = '200px';
      const field = document.querySelector('.page-number');
      field.value = '7'; // gone to before the new width is measured
      field.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    await page.locator('[data-page="7"] img').waitFor();
    await page.locator('.outline a', { hasText: '18. Termination' }).click();
    // Asks the server for the rectangles of the place, which draws pages meanwhile.
    await expect.poll(() => page.getByRole('spinbutton').inputValue()).toBe('6');
    await page.getByRole('button', { name: 'Chunks' }).click();
    await page.locator('.chunks a').nth(2).click();
    await marked().nth(5).waitFor();
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByText('Sundmere Instruments plc').waitFor();
    await goTo(`/documents/${id}?page=999`);
    await expect.poll(() => page.getByRole('spinbutton').inputValue()).toBe(last);
    await page.getByText(`There is no page 999; this is the last one, ${last}.`).waitFor();
    for (const gone of [`${id}?at=9999990-9999999`, 'gone?at=1-9']) {
      await goTo(`/documents/${gone}`);
      await page.getByRole('alert').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('alert').count()).toBe(1);
    }
    expect(await page.locator('.reader .menu').count()).toBe(0); // nothing is there to copy
    await page.locator('.reader').getByRole('link', { name: 'library' }).click();
    await page.locator('.documents li').first().waitFor();
  });

  it.each([
    ['/documents/%E0%A4%A', 'No document is there'],
    ['/search?q=notice&where=null', 'Search'],
    ['/library?where={"format":null}', 'Library'],
  ])('shows a view whatever the address says: %s', async (path, heading) => {
    await goTo(path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  });

  it.each([
    ['Who abstained from the decision on the guidance?', 'Minutes of the board'],
    ['What caused the repeated wiper faults at Corran Weir?', 'Corran weir'],
    ['Can a Heron 4B membrane be fitted to a Heron 3?', 'Sundmere introduces'],
  ])('opens what has no pages at the quote too: %s', async (question, title) => {
    await goTo('/');
    await ask(question);
    const source = page.locator('.sources li', { hasText: title }).first();
    await source.locator('.marker').click();
    const quote = (await source.locator('blockquote').innerText()).replaceAll(/\W+/g, '');
    const shown = reader().locator('.text mark');
    await shown.first().waitFor();
    const all = (await shown.allInnerTexts()).join('').replaceAll(/\W+/g, '');
    expect(all.startsWith(quote.slice(0, 30))).toBe(true);
    const [box, mark] = [await reader().locator('.text').boundingBox(), await shown.first().boundingBox()];
    expect(mark!.y).toBeGreaterThanOrEqual(box!.y);
    expect(mark!.y).toBeLessThan(box!.y + box!.height);
  });

  it('measures searches, and draws what came of it', async () => {
    await goTo('/evaluation');
    await page.locator('textarea.code', { hasText: 'relevantDocuments' }).waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await page.locator('.plots svg').nth(1).waitFor({ timeout: 60_000 });
    expect(await page.locator('tbody tr').count()).toBe(3);
    expect(await page.locator('.plots svg').first().getAttribute('aria-label')).toMatch(
      /words and meaning: \d\.\d{3} at/,
    );
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the report' }).click();
    expect((await saved).suggestedFilename()).toBe('queries.html');
  });

  it('drafts one query for documents that are called the same', async () => {
    const titles = ['LEASE', 'Lease', 'Manual'];
    const documents = titles.map((title, index) => ({ id: `d${index}`, title }));
    await page.route('**/v1/documents?*', (route) => route.fulfill({ json: { documents, total: 3 } }));
    await goTo('/evaluation');
    const field = page.locator('textarea.code', { hasText: 'relevantDocuments' });
    expect(JSON.parse(await field.inputValue())).toEqual([
      { query: 'LEASE', relevantDocuments: ['d0', 'd1'] },
      { query: 'Manual', relevantDocuments: ['d2'] },
    ]);
    await page.unroute('**/v1/documents?*');
  });

  it('has no fault that axe finds, and fits each width, in light and in dark', async () => {
    const { documents } = (await (await fetch(`${server.url}/v1/documents?limit=1`)).json()) as {
      documents: { id: string }[];
    };
    const schemes = { 390: ['dark'], 768: [], 1440: ['light'] } as const;
    const views = [
      '/',
      '/?q=What+revenue+does+Sundmere+expect+for+2026%3F&cite=1.1',
      '/search?q=notice',
      '/search?q=notice&hit=1',
      '/library',
      '/evaluation',
      `/documents/${documents[0]!.id}?page=2`,
    ];
    for (const view of views) {
      await goTo(view);
      await page.waitForLoadState('networkidle');
      if (view.includes('cite=')) await page.getByRole('button', { name: 'Ask', exact: true }).click();
      if (view.includes('cite=')) await page.locator('.reader .spot').first().waitFor();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        expect([view, width, await overflow(page)]).toEqual([view, width, 0]);
        for (const colorScheme of schemes[width]) {
          await page.emulateMedia({ colorScheme });
          expect([view, width, colorScheme, await violations(page)]).toEqual([view, width, colorScheme, []]);
        }
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('has asked nobody else for anything, and broken no rule of its policy', () => {
    expect([...noted.hosts]).toEqual([new URL(server.url).host]);
    expect(noted.errors).toEqual([]);
  });
});
