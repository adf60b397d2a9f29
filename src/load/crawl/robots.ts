import { LoadError } from '../../errors.ts';
import { fetchUrl, type FetchOptions, userAgent } from '../source/fetch-url.ts';

/** What a site lets programs read. */
export interface RobotsRules {
  readonly isAllowed: (url: string) => boolean;
  /** Time that it wants between two requests. */
  readonly crawlDelayMs: number;
  /** Addresses of sitemaps. */
  readonly sitemaps: readonly string[];
}

const maxBytes = 2 ** 20;

/**
 * Reads the robots.txt of a site. One that is not there allows everything; one that cannot be had forbids it.
 * @throws LoadError when the server fails or cannot be reached.
 * @see https://www.rfc-editor.org/rfc/rfc9309
 */
export async function fetchRobots(
  origin: string,
  options: Omit<FetchOptions, 'maxBytes'>,
): Promise<RobotsRules> {
  const url = `${origin}/robots.txt`;
  const text = await robotsText(url, { ...options, maxBytes, anyType: true });
  const parser = await import('robots-parser');
  // Its types are written for a module whose default export is called by that name.
  const parse = parser.default as unknown as typeof parser.default.default;
  const rules = parse(url, text);
  return {
    isAllowed: (address) => rules.isAllowed(address, userAgent) ?? false,
    crawlDelayMs: Math.max(0, 1000 * (rules.getCrawlDelay(userAgent) ?? 0)),
    sitemaps: rules.getSitemaps().filter((address) => URL.canParse(address)),
  };
}

async function robotsText(url: string, options: FetchOptions): Promise<string> {
  try {
    return new TextDecoder().decode((await fetchUrl(url, options)).bytes);
  } catch (error) {
    options.signal?.throwIfAborted();
    const { address, status } = error instanceof LoadError ? error.context : {};
    if (address !== undefined) throw error; // is not public
    if (typeof status === 'number' && status >= 400 && status < 500 && status !== 429) return '';
    throw new LoadError(`${new URL(url).origin} is not crawled, because its robots.txt could not be read.`, {
      hint: 'Try again later, or add single pages by their addresses.',
      context: { url },
      cause: error,
    });
  }
}
