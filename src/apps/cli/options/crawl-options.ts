import { ConfigError, type DocumentInput } from '../../../index.ts';
import { given } from './overrides.ts';

export interface CrawlFlags {
  readonly crawl?: boolean;
  readonly depth?: number;
  readonly maxPages?: number;
  readonly sitemap?: boolean;
  readonly include?: string[];
  readonly exclude?: string[];
  readonly delay?: number;
}

/**
 * What flags say of a crawl; undefined without `--crawl`.
 * @throws ConfigError when they say something of a crawl that is not wanted.
 */
export function crawlOptions({ crawl, delay: delayMs, ...flags }: CrawlFlags): DocumentInput['crawl'] {
  const { depth, maxPages, sitemap, include, exclude } = flags;
  const said = given({ depth, maxPages, sitemap, include, exclude, delayMs });
  if (crawl) return said;
  if (Object.keys(said).length === 0) return undefined;
  throw new ConfigError('There is nothing to crawl', { hint: 'Add --crawl to read the site below a URL.' });
}
