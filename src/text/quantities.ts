import { calendarOf } from './words/calendar.ts';
import { alternatives, phrasePattern, wordEnd, wordStart } from './words/phrases.ts';
import { knownLanguages, wordsOf } from './words/words-of.ts';
import type { NumberNames } from './words/words.ts';

/** A number as it is meant: with sign, scale, unit and limit. */
export interface Quantity {
  /** The number times its scale: 5 million is 5,000,000. */
  readonly value: number;
  /** The number alone; in a table the scale stands in the header. */
  readonly bare: number;
  /** `million`, where it is said with the number. */
  readonly scale: number;
  /** One name for all ways of writing a unit; `undefined` where none is known to stand there. */
  readonly unit: string | undefined;
  /** `at least` and the like; `undefined` for a number that is what it is. */
  readonly bound?: 'least' | 'more' | 'most' | 'less' | undefined;
}

/** The unit of a date's day and month: 504 is 4 May. */
export const dayOfYear = 'day of the year';
export const monthOfYear = 'month of the year';

const currencies = 'USD EUR GBP JPY CHF CNY INR AUD CAD'.split(' ');
const money = new Set(currencies);
const measures =
  'percent second minute hour day week month year millimeter centimeter meter kilometer inch foot mile gram kilogram pound ounce milliliter liter celsius fahrenheit degree kilobyte megabyte gigabyte terabyte'.split(
    ' ',
  );
/** In any language; small and capital letters differ. */
const symbols: Readonly<Record<string, string>> = {
  '%': 'percent', '‰': 'per mille', 's': 'second', 'h': 'hour', 'min': 'minute', 'mm': 'millimeter', 'cm': 'centimeter', 'm': 'meter', 'km': 'kilometer',
  'mg': 'milligram', 'g': 'gram', 'kg': 'kilogram', 't': 'ton', 'ml': 'milliliter', 'mL': 'milliliter', 'l': 'liter', 'L': 'liter', 'V': 'volt', 'W': 'watt', 'kW': 'kilowatt',
  'MW': 'megawatt', 'kWh': 'kilowatt hour', 'MWh': 'megawatt hour', 'Hz': 'hertz', '°C': 'celsius', '°F': 'fahrenheit', '°': 'degree', 'kB': 'kilobyte', 'KB': 'kilobyte', 'MB': 'megabyte',
  'GB': 'gigabyte', 'TB': 'terabyte', 'US$': 'USD', '$': 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₹': 'INR', 'A$': 'AUD', 'C$': 'CAD',
}; // prettier-ignore
/** Beside the last digit: 2.5K, 5M users, $3B. */
const letterScales: Readonly<Record<string, number>> = { K: 1e3, k: 1e3, M: 1e6, B: 1e9 };

interface Lexicon {
  readonly units: ReadonlyMap<string, string>;
  readonly scales: ReadonlyMap<string, number>;
  readonly numbers: ReadonlyMap<string, number>;
  readonly ordinals: ReadonlySet<string>;
  readonly months: ReadonlyMap<string, number>;
  readonly decimal: string;
  readonly pattern: RegExp;
  readonly datePattern: RegExp;
}

const lexicons = new Map<string, Lexicon>();

function lexiconOf(language: string): Lexicon {
  const known = lexicons.get(language) ?? readLexicon(language);
  lexicons.set(language, known);
  return known;
}

const counts = [1, 2, 5, 11, 100];
const listed = (list: string) => list.split('|').filter(Boolean);

/** What `Intl` calls a part of a formatted number, for several numbers, since names bend with them. */
function namesIn(part: string, language: string, options: Intl.NumberFormatOptions): string[] {
  const format = new Intl.NumberFormat(language, options);
  return counts.flatMap((count) =>
    format
      .formatToParts(count)
      .flatMap(({ type, value }) => (type === part ? [value.replace(/\.$/, '')] : [])),
  );
}

const measured = new Map<string, readonly string[]>();

