import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { pagesOf, startSite, type LocalSite } from '../../test/support/local-site.ts';
import { ConfigError } from '../errors.ts';
import { openKnowledgeBase, type AddOptions, type KnowledgeBase } from '../index.ts';

const page = (title: string, body: string) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1>${body}</main>`;

const site: Record<string, string> = {
  '/docs/': page(
    'Start',
    '<p>Welcome to the handbook.</p><a href="heat.html">x</a><a href="gone.html">y</a>',
  ),
  '/docs/heat.html': page(
    'Heat',
    '<p>The boiler stands in the cellar.</p><h2 id="limits">Limits</h2><p>The boiler must not exceed ninety degrees.</p>',
  ),
};

let server: LocalSite;
let base: string;
let kb: KnowledgeBase;
const crawl = { delayMs: 0 };

beforeAll(async () => {
  server = await startSite(pagesOf(site));
  base = server.url;
});
afterAll(() => server.close());
beforeEach(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:', loading: { allowAddresses: ['loopback'] } });
});
afterEach(() => kb.close());

const add = (options?: AddOptions) => kb.addDocuments([{ source: `${base}/docs/`, crawl }], options);

it('adds each page of a site, tells what failed, and skips what has not changed', async () => {
  const ends: string[] = [];
  const first = await add({
    onProgress: (event) => {
      if (event.kind === 'end')
        ends.push(`${event.index + 1}/${event.total} ${event.source} ${event.outcome}`);
    },
  });
  expect(first).toMatchObject({ success: false, documentsInserted: 2 });
  expect(first.errors.map(({ source, error }) => [source, error.message])).toEqual([
    [`${base}/docs/gone.html`, `${base}/docs/gone.html answered 404 Not Found.`],
  ]);
  expect(ends.map((end) => end.replace(/^\d\/\d /, '')).sort()).toEqual([
    `${base}/docs/ inserted`,
    `${base}/docs/gone.html failed`,
    `${base}/docs/heat.html inserted`,
  ]);
  expect(await add()).toMatchObject({ documentsInserted: 0, documentsSkipped: 2 });
  expect((await kb.documents()).map(({ sourcePath }) => sourcePath).sort()).toEqual([
    `${base}/docs/`,
    `${base}/docs/heat.html`,
  ]);
});

it('gives a page the id that it has when it is added alone', async () => {
  await add();
  expect(await kb.addDocuments([`${base}/docs/heat.html`])).toMatchObject({ documentsSkipped: 1 });
});

it('cites the nearest heading of a page', async () => {
  await add();
  const { citations } = await kb.ask('What must the boiler not exceed?');
  expect(citations[0]).toMatchObject({ sourcePath: `${base}/docs/heat.html`, sectionHeading: 'Limits' });
  expect(citations[0]?.url).toContain(`${base}/docs/heat.html#limits:~:text=`);
});

it('says what was left out, and stops when it is aborted', async () => {
  const { warnings } = await kb.addDocuments([{ source: `${base}/docs/`, crawl: { ...crawl, maxPages: 1 } }]);
  expect(warnings).toEqual([`${base}/docs/: Stopped at maxPages (1); 2 more addresses were found.`]);
  const controller = new AbortController();
  const stop = () => controller.abort(new Error('enough'));
  await expect(add({ signal: controller.signal, onProgress: stop })).rejects.toThrow('enough');
});

it('refuses what cannot be crawled', async () => {
  const inputs = [
    { source: 'docs/', crawl },
    { source: base, documentId: 'one', crawl },
    { source: base, crawl: { depth: -1 } },
  ];
  for (const input of inputs) await expect(kb.addDocuments([input])).rejects.toThrow(ConfigError);
  await expect(kb.previewChunks({ source: base, crawl })).rejects.toThrow('Only addDocuments crawls');
});

it('reaches no private network unless the configuration says so', async () => {
  const closed = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const { errors } = await closed.addDocuments([
    { source: `${base}/docs/`, crawl },
    `${base}/docs/heat.html`,
  ]);
  expect(errors.map(({ error }) => error.message)).toEqual([
    `${base}/robots.txt leads to 127.0.0.1, which is not a public address.`,
    `${base}/docs/heat.html leads to 127.0.0.1, which is not a public address.`,
  ]);
  await closed.close();
});
