import type { Bibliography } from '../../../types.ts';
import { authorsOfFile, isOfProgram, isPerson, realAuthors } from '../../metadata/authors.ts';
import { isoDate, noYear } from '../../metadata/dates.ts';
import type { Paged } from '../../metadata/first-page.ts';
import { isJunkTitle } from '../../metadata/title.ts';
import type { PdfInfo } from '../content.ts';
import { documentDate } from './document-date.ts';
import { organisationOf } from './organisation.ts';

/**
 * What the information dictionary says and, where it says nothing of use, XMP does; of date, publisher and author what the pages say
 * goes first.
 */
export function bibliographyOf(info: PdfInfo, paged: Paged): Partial<Bibliography> {
  const { xmp } = info;
  const { text } = paged;
  const organisation = organisationOf(paged);
  const tools = [info.creator, info.producer, ...(xmp?.tools ?? [])];
  /** Of a journal or book, whose publisher says who wrote it. */
  const isPublished = Boolean(xmp?.doi ?? xmp?.containerTitle);
  const authors = (names: string[]) => {
    const said = authorsOfFile(names, { tools, text });
    return realAuthors(names, { tools, text }).filter(
      (name) => said.includes(name) || (isPublished && isPerson(name)),
    );
  };
  const title = [info.title, xmp?.title]
    .map(clean)
    .find((found) => !isJunkTitle(found) && !isOfProgram(found, { tools, text }));
  const description = clean(info.subject) || clean(xmp?.description);
  const stamp = pdfDate(info.created) ?? isoDate(xmp?.created);
  const dateCreated = documentDate(paged, stamp);
  const creators = firstFilled(
    authors(list(info.author, /;|(?<!\s)\s+and\s+/)),
    authors(listed(xmp?.creators)),
    organisation?.isAuthor ? [organisation.name] : [],
  );
  const subjects = firstFilled(list(info.keywords, /[;,]/), listed(xmp?.subjects));
  const [containerTitle, doi] = [xmp?.containerTitle, xmp?.doi].map(clean);
  const publisher = clean(xmp?.publisher) || organisation?.name;
  return {
    ...(title === undefined ? {} : { title }),
    ...(creators.length > 0 ? { creators } : {}),
    ...(subjects.length > 0 ? { subjects } : {}),
    ...(description ? { description } : {}),
    ...(dateCreated ? { dateCreated } : {}),
    ...(publisher ? { publisher } : {}),
    ...(containerTitle ? { containerTitle } : {}),
    ...(doi ? { doi } : {}),
  };
}

function firstFilled(...lists: string[][]): string[] {
  return lists.find((names) => names.length > 0) ?? [];
}

/** Some programs write all names into one item of a list. */
function listed(values: readonly string[] = []): string[] {
  return values.flatMap((value) => list(value, /;/));
}

/** What ReportLab writes where nobody says a title, an author or a subject. */
const unsaid = /^\((?:anonymous|unspecified)\)$/;

function clean(value: string | undefined): string {
  return (value ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(unsaid, '');
}

function list(value: string | undefined, separator: RegExp): string[] {
  return clean(value)
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/**
 * A PDF date, `D:YYYYMMDDHHmmSSOHH'mm'` with everything after the year optional, in ISO 8601 to the precision
 * given; undefined when it is no date.
 */
export function pdfDate(value: string | undefined): string | undefined {
  const match =
    /^(?:D:)?(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:Z|([+-])(\d{2})'?(\d{2})?)?)?)?)?/.exec(
      value?.trim() ?? '',
    );
  if (!match || match[1] === noYear) return undefined;
  const [, year, month, day, hour, minute, second = '00', sign, zoneHour, zoneMinute = '00'] = match;
  const date = [year, month, day].filter((part) => part !== undefined).join('-');
  if (Number.isNaN(Date.parse(date))) return undefined;
  if (hour === undefined) return date;
  const zone = sign ? `${sign}${zoneHour}:${zoneMinute}` : /Z/.test(value ?? '') ? 'Z' : '';
  const instant = `${date}T${hour}:${minute}:${second}${zone}`;
  return Number.isNaN(Date.parse(instant)) ? date : instant;
}
