import { z } from 'zod';

const globs = z.array(z.string().min(1));

/** Which pages of a site are read, and how gently. */
export interface CrawlOptions {
  /**
   * Links from the start to a page, 0 to 100: 0 is the start alone.
   * @default 2
   */
  readonly depth?: number;
  /**
   * Pages to download, 1 to 100,000.
   * @default 100
   */
  readonly maxPages?: number;
  /** Paths to read, such as `/docs/**`, instead of those below the folder of the start. `*` stays within a folder. */
  readonly include?: readonly string[];
  /**
   * Paths to leave out.
   * @default []
   */
  readonly exclude?: readonly string[];
  /**
   * Read the pages that the site's sitemap lists instead of following links.
   * @default false
   */
  readonly sitemap?: boolean;
  /**
   * Milliseconds between two requests, at least, 0 to 3,600,000; the site's own crawl-delay where that is longer.
   * @default 200
   */
  readonly delayMs?: number;
  /**
   * Milliseconds for the whole crawl, 1 to 86,400,000.
   * @default 3600000
   */
  readonly timeoutMs?: number;
  /**
   * Bytes of all pages together, 1 or more.
   * @default 1073741824
   */
  readonly maxBytes?: number;
}

export const crawlSchema = z.strictObject({
  depth: z.int().min(0).max(100).default(2),
  maxPages: z.int().min(1).max(100_000).default(100),
  include: globs.optional(),
  exclude: globs.default([]),
  sitemap: z.boolean().default(false),
  delayMs: z.int().min(0).max(3_600_000).default(200),
  timeoutMs: z.int().min(1).max(86_400_000).default(3_600_000),
  maxBytes: z
    .int()
    .min(1)
    .default(2 ** 30),
});
export type CheckedCrawl = z.output<typeof crawlSchema>;
