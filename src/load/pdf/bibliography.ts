import type { Bibliography } from '../../types.ts';
import { isJunkTitle } from '../title.ts';
import type { PdfInfo } from './content.ts';

const junkCreator = /^(?:anonymous|unknown|user|owner|admin(?:istrator)?|array\(.*\))$/i;

/** What the information dictionary says, with titles left out that programs wrote in want of one. */
export function bibliographyOf(info: PdfInfo): Partial<Bibliography> {
  const title = clean(info.title);
  const description = clean(info.subject);
  const dateCreated = isoDate(info.created);
  const creators = list(info.author, /;|\s+and\s+/);
  const subjects = list(info.keywords, /[;,]/);
  return {
    ...(isJunkTitle(title) ? {} : { title }),
    ...(creators.length > 0 ? { creators } : {}),
    ...(subjects.length > 0 ? { subjects } : {}),
    ...(description ? { description } : {}),
    ...(dateCreated ? { dateCreated } : {}),
  };
}

function clean(value: string | undefined): string {
  return (value ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function list(value: string | undefined, separator: RegExp): string[] {
  return clean(value)
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '' && !junkCreator.test(item));
}

/**
 * A PDF date, `D:YYYYMMDDHHmmSSOHH'mm'` with everything after the year optional, in ISO 8601 to the precision
 * given; undefined when it is no date.
 */
export function isoDate(value: string | undefined): string | undefined {
  const match =
    /^(?:D:)?(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(\d{2})(\d{2})?(?:Z|([+-])(\d{2})'?(\d{2})?)?)?)?)?/.exec(
      value?.trim() ?? '',
    );
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00', sign, zoneHour, zoneMinute = '00'] = match;
  const date = [year, month, day].filter((part) => part !== undefined).join('-');
  if (Number.isNaN(Date.parse(date))) return undefined;
  if (hour === undefined) return date;
  const zone = sign ? `${sign}${zoneHour}:${zoneMinute}` : /Z/.test(value ?? '') ? 'Z' : '';
  const instant = `${date}T${hour}:${minute}:${second}${zone}`;
  return Number.isNaN(Date.parse(instant)) ? date : instant;
}
