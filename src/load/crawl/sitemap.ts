import { gunzipSync } from 'node:zlib';
import { LimitExceededError, LoadError } from '../../errors.ts';
import { decodeEntities } from '../office/xml.ts';
import { fetchUrl, type FetchOptions } from '../source/fetch-url.ts';

/** What the protocol allows a sitemap. */
const maxBytes = 52_428_800;
const maxAddresses = 50_000;

export interface Sitemap {
  readonly pages: readonly string[];
  /** Addresses of further sitemaps, where it is an index. */
  readonly sitemaps: readonly string[];
}

/**
 * @throws LoadError when it cannot be downloaded or unpacked; LimitExceededError when it is larger than the protocol allows.
 * @see https://www.sitemaps.org/protocol.html
 */
export async function fetchSitemap(url: string, options: Omit<FetchOptions, 'maxBytes'>): Promise<Sitemap> {
  const { bytes } = await fetchUrl(url, { ...options, maxBytes, anyType: true });
  return parseSitemap(new TextDecoder().decode(unpacked(bytes, url)));
}

/** XML or lines of text. Read without an XML parser: many sitemaps are not well-formed. */
function parseSitemap(text: string): Sitemap {
  const isXml = /^\s*</.test(text);
  const found = isXml
    ? Array.from(text.matchAll(/<loc>([^<]*(?:<!\[CDATA\[[^<\]]*)?)/g), ([, loc]) => loc!)
    : text.split('\n');
  const addresses = found
    .map((entry) => decodeEntities(entry.replace('<![CDATA[', '')).trim())
    .filter((address) => /^https?:/i.test(address) && URL.canParse(address))
    .slice(0, maxAddresses);
  const isIndex = isXml && /<sitemapindex\b/.test(text);
  return isIndex ? { pages: [], sitemaps: addresses } : { pages: addresses, sitemaps: [] };
}

function unpacked(bytes: Uint8Array, url: string): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    const isLarge = error instanceof RangeError;
    const context = { url, ...(isLarge ? { limit: 'maxBytes', maxBytes } : {}) };
    if (isLarge)
      throw new LimitExceededError(`${url} is larger than ${maxBytes} bytes.`, { context, cause: error });
    throw new LoadError(`${url} is damaged: it cannot be unpacked.`, { context, cause: error });
  }
}
