import { calendarOf } from './words/calendar.ts';
import { alternatives, wordEnd, wordStart } from './words/phrases.ts';

/** `2014-03-31`, `2014/3/31`, `2014年3月31日`; `31.3.2014`, `31/03/14`. */
const numeric =
  /(?<![\p{N}./-])(?:(?<year>\p{Nd}{4})(?:[-/.]|年)(?<month>\p{Nd}{1,2})(?:[-/.]|月)(?<day>\p{Nd}{1,2})日?|(?<first>\p{Nd}{1,2})(?<mark>[-/.])(?<second>\p{Nd}{1,2})\k<mark>(?<last>\p{Nd}{4}|\p{Nd}{2}))(?![\p{N}/-]|\.\p{N})/gu;

interface Names {
  /** Of each name of a month its number, 0…11. */
  readonly months: ReadonlyMap<string, number>;
  readonly pattern: RegExp;
}
const namesOf = new Map<string, Names>();

function namesIn(language: string): Names {
  const known = namesOf.get(language);
  if (known !== undefined) return known;
  const months = new Map(
    calendarOf(language).months.flatMap((names, month) =>
      names.map((name) => [name.toLowerCase(), month] as const),
    ),
  );
  const month = alternatives([...months.keys()]) || '(?!)';
  const pattern = new RegExp(
    String.raw`(?<!\p{Nd})(?<day>\p{Nd}{1,2})(?:st|nd|rd|th|er|º|\.)?[ \u00a0-](?:of |de |d’)?(?<month>${month})\.?[ \u00a0,-]{1,2}(?:de )?(?<year>\p{Nd}{4})(?!\p{Nd})|` +
      String.raw`${wordStart}(?<monthFirst>${month})${wordEnd}\.? (?<dayBehind>\p{Nd}{1,2})(?:st|nd|rd|th)?,? (?<yearBehind>\p{Nd}{4})(?!\p{Nd})`,
    'giu',
  );
  const names = { months, pattern };
  namesOf.set(language, names);
  return names;
}

interface DateParts {
  readonly day: number;
  /** 1…12. */
  readonly month: number;
  readonly year: number;
}

/**
 * A text with each date of day, month and year as `3 March 2014`, whatever form it had, so that equal dates have equal words. Where nothing
 * tells day and month apart (`3/4/2014`), it stays.
 *
 * @param written The language that names of months are read in.
 * @param language That which they are written in; ISO 639-1.
 */
export function withSpelledDates(text: string, written: string, language = written): string {
  if (!/\p{Nd}/u.test(text)) return text;
  const spell = ({ day, month, year }: DateParts, otherwise: string): string => {
    const name =
      (language === noMonths ? undefined : calendarOf(language).months[month - 1]?.[0]) ?? `${month}月`;
    return day >= 1 && day <= 31 && month >= 1 && month <= 12 ? `${day} ${name} ${year}` : otherwise;
  };
  const spelled = text.replaceAll(numeric, (whole, ...rest) => {
    const parts = numericParts(rest.at(-1) as Readonly<Record<string, string | undefined>>);
    return parts === undefined ? whole : spell(parts, whole);
  });
  const { months, pattern } = namesIn(written);
  return spelled.replaceAll(pattern, (whole, ...rest) => {
    const { day, month, year, monthFirst, dayBehind, yearBehind } = rest.at(-1) as Record<string, string>;
    const number = months.get((month ?? monthFirst)!.toLowerCase())!;
    return spell(
      { day: Number(day ?? dayBehind), month: number + 1, year: Number(year ?? yearBehind) },
      whole,
    );
  });
}

/** More languages than a query's documents have hardly any. */
const mostLanguages = 8;

/**
 * The other forms of the dates of a query, as documents may have them: `2014-03-31`, `31.03.2014`, `31 March 2014`.
 *
 * @param languages Of the documents, that of most first; ISO 639-1.
 */
export function otherFormsOfDates(query: string, languages: readonly string[]): string[] {
  if (!/\p{Nd}/u.test(query)) return [];
  const known = [...new Set([...languages.slice(0, mostLanguages), 'en'])];
  const dates = known.flatMap((language) =>
    Array.from(
      withSpelledDates(query, language, noMonths).matchAll(ofNoMonths),
      ([, day = '', month = '', year = '']) => ({ day, month, year }),
    ),
  );
  const forms = dates.flatMap(({ day, month, year }) => {
    const [twoDay, twoMonth] = [day.padStart(2, '0'), month.padStart(2, '0')];
    const [language = 'en'] = languages;
    return [
      withSpelledDates(`${year}-${month}-${day}`, language),
      `${year}-${twoMonth}-${twoDay}`,
      `${twoDay}.${twoMonth}.${year}`,
      `${day}.${month}.${year}`,
    ];
  });
  return [...new Set(forms)];
}

/** A language without names: its months are numbers. */
const noMonths = 'zxx';
const ofNoMonths = /(?<!\p{Nd})(\d{1,2}) (\d{1,2})月 (\d{4})(?!\p{Nd})/gu;

function numericParts(groups: Readonly<Record<string, string | undefined>>): DateParts | undefined {
  if (groups['year'] !== undefined) {
    return { year: Number(groups['year']), month: Number(groups['month']), day: Number(groups['day']) };
  }
  const [first, second] = [Number(groups['first']), Number(groups['second'])];
  const isFull = groups['last']!.length === 4 || groups['mark'] === '/';
  if (!isFull && !/^\p{Nd}{2}$/u.test(groups['first']!)) return undefined; // `1.2.34` is a version
  const isDayFirst = groups['mark'] === '.' || first > 12 || first === second;
  if (!isDayFirst && second <= 12) return undefined;
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  return { day, month, year: yearOf(groups['last']!) };
}

/** Of two digits those up to 68 are of this century, as POSIX has it. */
function yearOf(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year <= 68 ? 2000 + year : 1900 + year;
}
