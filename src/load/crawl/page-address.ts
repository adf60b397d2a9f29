import { shownAddress } from '../source/web-address.ts';

/** Longer addresses are traps more often than pages. */
const maxChars = 2000;
/** Parameters that say where a visitor comes from, not which page is meant. */
const tracking =
  /^(?:utm_\w+|mtm_\w+|pk_\w+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|mc_[ce]id|igshid|_hs(?:enc|mi)|_g[al])$/i;
const session = /;jsessionid=[^/;]*/gi;
/** Endings of what is no document: not worth a request. */
const otherEnding =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|mov|avi|og[gv]|wav|flac|woff2?|[ot]tf|eot|css|m?js|map|wasm|zip|t?gz|bz2|xz|zst|7z|rar|tar|jar|whl|exe|msi|dmg|pkg|deb|rpm|apk|iso)$/i;

/**
 * The address that a link leads to as one of a page: absolute, without fragment, user name and what only tracks visitors,
 * so that a page has one address. Undefined when it leads to no page.
 */
export function pageAddress(link: string, base: string): string | undefined {
  if (!URL.canParse(link, base)) return undefined;
  const url = new URL(shownAddress(new URL(link, base).href));
  if (!/^https?:$/.test(url.protocol) || otherEnding.test(url.pathname)) return undefined;
  url.pathname = url.pathname.replace(session, '');
  for (const name of [...url.searchParams.keys()].filter((key) => tracking.test(key))) {
    url.searchParams.delete(name);
  }
  return url.href.length <= maxChars ? url.href.replace(/\?$/, '') : undefined;
}