function namesOfMeasure(unit: string, language: string): readonly string[] {
  const key = `${language} ${unit}`;
  const known =
    measured.get(key) ??
    (['long', 'short'] as const).flatMap((unitDisplay) =>
      namesIn('unit', language, { style: 'unit', unit, unitDisplay }),
    );
  measured.set(key, known);
  return known;
}

/** Single letters are symbols. */
const isNameOfUnit = (name: string): boolean => name.length > 1 || !/[a-z]/i.test(name);

/** The language as `Intl` knows it; English where it does not. */
function supported(code: string): string {
  const language = code.replace(/[^\w-].*/s, '') || 'en';
  if (knownLanguages.includes(language)) return language; // asking `Intl` the first time takes longer than a search
  return Intl.NumberFormat.supportedLocalesOf(language)[0] ?? 'en';
}

function readLexicon(code: string): Lexicon {
  const language = supported(code);
  const words = wordsOf(language);
  const units = new Map<string, string>();
  const add = (unit: string, names: readonly string[]) => {
    for (const name of names.filter(isNameOfUnit))
      units.set(name.toLowerCase(), units.get(name.toLowerCase()) ?? unit);
  };
  for (const [unit, names] of Object.entries(words.units)) add(unit, listed(names));
  for (const currency of currencies) {
    add(currency, [
      currency,
      ...namesIn('currency', language, {
        style: 'currency',
        currency,
        currencyDisplay: 'name',
        maximumFractionDigits: 0,
      }),
    ]);
  }
  for (const unit of measures) add(unit, namesOfMeasure(unit, language));
  const scales = new Map<string, number>();
  for (const [scale, names] of Object.entries(words.scales))
    for (const name of listed(names)) scales.set(name, Number(scale));
  const { numbers, ordinals, ...ones } = readNumbers(words.numbers);
  const months = readMonths(language);
  const decimal =
    new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
  return {
    units, scales, numbers, ordinals, months, decimal,
    pattern: numberPattern({ units: [...units.keys()], scales: [...scales.keys()], numbers: [...numbers.keys()], ...ones }),
    datePattern: datePattern([...months.keys()]),
  }; // prettier-ignore
}

function readNumbers(names: NumberNames | undefined) {
  const numbers = new Map<string, number>();
  if (names === undefined) return { numbers, ordinals: new Set<string>(), one: [], article: [] };
  const small = names.small.split(' ').map((word) => word.replaceAll('_', ' '));
  for (const [index, word] of small.entries()) numbers.set(word, index + 2);
  const digits = [names.joinedOne, ...small.slice(0, 8)];
  for (const [index, ten] of names.tens.split(' ').entries()) {
    numbers.set(ten, 10 * (index + 2));
    for (const [digit, word] of digits.entries())
      numbers.set(names.join(ten, word), 10 * (index + 2) + digit + 1);
  }
  const ordinals = names.ordinals.split(' ').filter(Boolean);
  for (const [index, word] of ordinals.entries()) numbers.set(word, index + 1);
  return {
    numbers,
    ordinals: new Set(ordinals),
    one: listed(names.one),
    article: listed(names.article ?? ''),
  };
}

