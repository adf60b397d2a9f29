import { shownDigits } from './shown-digits.ts';

/** How a cell's number is meant. */
export type NumberKind = 'number' | 'percent' | 'date' | 'month' | 'year' | 'time' | 'duration';

/** What a cell's style says of its number. */
export interface NumberFormat {
  readonly kind: NumberKind;
  /** What is shown of a number that is no date, where the format says how many digits. */
  readonly shown?: ((value: number) => string | undefined) | undefined;
}

export const general: NumberFormat = { kind: 'number' };

/** Of those that every program knows by their number, the ones that show digits; which currency theirs is the file does not say. */
const builtInCodes: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0;(#,##0)',
  6: '#,##0;(#,##0)',
  7: '#,##0.00;(#,##0.00)',
  8: '#,##0.00;(#,##0.00)',
  9: '0%',
  10: '0.00%',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  41: '#,##0;(#,##0);-',
  42: '#,##0;(#,##0);-',
  43: '#,##0.00;(#,##0.00);-',
  44: '#,##0.00;(#,##0.00);-',
};

export function builtInFormat(id: number): NumberFormat {
  const code = builtInCodes[id];
  return code === undefined ? { kind: builtInKind(id) } : formatOf(code);
}

/** Of a format as it is written. */
export function formatOf(code: string): NumberFormat {
  const kind = kindOfCode(code);
  const isOfDigits = kind === 'number' || kind === 'percent';
  return isOfDigits ? { kind, shown: shownDigits(code.slice(0, mostCodeCharacters)) } : { kind };
}

/** Of the formats that every program knows by their number; East Asian ones included. */
function builtInKind(id: number): NumberKind {
  if (id === 17) return 'month';
  if ((id >= 14 && id <= 16) || id === 22 || (id >= 27 && id <= 31) || id === 36) return 'date';
  if (id >= 50 && id <= 58) return 'date';
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47) return 'time';
  return id === 46 ? 'duration' : 'number';
}

/** Excel writes no longer ones. */
const mostCodeCharacters = 255;

/** Of a format as it is written, such as `dd.mm.yyyy hh:mm` or `0.0%`. */
export function kindOfCode(code: string): NumberKind {
  const [positive = ''] = code.slice(0, mostCodeCharacters).split(';');
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return 'duration';
  // Of at most 255 characters.
  const bare = positive.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '');
  if (/general/i.test(bare)) return 'number';
  if (/y/i.test(bare) && !/[dhs]/i.test(bare)) return /m/i.test(bare) ? 'month' : 'year';
  if (/[yd]/i.test(bare) || (/m/i.test(bare) && !/[hs]/i.test(bare))) return 'date';
  if (/[hs]/i.test(bare)) return 'time';
  return bare.includes('%') ? 'percent' : 'number';
}

const daySeconds = 86_400;
/** Days from the beginning of 1900, as if that had been a leap year, to the beginning of 1970. */
const daysTo1970 = 25_569;
const daysTo1904 = 1462;
/** 9999-12-31. */
const lastDay = 2_958_465;

/**
 * A cell's number as text: dates as ISO 8601, everything else as its format shows it. Where that does not say how, shares as per cent, and
 * other numbers as exactly as they are stored, but for what calculating in binary fractions adds.
 */
export function numberText(source: string, { kind, shown }: NumberFormat, has1904Dates: boolean): string {
  const value = Number(source);
  if (source.trim() === '' || !Number.isFinite(value)) return source;
  const digits = shown?.(value);
  if (digits !== undefined) return digits;
  if (kind === 'percent') return `${plain(value * 100, value)}%`;
  if (kind === 'duration') return durationText(value);
  if (kind === 'time' && value >= 0 && value < 1) return timeText(value);
  const days = has1904Dates ? value + daysTo1904 : value;
  const isDate = days >= 0 && Math.round(days * daySeconds) < (lastDay + 1) * daySeconds;
  if (kind === 'number' || !isDate) return numberOf(source, value);
  const date = dateText(days);
  if (kind === 'year') return date.slice(0, 4);
  return kind === 'month' ? date.slice(0, 7) : date;
}

/** Programs keep so many digits of what is entered; what is behind them comes of binary fractions. */
const mostDigits = 15;
/**
 * A number of more digits was calculated, and sums and differences bring that into the last of the 15 too, behind zeros or nines: where
 * these fill so many characters that 13 digits are enough, it is left out. Of other numbers that is true of one in a million.
 */
const calculatedDigits = 13;
const fewestSpared = 8;

/** @param stored what is in the file, where that is not the value itself */
function plain(value: number, stored = value): string {
  const exact = rounded(value, mostDigits);
  if (rounded(stored, mostDigits) === String(stored)) return exact;
  const calculated = rounded(value, calculatedDigits);
  return exact.length - calculated.length >= fewestSpared ? calculated : exact;
}

const rounded = (value: number, digits: number): string => String(Number(value.toPrecision(digits)));

/** Digits that were entered as text, or by other programs, are not cut. */
function numberOf(source: string, value: number): string {
  return /^-?\d+$/.test(source.trim()) ? source.trim() : plain(value);
}

function dateText(days: number): string {
  const seconds = Math.round(days * daySeconds);
  // There was no 29 February 1900: days before it count one too many.
  const leapDays = seconds < 60 * daySeconds ? 1 : 0;
  const iso = new Date((seconds + (leapDays - daysTo1970) * daySeconds) * 1000).toISOString();
  const isWhole = seconds % daySeconds === 0;
  return isWhole ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${withoutZeroSeconds(iso.slice(11, 19))}`;
}

function timeText(days: number): string {
  return withoutZeroSeconds(new Date(Math.round(days * daySeconds) * 1000).toISOString().slice(11, 19));
}

const withoutZeroSeconds = (time: string) => time.replace(/:00$/, '');

/** Hours, minutes and seconds, also of more than a day. */
function durationText(days: number): string {
  const seconds = Math.round(Math.abs(days) * daySeconds);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (days < 0 ? '-' : '') + parts.map((part) => String(part).padStart(2, '0')).join(':');
}
