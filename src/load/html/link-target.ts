import { attribute, findElement, type HtmlDocument } from './tree.ts';

/** What relative links of a page are relative to: its `<base>`, or else where it comes from. */
export function baseOf<Url extends string | undefined>(document: HtmlDocument, url: Url): string | Url {
  const base = findElement(document, ({ tagName }) => tagName === 'base');
  const href = base && attribute(base, 'href')?.trim();
  return href && URL.canParse(href, url) ? new URL(href, url).href : url;
}

/**
 * Where a link leads: absolute where the base is known, else as it stands. Undefined for scripts and what else is no place to
 * go to.
 */
export function linkTarget(href: string | undefined, base: string | undefined): string | undefined {
  const target = href?.replaceAll(/[\t\n\r]/g, '').replaceAll(/^[\0- ]+|(?<![\0- ])[\0- ]+$/g, '');
  if (!target) return undefined;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(target)?.[1];
  if (scheme !== undefined && !/^(?:https?|mailto|tel|ftp)$/i.test(scheme)) return undefined;
  return base !== undefined && URL.canParse(target, base) ? new URL(target, base).href : target;
}
