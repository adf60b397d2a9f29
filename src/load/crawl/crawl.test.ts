import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { startSite, type LocalSite } from '../../../test/support/local-site.ts';
import { crawl, type CrawlEvent } from './crawl.ts';
import { crawlSchema } from './crawl-options.ts';
import { pageFacts } from './page-facts.ts';

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}
/** Replies by path; a string is a page. What is not there is 404. */
type Site = Readonly<Record<string, string | Reply>>;

let server: LocalSite | undefined;
let requests: string[] = [];

async function serve(
  site: Site,
  onRequest: (request: IncomingMessage) => void = () => undefined,
): Promise<string> {
  requests = [];
  server = await startSite((request, response) => {
    requests.push(request.url!);
    onRequest(request);
    const found = site[request.url!] ?? { status: 404 };
    const { status = 200, headers, body } = typeof found === 'string' ? { body: found } : (found as Reply);
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
  return server.url;
}

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const link = (...targets: string[]) => targets.map((target) => `<a href="${target}">x</a>`).join('');

const urlset = (...locations: string[]) =>
  `<?xml version="1.0"?><urlset>${locations.map((loc) => `<url><loc>${loc}</loc></url>`).join('')}</urlset>`;

async function events(
  start: string,
  options: Parameters<typeof crawlSchema.parse>[0] = {},
  signal?: AbortSignal,
): Promise<CrawlEvent[]> {
  const checked = crawlSchema.parse({ delayMs: 0, ...(options as object) });
  const access = {
    maxBytes: 100_000,
    isAllowed: () => true,
    factsOf: pageFacts,
    ...(signal ? { signal } : {}),
  };
  const all: CrawlEvent[] = [];
  for await (const event of crawl(start, checked, access)) all.push(event);
  return all;
}

/** Paths of pages, and what else came. */
function summary(found: readonly CrawlEvent[], base: string) {
  return {
    pages: found.flatMap((event) => (event.kind === 'page' ? event.page.url.replace(base, '') : [])),
    failed: found.flatMap((event) =>
      event.kind === 'failed' ? event.error.message.replaceAll(base, '') : [],
    ),
    notes: found.flatMap((event) => (event.kind === 'note' ? event.text.replaceAll(base, '') : [])),
  };
}

async function crawled(site: Site, start: string, options: Parameters<typeof crawlSchema.parse>[0] = {}) {
  const base = await serve(site);
  return summary(await events(`${base}${start}`, options), base);
}

describe('crawl', () => {
  it('reads each page below the start once, nearest first', async () => {
    const site = {
      '/docs/': link(
        'b.html',
        'a.html#part',
        '/docs/a.html?utm_source=x',
        '/other',
        'https://example.org/',
        'x.png',
      ),
      '/docs/a.html': link('deep/c.html', './', 'mailto:me@example.org', 'javascript:void(0)'),
      '/docs/b.html': link('a.html'),
      '/docs/deep/c.html': link('d.html'),
      '/docs/deep/d.html': 'too deep',
    };
    expect(await crawled(site, '/docs/')).toEqual({
      pages: ['/docs/', '/docs/b.html', '/docs/a.html', '/docs/deep/c.html'],
      failed: [],
      notes: [],
    });
    expect(requests).toEqual(['/robots.txt', '/docs/', '/docs/b.html', '/docs/a.html', '/docs/deep/c.html']);
  });

  it('goes as deep as it is told', async () => {
    const site = { '/': link('/1'), '/1': link('/2'), '/2': link('/3'), '/3': '' };
    expect((await crawled(site, '/', { depth: 0 })).pages).toEqual(['/']);
    server?.close();
    expect((await crawled(site, '/', { depth: 3 })).pages).toEqual(['/', '/1', '/2', '/3']);
  });

  it('stops at the number of pages, and says so', async () => {
    const { pages, notes } = await crawled({ '/': link('/1', '/2', '/3'), '/1': '', '/2': '' }, '/', {
      maxPages: 2,
    });
    expect(pages).toEqual(['/', '/1']);
    expect(notes).toEqual(['/: Stopped at maxPages (2); 2 more addresses were found.']);
  });

  it('stops at the limit of bytes and of time', async () => {
    const site = { '/': link('/1'), '/1': '' };
    expect((await crawled(site, '/', { maxBytes: 5 })).notes).toEqual([
      '/: Stopped at maxBytes (5); 1 more address was found.',
    ]);
    server?.close();
    const slow = await crawled(site, '/', { delayMs: 60_000, timeoutMs: 2000 });
    expect(slow).toMatchObject({
      pages: ['/'],
      notes: ['/: Stopped at timeoutMs (2000); 1 more address was found.'],
    });
  });

  it('goes on after a page that fails', async () => {
    const { pages, failed } = await crawled({ '/': link('/gone', '/b'), '/b': '' }, '/');
    expect(pages).toEqual(['/', '/b']);
    expect(failed).toEqual(['/gone answered 404 Not Found.']);
  });

  it('asks a busy server once more', async () => {
    const busy = { status: 503, headers: { 'retry-after': '0' } };
    const site: Record<string, string | Reply> = { '/': link('/a', '/b', '/c'), '/a': busy, '/b': busy };
    site['/c'] = { status: 429, headers: { 'retry-after': '86400' } };
    const base = await serve(site, ({ url }) => {
      if (url === '/a' && requests.filter((path) => path === '/a').length === 2) site['/a'] = 'here';
    });
    expect(summary(await events(base), base)).toMatchObject({
      pages: ['/', '/a'],
      failed: ['/b answered 503 Service Unavailable.', '/c answered 429 Too Many Requests.'],
    });
    expect(requests.filter((path) => path === '/c')).toHaveLength(1);
  });

  it('does not ask a busy server before it says, also where the time is over first', async () => {
    const busy = { status: 503, headers: { 'retry-after': '60' } };
    const { failed } = await crawled({ '/': busy }, '/', { timeoutMs: 20_000 });
    expect(failed).toEqual(['/ answered 503 Service Unavailable.']);
    expect(requests).toEqual(['/robots.txt', '/']);
  });

  it('follows a start that has moved, and a redirect to a page that is wanted', async () => {
    const site = {
      '/old': { status: 301, headers: { location: '/docs/' } },
      '/docs/': link('moved', 'left', 'round'),
      '/docs/moved': { status: 302, headers: { location: '/docs/new' } },
      '/docs/left': { status: 302, headers: { location: '/login' } },
      '/docs/round': { status: 302, headers: { location: '/docs/round' } },
      '/docs/new': '',
    };
    expect(await crawled(site, '/old')).toMatchObject({ pages: ['/docs/', '/docs/new'], failed: [] });
    expect(requests).not.toContain('/login');
  });

  it.each(['/image.png', '/'])('says when the start leads to %s, no page', async (location) => {
    const { failed } = await crawled({ '/': { status: 302, headers: { location } } }, '/');
    expect(failed).toEqual(['/ leads to no page that can be read.']);
  });

  it('keeps what include and exclude say', async () => {
    const site = {
      '/': link('/docs/a', '/docs/v1/b', '/blog/c'),
      '/docs/a': '',
      '/docs/v1/b': '',
      '/blog/c': '',
    };
    const options = { include: ['/docs/**', '/blog/*'], exclude: ['/docs/v1/**'] };
    expect((await crawled(site, '/', options)).pages).toEqual(['/', '/docs/a', '/blog/c']);
  });

  it('says when nothing lies below the start', async () => {
    const { notes } = await crawled({ '/docs/intro.html': link('/a', '/b') }, '/docs/intro.html');
    expect(notes).toEqual([
      '/docs/intro.html: 2 addresses were found, but none below the start: include says what to read.',
    ]);
  });

  it('reads a page under the address that it calls its own', async () => {
    const own = '<link rel=canonical href="/page">';
    const { pages, notes } = await crawled(
      { '/': link('/page?print=1'), '/page?print=1': own, '/page': own },
      '/',
    );
    expect(pages).toEqual(['/', '/page']);
    expect(notes).toEqual(['/: /page?print=1 left out: it gives another address as its own.']);
  });

  it('reads a page whose own address leads back to it', async () => {
    const own = '<link rel=canonical href="/docs">';
    const site = {
      '/docs/': own + link('/docs/a/'),
      '/docs': { status: 301, headers: { location: '/docs/' } },
      '/docs/a/': '<link rel=canonical href="/docs/a">',
      '/docs/a': { status: 301, headers: { location: '/docs/a/' } },
    };
    expect(await crawled(site, '/docs/')).toEqual({ pages: ['/docs/', '/docs/a/'], failed: [], notes: [] });
  });

  it('reads one of two pages that name one another', async () => {
    const site = {
      '/': link('/a'),
      '/a': '<link rel=canonical href="/b">',
      '/b': '<link rel=canonical href="/a">',
    };
    expect((await crawled(site, '/')).pages).toEqual(['/', '/b']);
  });

  it('honours noindex and nofollow, of pages, links and servers', async () => {
    const site = {
      '/': link('/list', '/closed', '/server') + '<a rel="nofollow" href="/ad">x</a>',
      '/list': `<meta name=robots content=noindex>${link('/item')}`,
      '/closed': `<meta name=pincite content=nofollow>${link('/hidden')}`,
      '/server': { headers: { 'x-robots-tag': 'none' }, body: link('/hidden') },
      '/item': '',
    };
    const { pages, notes } = await crawled(site, '/');
    expect(pages).toEqual(['/', '/closed', '/item']);
    expect(notes).toEqual(['/: /list, /server left out: it asks not to be indexed.']);
  });

  it('leaves out formats that are not read, but not where the start is one', async () => {
    const site = { '/': link('/image'), '/image': { headers: { 'content-type': 'image/png' }, body: 'x' } };
    expect(await crawled(site, '/')).toMatchObject({
      failed: [],
      notes: ['/: /image left out: its format is not read.'],
    });
    server?.close();
    expect((await crawled(site, '/image')).failed).toEqual(['/image is an image (image/png).']);
  });

  it('sends the password of the start to its server', async () => {
    const seen: (string | undefined)[] = [];
    const base = await serve({ '/': link('/a'), '/a': '' }, ({ headers }) =>
      seen.push(headers.authorization),
    );
    const found = await events(base.replace('http://', 'http://me:secret@'));
    expect(summary(found, base).pages).toEqual(['/', '/a']);
    expect(seen.slice(1)).toEqual([`Basic ${btoa('me:secret')}`, `Basic ${btoa('me:secret')}`]);
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it('stops when it is aborted, also while it waits', async () => {
    const controller = new AbortController();
    const base = await serve({ '/': link('/a') }, ({ url }) => {
      if (url === '/') setTimeout(() => controller.abort(new Error('enough')), 20);
    });
    await expect(events(base, { delayMs: 60_000 }, controller.signal)).rejects.toThrow();
    expect(requests).toEqual(['/robots.txt', '/']);
  });

  it.each(['file:///etc/', 'nothing'])('refuses to start at %s', async (start) => {
    expect(summary(await events(start), '').failed[0]).toContain('is no http or https address');
  });

  it('does not reach private networks', async () => {
    const base = await serve({ '/': 'secret' });
    const all: CrawlEvent[] = [];
    for await (const event of crawl(base, crawlSchema.parse({}), { maxBytes: 1000, factsOf: pageFacts }))
      all.push(event);
    const hint = expect.stringContaining('loading.allow') as string;
    expect(all).toMatchObject([{ kind: 'failed', error: { context: { address: '127.0.0.1' }, hint } }]);
    expect(requests).toEqual([]);
  });
});

describe('robots.txt', () => {
  const pages = { '/': link('/a', '/private/b'), '/a': '', '/private/b': '' };

  it('is obeyed, its rules for us before those for all', async () => {
    const robots = 'User-agent: *\nDisallow: /\n\nUser-agent: Pincite/2.0\nDisallow: /private\n';
    const found = await crawled({ ...pages, '/robots.txt': robots }, '/');
    expect(found.pages).toEqual(['/', '/a']);
    expect(found.notes).toEqual(['/: /private/b left out: robots.txt of the site forbids it.']);
    expect(requests).not.toContain('/private/b');
  });

  it('that forbids the start ends the crawl', async () => {
    const found = await crawled({ ...pages, '/robots.txt': 'User-agent: *\nDisallow: /' }, '/');
    expect(found.failed).toEqual(['/ is not crawled: robots.txt of the site forbids it.']);
    expect(requests).toEqual(['/robots.txt']);
  });

  it('that cannot be had ends the crawl, one that is not there does not', async () => {
    const broken = await crawled({ ...pages, '/robots.txt': { status: 503 } }, '/');
    expect(broken.failed).toEqual([' is not crawled, because its robots.txt could not be read.']);
    server?.close();
    expect((await crawled({ ...pages, '/robots.txt': { status: 429 } }, '/')).failed).toHaveLength(1);
    server?.close();
    expect((await crawled({ ...pages, '/robots.txt': { status: 403 } }, '/')).pages).toHaveLength(3);
  });

  it('says how long to wait', async () => {
    const times: number[] = [];
    const robots = 'User-agent: *\nCrawl-delay: 1';
    const base = await serve({ ...pages, '/robots.txt': robots }, () => times.push(performance.now()));
    await events(base);
    expect(times).toHaveLength(4);
    expect(times[2]! - times[1]!).toBeGreaterThan(500);
    expect(times[3]! - times[2]!).toBeGreaterThan(500);
  });
});

describe('sitemaps', () => {
  it('named by robots.txt give the pages, an index and packed ones too', async () => {
    const site: Record<string, string | Reply> = {
      '/docs/a': link('/docs/unlisted'),
      '/docs/b?x=1&y=2': '',
      '/docs/c?x=1&y=2': '',
    };
    const base = await serve(site);
    site['/robots.txt'] = `Sitemap: ${base}/index.xml`;
    site['/index.xml'] =
      `<sitemapindex><sitemap><loc>${base}/1.xml.gz</loc></sitemap><sitemap><loc>${base}/gone.xml</loc></sitemap></sitemapindex>`;
    site['/1.xml.gz'] = {
      headers: { 'content-type': 'application/gzip' },
      body: gzipSync(
        urlset(
          `${base}/docs/a`,
          ` ${base}/docs/b?x=1&amp;y=2\n`,
          `${base}/docs/c?x=1&#38;y=2`,
          `${base}/blog`,
          'https://example.org/docs/',
        ),
      ),
    };
    expect(summary(await events(`${base}/docs/`, { sitemap: true }), base)).toEqual({
      pages: ['/docs/a', '/docs/b?x=1&y=2', '/docs/c?x=1&y=2'],
      failed: [],
      notes: [],
    });
  });

  it('are looked for at /sitemap.xml, or are the start', async () => {
    const site: Record<string, string> = { '/a': '' };
    const base = await serve(site);
    site['/sitemap.xml'] = urlset(`<![CDATA[${base}/a]]>`);
    site['/other.xml'] = `${base}/a\n`;
    expect(summary(await events(base, { sitemap: true }), base).pages).toEqual(['/a']);
    expect(summary(await events(`${base}/other.xml`, { sitemap: true }), base).pages).toEqual(['/a']);
  });

  it('are not asked for once the time is over', async () => {
    const site: Record<string, string> = {};
    const base = await serve(site);
    const further = Array.from({ length: 20 }, (_, index) => `${base}/${index}.xml`);
    site['/sitemap.xml'] = urlset(...further).replaceAll('urlset', 'sitemapindex');
    const found = await events(base, { sitemap: true, delayMs: 60_000, timeoutMs: 2000 });
    expect(summary(found, base).failed).toEqual([' has no sitemap that lists pages.']);
    expect(requests).toEqual(['/robots.txt', '/sitemap.xml']);
  });

  it('that are missing are told', async () => {
    expect((await crawled({ '/': '' }, '/', { sitemap: true })).failed).toEqual([
      ' has no sitemap that lists pages.',
    ]);
  });
});
