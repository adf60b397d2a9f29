import { type Paged, frontPages } from './first-page.ts';

/** Of a document without pages, as much as its first one may have. */
const firstChars = 3000;
const years = /(?<![\p{N}.,])(?:19|20)\p{Nd}{2}(?!\p{N}|[.,]\p{N})/gu;
/** Lines at the top that may be the title, and characters of one; sentences are none. */
const titleLines = 3;
const longestTitle = 100;
const sentence = /[.!?。！？]["”’»)]*$/u;
/** Years in titles that are much older are those of laws and of foundings. */
const mostYearsBack = 15;
/** A report of a year is written in the next. */
const yearsLater = 1;

/**
 * When a file was made, where that may be when its document was written: not where the title names a year more than one before it, and the
 * first page none later than that. Such a file was made from an older one, or is a copy. Other years are of laws, terms and plans.
 *
 * @param stamp ISO 8601.
 */
export function fileDate(stamp: string | undefined, paged: Paged): string | undefined {
  if (stamp === undefined) return undefined;
  const made = Number(stamp.slice(0, 4));
  const page = firstPage(paged);
  const isOlder =
    yearsIn(titleOf(page)).some((year) => made - year <= mostYearsBack) &&
    yearsIn(page).every((year) => year + yearsLater < made);
  return isOlder ? undefined : stamp;
}

/** The first with text: one before it may be a picture. */
function firstPage({ text, pages }: Paged): string {
  if (pages.length === 0) return text.slice(0, firstChars);
  const front = pages.slice(0, frontPages).map(({ charStart, charEnd }) => text.slice(charStart, charEnd));
  return front.find((page) => page.trim() !== '') ?? '';
}

function titleOf(page: string): string {
  const lines = page.split('\n').map((line) => line.trim());
  const first = lines.filter((line) => /\p{L}/u.test(line)).slice(0, titleLines);
  return first.filter((line) => line.length <= longestTitle && !sentence.test(line)).join('\n');
}

const yearsIn = (text: string): number[] => (text.match(years) ?? []).map(Number);