/** A numeral is no name. */
function readMonths(language: string): Map<string, number> {
  const months = new Map<string, number>();
  for (const [index, names] of calendarOf(language).months.entries()) {
    for (const name of names.filter((each) => /^\p{L}{3}/u.test(each))) {
      for (const form of [name, capital(name)]) months.set(form, months.get(form) ?? index + 1);
    }
  }
  return months;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const digits = String.raw`\p{Nd}+(?:[.,'’\u00a0\u202f\u066b\u066c]\p{Nd}+)*|[¼½¾⅓⅔]`;
const signs = String.raw`(?:US|A|C)\$|\p{Sc}|(?:${currencies.join('|')})(?= ?\p{Nd})`;

interface Names {
  readonly units: readonly string[];
  readonly scales: readonly string[];
  readonly numbers: readonly string[];
  readonly one: readonly string[];
  readonly article: readonly string[];
}

const anyCase = (names: readonly string[]) =>
  alternatives([...names, ...names.map(capital), ...names.map((name) => name.toUpperCase())]) || '(?!)';

/** Words of letters are found in any case, symbols of units and letters for scales as they are. */
function numberPattern({ units, scales, numbers, one, article }: Names): RegExp {
  const scale = String.raw`(?:${anyCase(scales)})${wordEnd}\.?`;
  const unit = String.raw`(?:${anyCase(units)}|${alternatives(Object.keys(symbols))})${wordEnd}`;
  return new RegExp(
    String.raw`(?<![\p{N}.,]|\p{L}-)${wordStart}(?<sign>[-−](?=[\p{Sc}\p{Nd}]))?(?<currency>${signs})?\s?` +
      String.raw`(?<number>${digits}|(?:${anyCase(numbers)})${wordEnd}|(?:${anyCase(one)})(?=[ -](?:${scale}|(?:${anyCase(units)})${wordEnd}))|(?:${anyCase(article)})(?= ${scale}))` +
      String.raw`(?:(?:st|nd|rd|th)${wordEnd})?(?:(?<letter>[KkMB])(?![\p{L}\p{N}])|[ \u00a0-]?(?<scale>${scale}))?(?:[ \u00a0-]?(?<unit>${unit}))?`,
    'gu',
  );
}

/** `4 May`, `4th of May`, `4 de mayo`, `May 4`, `May 2027`, `2027-05-04`, `5月4日`. */
function datePattern(months: readonly string[]): RegExp {
  const month = `(?:${alternatives(months) || '(?!)'})${wordEnd}`;
  const day = String.raw`(?<!\p{Nd}[.,]?)(?:\p{Nd}{1,2})`;
  return new RegExp(
    String.raw`(?<dayBefore>${day})(?:st|nd|rd|th|er|º|\.)?[ \u00a0](?:(?:of|de) )?(?<monthAfter>${month})|` +
      String.raw`${wordStart}(?<monthBefore>${month})\.? (?:(?<dayAfter>\p{Nd}{1,2})(?:st|nd|rd|th)?(?![\p{N}])|(?=,? ?(?:de )?\p{Nd}{4}))|` +
      String.raw`(?<!\p{N})\p{Nd}{4}-(?<isoMonth>\p{Nd}{2})-(?<isoDay>\p{Nd}{2})(?!\p{N})|(?<numeralMonth>\p{Nd}{1,2})月(?:(?<numeralDay>\p{Nd}{1,2})日)?`,
    'gu',
  );
}

/** Which of the first two is the month is not known: such dates are compared as they are written. */
const slashed = /(?<![\p{N}/])\p{Nd}{1,2}\/\p{Nd}{1,2}\/(?:\p{Nd}{4}|\p{Nd}{2})(?![\p{N}/])/gu;

/**
 * The numbers of a text in order, with what stands with them, and behind them the dates. A name with digits in it (`B12`, `PD-1`) is no
 * number.
 *
 * @param language ISO 639-1; English unless given.
 */
export function quantitiesOf(text: string, language = 'en'): Quantity[] {
  const lexicon = lexiconOf(language);
  const numbers = Array.from(text.matchAll(lexicon.pattern), (match): Quantity => {
    const { sign, currency, number = '', scale = '', letter = '', unit = '' } = match.groups!;
    const read = numberOf(number, lexicon);
    const bare = (sign === undefined ? 1 : -1) * read.value;
    const factor = lexicon.scales.get(scale.toLowerCase().replace(/\.$/, '')) ?? letterScales[letter] ?? 1;
    const end = match.index + match[0].length;
    const named = nameOfUnit(currency ?? unit, lexicon);
    return {
      value: bare * factor,
      bare,
      scale: factor,
      unit: read.unit ?? named,
      bound: boundOf(text, [match.index, end], language),
    };
  });
  const multiples = Object.entries(wordsOf(language).multiples).flatMap(([factor, list]) =>
    Array.from(text.matchAll(phrasePattern(list)), () => plain(Number(factor), 'times')),
  );
  return [...numbers, ...multiples, ...datesOf(text, lexicon)];
}

const plain = (value: number, unit: string): Quantity => ({ value, bare: value, scale: 1, unit });

function datesOf(text: string, { months, datePattern: pattern }: Lexicon): Quantity[] {
  const dates = Array.from(text.matchAll(pattern), ({ groups = {} }) => {
    const numeral = groups['isoMonth'] ?? groups['numeralMonth'];
    const name = groups['monthAfter'] ?? groups['monthBefore'] ?? '';
    const month = numeral === undefined ? months.get(name)! : Number(asciiDigits(numeral));
    const day = groups['dayBefore'] ?? groups['dayAfter'] ?? groups['isoDay'] ?? groups['numeralDay'];
    const whole = day === undefined ? [] : [plain(100 * month + Number(asciiDigits(day)), dayOfYear)];
    return [plain(month, monthOfYear), ...whole];
  });
  const others = Array.from(text.matchAll(slashed), ([date]) =>
    plain(Number(asciiDigits(date).replaceAll('/', '')), 'slashed date'),
  );
  return [...dates.flat(), ...others];
}

/** How far before a number its limit may stand, in characters, and how far behind it. */
const [reachBefore, reachBehind] = [40, 20];

function boundOf(text: string, [start, end]: readonly [number, number], language: string): Quantity['bound'] {
  const { bounds } = wordsOf(language);
  const before = text.slice(Math.max(0, start - reachBefore), start);
  const behind = text.slice(end, end + reachBehind);
  const found = (Object.keys(bounds) as (keyof typeof bounds)[]).flatMap((kind) => {
    const last = [...before.matchAll(phrasePattern(bounds[kind]))].at(-1);
    const first = [...behind.matchAll(phrasePattern(bounds[kind]))][0];
    const isNear =
      last !== undefined &&
      /^(?:\s+\p{L}+|\p{Script=Han}{1,3})?[\s\p{Sc}]*$/u.test(before.slice(last.index + last[0].length));
    if (isNear) return [{ kind, length: last[0].length }];
    return first !== undefined && /^[\s,]*$/.test(behind.slice(0, first.index))
      ? [{ kind, length: first[0].length }]
      : [];
  });
  return found.toSorted((a, b) => b.length - a.length)[0]?.kind;
}

/** The text with a space for each date's day and month. */
export function withoutDates(text: string, language = 'en'): string {
  return text.replaceAll(lexiconOf(language).datePattern, ' ');
}

/** The text with a space for each quantity and date. */
export function withoutQuantities(text: string, language = 'en'): string {
  return withoutDates(text, language).replaceAll(lexiconOf(language).pattern, ' ');
}

/** The units that a text names anywhere, such as a table's header: `in millions`, `$`, `%`. */
function unitsNamed(text: string, language: string): Set<string> {
  const lexicon = lexiconOf(language);
  const names = text.match(/(?:US|A|C)\$|°[CF]?|[%\p{Sc}]|\p{L}{2,}/gu) ?? [];
  return new Set(names.flatMap((name) => nameOfUnit(name, lexicon) ?? []));
}

function scalesNamed(text: string, language: string): Set<number> {
  const { scales } = lexiconOf(language);
  return new Set(
    (text.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap(
      (name) => scales.get(name) ?? scales.get(name.replace(/s$/, '')) ?? [],
    ),
  );
}

const times = ['minute', 'hour', 'day', 'week', 'month', 'year'];

/** What units of time from a minute on are called in a language, in small letters. */
export function namesOfTimes(code: string): ReadonlySet<string> {
  const language = supported(code);
  const { units } = wordsOf(language);
  const names = times.flatMap((unit) => [...listed(units[unit] ?? ''), ...namesOfMeasure(unit, language)]);
  return new Set(names.filter(isNameOfUnit).map((name) => name.toLowerCase()));
}

/** Whether a unit is a currency. */
export const isMoney = (unit: string): boolean => money.has(unit);

/** Whether a number alone may be a year. */
export const isYear = (value: number): boolean => Number.isInteger(value) && value >= 1000 && value <= 2999;

const nameOfUnit = (name: string, { units }: Lexicon): string | undefined =>
  symbols[name] ?? units.get(name.toLowerCase().replaceAll(/\s+/g, ' '));

/** Versions and sections such as `1.2.3` are compared by their digits. */
function numberOf(
  text: string,
  { numbers, ordinals, decimal }: Lexicon,
): { readonly value: number; readonly unit?: string } {
  const word = text.toLowerCase();
  const value = numbers.get(word);
  if (value !== undefined) return ordinals.has(word) ? { value, unit: 'ordinal' } : { value };
  if (!/\p{N}/u.test(text)) return { value: 1 };
  const ascii = asciiDigits(text.normalize('NFKC'))
    .replaceAll(/[\s'’٬]/g, '')
    .replaceAll('٫', '.');
  if (ascii.includes('⁄')) {
    const [above = 0, below = 1] = ascii.split('⁄').map(Number);
    return { value: above / below };
  }
  const marks = ascii.match(/[.,]/g) ?? [];
  const last = marks.at(-1);
  const isGrouped =
    marks.length > 0 &&
    (marks.length > 1 || last !== decimal) &&
    /^\d{1,3}(?:[.,]\d{3})+$/.test(ascii) &&
    new Set(marks).size === 1;
  const whole = isGrouped
    ? ascii.replaceAll(/[.,]/g, '')
    : last === undefined
      ? ascii
      : ascii.replaceAll(last === ',' ? '.' : ',', '').replace(',', '.');
  const read = Number(whole);
  return Number.isFinite(read)
    ? { value: read }
    : { value: Number(ascii.replaceAll(/\D/g, '')), unit: 'dotted' };
}

/** Arabic digits begin at U+0660 and U+06F0, those of Devanagari at U+0966. */
function asciiDigits(text: string): string {
  return text.replaceAll(/[٠-٩۰-۹०-९]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String((code & 15) - (code < 0x966 ? 0 : 6));
  });
}

/** `| Net debt | 6,057 |`, `Net debt  $ 6,057`: no sentence, and its scale and unit may stand elsewhere. */
const row = /^\s*\||\p{Nd}[\s)%|]*$/u;

interface Written extends Quantity {
  readonly inRow: boolean;
}

/**
 * What of a claim's numbers the evidence does not have: a value, its unit, or the limit that it is. A number in a row of a table may leave out its
 * unit and scale: then they are those that the evidence names anywhere, as in a header; where none stands anywhere, the digits count.
 */
export function missingQuantity(
  claim: string,
  evidence: readonly string[],
  language = 'en',
): Quantity | undefined {
  const written = evidence.flatMap((text) =>
    text
      .split('\n')
      .flatMap((line): Written[] =>
        quantitiesOf(line, language).map((quantity) => ({ ...quantity, inRow: row.test(line) })),
      ),
  );
  const said = evidence.join('\n');
  const named = { units: unitsNamed(said, language), scales: scalesNamed(said, language) };
  return quantitiesOf(claim, language).find((wanted) => {
    const alike = written.filter(
      (quantity) => isSameValue(wanted, quantity, named) && isSameUnit(wanted, quantity, named),
    );
    return !alike.some((quantity) => quantity.inRow || quantity.bound === wanted.bound);
  });
}

interface Named {
  readonly units: ReadonlySet<string>;
  readonly scales: ReadonlySet<number>;
}

function isSameValue(wanted: Quantity, written: Written, { scales }: Named): boolean {
  if (Math.abs(wanted.value - written.value) <= 1e-9 * Math.abs(wanted.value)) return true;
  if (wanted.bare !== written.bare || written.scale !== 1) return false;
  return scales.has(wanted.scale) || (written.inRow && scales.size === 0);
}

function isSameUnit({ unit }: Quantity, written: Written, { units }: Named): boolean {
  if (unit === undefined || written.unit === unit) return true;
  if (written.unit !== undefined) return false;
  return units.has(unit) || (written.inRow && isMoney(unit) && ![...units].some(isMoney));
}
