import type { CheckedCrawl } from './crawl-options.ts';

/** Tells the pages that belong to a crawl: of the start's site, and below its folder unless `include` says otherwise. */
export function scopeOf(
  start: string,
  { include, exclude }: Pick<CheckedCrawl, 'include' | 'exclude'>,
): (address: string) => boolean {
  const { origin, pathname } = new URL(start);
  const folder = folderOf(pathname);
  const wanted = include?.map(globPattern) ?? [globPattern(folder), globPattern(`${folder}/**`)];
  const unwanted = exclude.map(globPattern);
  return (address) => {
    if (address === start) return true;
    const url = new URL(address);
    const isNamed = (pattern: RegExp) => pattern.test(url.pathname);
    return url.origin === origin && wanted.some(isNamed) && !unwanted.some(isNamed);
  };
}

/** Without the slash at its end. A last name without a dot is a folder: `/docs` is read as `/docs/`. */
function folderOf(pathname: string): string {
  return pathname.replace(/\/[^/]*$/, (last) => (last.includes('.') ? '' : last)).replace(/\/$/, '');
}

/** `**` stands for anything, `*` for anything without a slash. */
function globPattern(glob: string): RegExp {
  const source = glob
    .replace(/^(?![/*])/, '/')
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\*{2,}/g, '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '.*');
  return new RegExp(`^${source}$`);
}
