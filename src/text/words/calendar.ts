import { wordsOf } from './words-of.ts';

/** What a language calls its months and the days of the week, in the forms that texts have, without the dot of a short one. */
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
  const { months, days } = wordsOf(language);
  if (months === undefined || days === undefined) return calendarOfIntl(language);
  return { months: formsIn(months), days: formsIn(days) };
}

const formsIn = (list: string): string[][] => list.split(' ').map((forms) => forms.split('/'));

const shapes = ['long', 'short'] as const;

/** As `Intl` writes them alone and in a date of the calendar of January and February. */
export function calendarOfIntl(language: string): Calendar {
  const months = shapes.flatMap((month) => [{ month }, { month, day: 'numeric' as const }]);
  return {
    months: namesOf('month', language, { shapes: months, dates: datesOf2024(12, (at) => [at, 15]) }),
    days: namesOf('weekday', language, {
      shapes: shapes.map((weekday) => ({ weekday })),
      dates: datesOf2024(7, (at) => [0, at + 1]),
    }),
  };
}

const datesOf2024 = (count: number, dayOf: (at: number) => [month: number, day: number]): Date[] =>
  Array.from({ length: count }, (_, at) => new Date(Date.UTC(2024, ...dayOf(at))));

function namesOf(
  part: 'month' | 'weekday',
  language: string,
  { shapes: all, dates }: { shapes: readonly Intl.DateTimeFormatOptions[]; dates: readonly Date[] },
): string[][] {
  const formats = all.map(
    (shape) => new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { ...shape, timeZone: 'UTC' }),
  );
  return dates.map((date) => {
    const names = formats.flatMap((format) =>
      format
        .formatToParts(date)
        .flatMap(({ type, value }) => (type === part ? [value.replace(/\.$/, '')] : [])),
    );
    return [...new Set(names)];
  });
}
