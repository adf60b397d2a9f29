import { knownLanguages, wordsOf } from './words-of.ts';

/** What a language calls its months and the days of the week, without the dot of a short one; a numeral is no name. */
export interface Calendar {
  /** Twelve lists, from January on. */
  readonly months: readonly (readonly string[])[];
  /** Seven lists, from Monday on. */
  readonly days: readonly (readonly string[])[];
}

const calendars = new Map<string, Calendar>();

/**
 * @param language ISO 639-1. Of one that has no words here, `Intl` tells the names: its first call of that kind takes as long as a
 * search.
 */
export function calendarOf(language: string): Calendar {
  const known = calendars.get(language) ?? readCalendar(language);
  calendars.set(language, known);
  return known;
}

function readCalendar(language: string): Calendar {
  // A region may have names of its own: `Jänner` in Austria.
  const { calendar } = knownLanguages.includes(language) ? wordsOf(language) : { calendar: undefined };
  if (calendar === undefined) return calendarOfIntl(language);
  return { months: formsIn(calendar.months), days: formsIn(calendar.days) };
}

const formsIn = (list: string): string[][] => list.split(' ').map((forms) => forms.split('/'));

const shapes = ['long', 'short'] as const;

/** As `Intl` writes them alone and in a date of the Gregorian calendar. */
export function calendarOfIntl(language: string): Calendar {
  const months = shapes.flatMap((month) => [{ month }, { month, day: 'numeric' as const }]);
  return {
    months: namesOf('month', language, { shapes: months, dates: daysOf2024(12, (at) => [at, 15]) }),
    days: namesOf('weekday', language, {
      shapes: shapes.map((weekday) => ({ weekday })),
      dates: daysOf2024(7, (at) => [0, at + 1]),
    }),
  };
}

const daysOf2024 = (count: number, dayOf: (at: number) => [month: number, day: number]): Date[] =>
  Array.from({ length: count }, (_, at) => new Date(Date.UTC(2024, ...dayOf(at))));

function namesOf(
  part: 'month' | 'weekday',
  language: string,
  { shapes: all, dates }: { shapes: readonly Intl.DateTimeFormatOptions[]; dates: readonly Date[] },
): string[][] {
  const formats = all.map(
    (shape) => new Intl.DateTimeFormat(language, { ...shape, calendar: 'gregory', timeZone: 'UTC' }),
  );
  return dates.map((date) => {
    const names = formats.flatMap((format) =>
      format
        .formatToParts(date)
        .flatMap(({ type, value }) =>
          type === part && !/^\p{Nd}+$/u.test(value) ? [value.replace(/\.$/, '')] : [],
        ),
    );
    return [...new Set(names)];
  });
}

/** The months of the calendar that the language's country goes by, where it is another one. */
export function ownMonths(language: string): string[] {
  if (knownLanguages.includes(language)) return [];
  const format = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
  if (format.resolvedOptions().calendar === 'gregory') return [];
  return daysOf2024(12, (at) => [at, 15]).map((date) => format.format(date));
}
