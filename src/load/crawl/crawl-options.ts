import { z } from 'zod';

const globs = z.array(z.string().min(1));

/** Which pages of a site are read, and how gently. */
export const crawlSchema = z.strictObject({
  /** Links from the start to a page: 0 is the start alone. */
  depth: z.int().min(0).max(100).default(2),
  /** Pages to download. */
  maxPages: z.int().min(1).max(100_000).default(100),
  /** Paths to read, such as `/docs/**`, instead of those below the folder of the start. `*` stays within a folder. */
  include: globs.optional(),
  /** Paths to leave out. */
  exclude: globs.default([]),
  /** Read the pages that the site's sitemap lists instead of following links. */
  sitemap: z.boolean().default(false),
  /** Least time between two requests, in milliseconds; the site's own crawl-delay where that is longer. */
  delayMs: z.int().min(0).max(3_600_000).default(200),
  /** For the whole crawl, in milliseconds. */
  timeoutMs: z.int().min(1).max(86_400_000).default(3_600_000),
  /** Of all pages together. */
  maxBytes: z
    .int()
    .min(1)
    .default(2 ** 30),
});
export type CrawlOptions = z.output<typeof crawlSchema>;
