import { type Paged, frontPages } from './first-page.ts';

/** Of a document without pages, as much as its first one may have. */
const firstChars = 3000;
const years = /(?<![\p{N}.,])(?:19|20)\p{Nd}{2}(?!\p{N}|[.,]\p{N})/gu;
/** `(Li, 1996; Ray et al., 2003)`: years of other works. */
const otherWorks = /\([^()]*[\p{L}.],\s(?:19|20)\p{Nd}{2}[^()]*\)/gu;
/** Longer lines are running text, whose years that are much older are those of laws and of foundings. */
const longestTitle = 200;
const mostYearsBack = 15;
/** A report of a year is written in the next. */
const yearsLater = 1;

/**
 * When a file was made, where that may be when its document was written: not before nor long after all years that the first page with any
 * names. Such a file was made from an older one, or is a copy.
 *
 * @param stamp ISO 8601.
 */
export function fileDate(stamp: string | undefined, paged: Paged): string | undefined {
  if (stamp === undefined) return undefined;
  const made = Number(stamp.slice(0, 4));
  const named = firstPages(paged)
    .map((page) => yearsOf(page, made))
    .find((page) => page.length > 0);
  if (named === undefined) return stamp;
  return made >= Math.min(...named) && made <= Math.max(...named) + yearsLater ? stamp : undefined;
}

function firstPages({ text, pages }: Paged): string[] {
  if (pages.length === 0) return [text.slice(0, firstChars)];
  return pages.slice(0, frontPages).map(({ charStart, charEnd }) => text.slice(charStart, charEnd));
}

function yearsOf(page: string, made: number): number[] {
  return page.split('\n').flatMap((line) => {
    const isTitle = line.length <= longestTitle;
    const found = ((isTitle ? line : line.replaceAll(otherWorks, ' ')).match(years) ?? []).map(Number);
    return isTitle ? found : found.filter((year) => made - year <= mostYearsBack);
  });
}
