import { isoDate } from '../../metadata/dates.ts';
import { fileDate } from '../../metadata/file-date.ts';
import { firstPageOf, frontOf, type Paged } from '../../metadata/first-page.ts';

const date = String.raw`(?:\d{1,2}(?:st|nd|rd|th)?\s+\p{L}{3,9}\.?,?\s+\d{4}|\p{L}{3,9}\.?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4}|\d{4}-\d\d-\d\d)`;
/** A date, `Thursday, 5 March 2020`, `Dated 5 March 2020`, `(Rev. March 2020)`. */
const alone = new RegExp(String.raw`^\(?(?:dated\s+|\p{L}+[.:,]\s*)?(${date})\)?$`, 'iu');
/** A line that goes on with the end of a period. */
const unfinished = /\b(?:ended|ending|period|from|to|until|of|at)$/i;
/** At the beginning of a release: `Oslo, 5 March 2020 – `. */
const dateline = new RegExp(String.raw`^\p{Lu}[^\n]{0,60}?[,(]\s*(${date})\)?\s*[–—/(-]`, 'mu');
/** Beside a signature, also in a cell. */
const signed = new RegExp(String.raw`(?:^|\| )dated?:\s+(${date})(?=[ \t]*(?:\||$))`, 'gimu');
const copyright = /(?:©|\bcopyright\b)[^\n]{0,40}?(?:19|20)\d\d(?:\s?[-–,]\s?(?:19|20)\d\d)*/giu;

/** Files made longer than this after what they say of their date are copies. */
const copiedAfterDays = 180;

/**
 * When the document was written: the only date on a line of its own of the first page; else when the file was made, unless that is long
 * after the date of a release, of the last signature, or of the notice of copyright, which is taken then; no date where the title names an
 * older year.
 *
 * @param stamp when the file was made, ISO 8601.
 */
export function documentDate(paged: Paged, stamp: string | undefined): string | undefined {
  const firstPage = firstPageOf(paged);
  const known = (found: readonly (string | undefined)[]) =>
    found
      .map(isoDate)
      .filter((one) => one !== undefined && (stamp === undefined || daysBetween(one, stamp) > -2))
      .toSorted() as string[];
  const onFirst = [...new Set(known(ownLines(firstPage)))];
  if (onFirst.length === 1) return stamp?.startsWith(onFirst[0]!) ? stamp : onFirst[0];
  const [said] = [
    known([dateline.exec(firstPage)?.[1]]),
    known([...paged.text.matchAll(signed)].map(([, one]) => one)),
    known([...frontOf(paged).matchAll(copyright)].flatMap(([one]) => one.match(/(?:19|20)\d\d/g) ?? [])),
  ].flatMap((found) => found.slice(-1));
  if (stamp === undefined) return said;
  return said !== undefined && daysBetween(endOf(said), stamp) > copiedAfterDays
    ? said
    : fileDate(stamp, paged);
}

function ownLines(page: string): (string | undefined)[] {
  const lines = page
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.map((line, index) =>
    unfinished.test(lines[index - 1] ?? '') ? undefined : alone.exec(line)?.[1],
  );
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The last day of a year, as good as that of a month. */
const endOf = (said: string) => (said.length === 4 ? `${said}-12-31` : said);
