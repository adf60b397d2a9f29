const isoDate = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/**
 * Milliseconds since 1970 of an ISO 8601 date (`2024-05-31`, midnight UTC) or instant with its time zone
 * (`2024-05-31T09:30:00+02:00`); `undefined` for every other string, which then compares as text.
 */
export function isoInstant(text: string): number | undefined {
  if (!isoDate.test(text)) return undefined;
  const day = text.slice(0, 10);
  const midnight = Date.parse(day);
  // Date.parse rolls 31 February over to March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return undefined;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
}

const units = ['y', 'M', 'w', 'd', 'h', 'm'] as const;
type Unit = (typeof units)[number];

const unitOfWord: Readonly<Record<string, Unit>> = { year: 'y', month: 'M', week: 'w', day: 'd', hour: 'h' };
const msOfUnit: Partial<Record<Unit, number>> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000 };

/** Such as `now`, `now-1y`, `now-2M+3d`. */
const fromNow = /^now((?:[+-]\d{1,6}[yMwdhm])*)$/;
/** Such as `last_year`, `last_90_days`. */
const lastOnes = /^last_(?:(\d{1,6})_)?([a-z]+?)s?$/;

export const relativeDateHint =
  'Write now, now-1y, now+90d (units: y, M for months, w, d, h, m for minutes), last_year or last_90_days.';

/** Whether a text means to be a date seen from now, well formed or not: `now and then` and `last_name` do not. */
export function isRelative(text: string): boolean {
  if (/^now(?:$|[+-])/.test(text)) return true;
  const [, unit = ''] = /^last_(?:[\d.,]+_)?([a-z]+?)s?$/.exec(text) ?? [];
  return Object.hasOwn(unitOfWord, unit);
}

/**
 * The instant, as ISO 8601, that a date seen from `now` (milliseconds since 1970) names; years and months are those of the
 * calendar in UTC. `last_90_days` is where these begin: `now-90d`. `undefined` for what is none.
 */
export function relativeInstant(text: string, now: number): string | undefined {
  const last = lastOnes.exec(text);
  const word = last?.[2] ?? '';
  const unit = Object.hasOwn(unitOfWord, word) ? unitOfWord[word] : undefined;
  const steps = unit === undefined ? fromNow.exec(text)?.[1] : `-${last?.[1] ?? 1}${unit}`;
  if (steps === undefined) return undefined;
  let instant = new Date(now);
  for (const [, count, of] of steps.matchAll(/([+-]\d+)([a-zA-Z])/g)) {
    instant = moved(instant, Number(count), of as Unit);
  }
  return Number.isNaN(instant.getTime()) ? undefined : isoOf(instant);
}

function moved(from: Date, count: number, unit: Unit): Date {
  const ms = msOfUnit[unit];
  if (ms !== undefined) return new Date(from.getTime() + count * ms);
  const to = new Date(from);
  const day = from.getUTCDate();
  to.setUTCMonth(from.getUTCMonth() + count * (unit === 'y' ? 12 : 1), 1);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(day, lastDay)); // a month before 31 March is the last day of February
  return to;
}

/** Years of four digits alone are dates to filters. */
function isoOf(instant: Date): string | undefined {
  const text = instant.toISOString();
  return /^\d{4}-/.test(text) ? text : undefined;
}
