/** A site on this machine, read through the real program: `pincite add URL --crawl`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openKnowledgeBase } from '../../src/index.ts';
import { runCli } from '../support/cli.ts';
import { pagesOf, startSite, type LocalSite } from '../support/local-site.ts';

const page = (title: string, ...links: string[]) =>
  `<!doctype html><title>${title}</title><main><h1>${title}</h1><p>All about ${title.toLowerCase()} in the cellar.</p>${links
    .map((link) => `<a href="${link}">${link}</a>`)
    .join('')}</main>`;

const site: Record<string, string> = {
  '/robots.txt': 'User-agent: *\nDisallow: /docs/secret/',
  '/sitemap.xml': '',
  '/docs/': page('Start', 'heat.html', 'old/steam.html', 'secret/vault.html'),
  '/docs/heat.html': page('Heat', 'deep/pipes.html'),
  '/docs/deep/pipes.html': page('Pipes'),
  '/docs/old/steam.html': page('Steam'),
  '/docs/secret/vault.html': page('Vault'),
  '/docs/unlinked.html': page('Unlinked'),
};

let server: LocalSite;
let base: string;
let asked: string[] = [];

beforeAll(async () => {
  const answer = pagesOf(site);
  server = await startSite((request, response) => {
    asked.push(request.url!);
    answer(request, response);
  });
  base = server.url;
  const entry = `<url><loc>${base}/docs/unlinked.html</loc></url>`;
  site['/sitemap.xml'] = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entry}</urlset>`;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => server.close());

/** What `pincite add` says, and the titles of what is stored then. */
async function crawl(...flags: string[]) {
  const cwd = await mkdtemp(join(tmpdir(), 'pincite-crawl-'));
  const env = { PINCITE_LOADING_ALLOW_ADDRESSES: '["loopback"]' };
  const added = await runCli(['add', `${base}/docs/`, ...flags], { cwd, env });
  const kb = await openKnowledgeBase({ store: `sqlite:${join(cwd, '.pincite')}` });
  const titles = (await kb.documents()).map(({ title }) => title).sort();
  await kb.close();
  await rm(cwd, { recursive: true });
  return { ...added, titles };
}

const fast = ['--crawl', '--delay', '0'];

it('reads a site as far as it is told to, and as robots.txt allows', async () => {
  const near = await crawl(...fast, '--depth', '1', '--exclude', '/docs/old/**');
  expect(near.code).toBe(0);
  expect(near.titles).toEqual(['Heat', 'Start']);
  expect(asked).toContain('/robots.txt');
  expect(asked).not.toContain('/docs/secret/vault.html');
  expect((await crawl(...fast)).titles).toEqual(['Heat', 'Pipes', 'Start', 'Steam']);
});

it('reads what the sitemap lists, or beside its start only what is included', async () => {
  expect((await crawl(...fast, '--sitemap')).titles).toContain('Unlinked');
  expect((await crawl(...fast, '--include', '/docs/old/**')).titles).toEqual(['Start', 'Steam']);
});

it('says what was left out, and refuses flags that belong to no crawl', async () => {
  const { stdout } = await crawl(...fast, '--max-pages', '1');
  expect(stdout).toContain('Stopped at maxPages (1)');
  const cwd = await mkdtemp(join(tmpdir(), 'pincite-crawl-'));
  const refused = await runCli(['add', `${base}/docs/`, '--depth', '3'], { cwd });
  await rm(cwd, { recursive: true });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('There is nothing to crawl');
});
