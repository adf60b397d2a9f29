const months = 'january february march april may june july august september october november december'.split(
  ' ',
);

/**
 * A date as documents write it to ISO 8601, as precise as it is given (`2024`, `2024-05`, `2024-05-17`, or an
 * instant), or undefined. Reads ISO dates with `-` or `/`, English month names, and mail dates; never the
 * ambiguous `1/2/2024`.
 */
export function isoDate(value: string | undefined): string | undefined {
  const text = value?.trim() ?? '';
  const numeric = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2}))?)?(?:[T ](.*))?$/.exec(text);
  if (numeric) return fromNumbers(text, numeric);
  const day = /^(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?\s+([a-z]{3,9})\.?,?\s+(\d{4})\b/i.exec(text);
  if (day) return fromParts(day[3], monthNumber(day[2]), day[1]);
  const month = /^([a-z]{3,9})\.?\s+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?(\d{4})\b/i.exec(text);
  return month ? fromParts(month[3], monthNumber(month[1]), month[2]) : undefined;
}

function fromNumbers(text: string, [, year, month, day, time]: RegExpExecArray): string | undefined {
  const date = fromParts(year, month === undefined ? undefined : Number(month), day);
  const isInstant =
    time !== undefined && /^\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/.test(time);
  return date && isInstant ? text.replace(' ', 'T') : date;
}

function monthNumber(name: string | undefined): number {
  return months.findIndex((month) => name !== undefined && month.startsWith(name.toLowerCase())) + 1;
}

/** What programs write where they have no date. */
export const noYear = '0000';

function fromParts(year: string | undefined, month?: number, day?: string): string | undefined {
  if (year === noYear) return undefined;
  if (month === undefined) return year;
  if (month < 1 || month > 12) return undefined;
  const date = `${year}-${String(month).padStart(2, '0')}`;
  if (day === undefined) return date;
  return Number(day) >= 1 && Number(day) <= 31 ? `${date}-${day.padStart(2, '0')}` : undefined;
}

const isoForm =
  /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?)?)?$/;

/** Whether that is how ISO 8601 writes a year, a month, a day or an instant that there is. */
export function isIsoDate(text: string): boolean {
  if (!isoForm.test(text) || Number.isNaN(Date.parse(text))) return false;
  const day = text.slice(0, 10);
  return new Date(day).toISOString().startsWith(day); // Date.parse rolls 31 February over to March
}
