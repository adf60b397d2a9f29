import { LoadError, PinciteError } from '../../errors.ts';
import type { PoliteVisitor } from './polite-visitor.ts';

const maxSitemaps = 100;
const maxPages = 200_000;

/**
 * The addresses in the sitemaps of a site: those that its robots.txt names, or else `/sitemap.xml`; the start itself where it is a
 * sitemap. A sitemap among several that cannot be read is passed over, and so are those that the time of the crawl does not reach to.
 * @throws LoadError when no sitemap lists anything.
 */
export async function sitemapPages(start: string, visitor: PoliteVisitor): Promise<string[]> {
  const { origin, pathname } = new URL(start);
  const { sitemaps } = await visitor.rulesFor(start);
  const declared = sitemaps.length > 0 ? sitemaps : [`${origin}/sitemap.xml`];
  const queue = new Set(/\.xml(?:\.gz)?$/i.test(pathname) ? [start] : declared);
  const pages: string[] = [];
  let cause: unknown;
  for (const url of queue) {
    await visitor.turn();
    if (visitor.isOver) break;
    try {
      const sitemap = await visitor.sitemap(url);
      for (const page of sitemap.pages) if (pages.length < maxPages) pages.push(page);
      for (const further of sitemap.sitemaps) if (queue.size < maxSitemaps) queue.add(further);
    } catch (error) {
      if (!(error instanceof PinciteError)) throw error;
      cause = error;
    }
  }
  if (pages.length > 0) return pages;
  throw new LoadError(`${origin} has no sitemap that lists pages.`, {
    hint: 'Crawl without the sitemap: then the links of pages are followed.',
    context: { url: start, sitemaps: [...queue] },
    cause,
  });
}
