import { datesOf } from './dates.ts';
import { numberWordsOf, type NumberWords } from './number-words.ts';
import type { Quantity } from './quantity.ts';

const unitNames: Readonly<Record<string, string>> = {
  percent: '% percent pct per_cent prozent',
  point: 'percentage_point percentage_points percent_points pp prozentpunkt prozentpunkte prozentpunkten',
  basisPoint: 'basis_point basis_points bp bps basispunkt basispunkte',
  dollar: '$ us$ usd dollar dollars',
  euro: '€ eur euro euros',
  pound: '£ gbp pound pounds',
  yen: '¥ jpy yen',
  franc: 'chf',
  yuan: 'cny rmb yuan 元 人民币',
  rupee: '₹ inr rupee rupees',
  'Australian dollar': 'a$ aud',
  'Canadian dollar': 'c$ cad',
  second: 's sec secs second seconds sekunde sekunden',
  minute: 'min mins minute minutes minuten',
  hour: 'h hr hrs hour hours stunde stunden',
  day: 'day days tag tage tagen jour jours día días',
  week: 'week weeks woche wochen',
  month: 'month months monat monate monaten mois mes meses',
  year: 'yr yrs year years jahr jahre jahren an ans année années año años',
  mm: 'mm millimetre millimetres millimeter millimeters',
  cm: 'cm centimetre centimetres centimeter centimeters',
  m: 'm metre metres meter meters',
  km: 'km kilometre kilometres kilometer kilometers',
  inch: 'inch inches',
  foot: 'ft foot feet',
  mile: 'mile miles',
  mg: 'mg milligram milligrams',
  g: 'g gram grams',
  kg: 'kg kilogram kilograms',
  ton: 't ton tons tonne tonnes',
  ml: 'ml millilitre millilitres milliliter milliliters',
  l: 'l litre litres liter liters',
  celsius: '°c celsius',
  fahrenheit: '°f fahrenheit',
  degree: '° degree degrees',
  volt: 'v volt volts',
  watt: 'w watt watts',
  kw: 'kw kilowatt kilowatts',
  mw: 'mw megawatt megawatts',
  kwh: 'kwh',
  hz: 'hz hertz',
  morning: 'am',
  afternoon: 'pm',
  kb: 'kb kilobyte kilobytes',
  mb: 'mb megabyte megabytes',
  gb: 'gb gigabyte gigabytes',
};
const money = new Set(
  'dollar euro pound yen franc yuan rupee'.split(' ').concat('Australian dollar', 'Canadian dollar'),
);
const unitOf = new Map(
  Object.entries(unitNames).flatMap(([unit, names]) =>
    names.split(' ').map((name) => [name.replaceAll('_', ' '), unit] as const),
  ),
);
const scaleNames: Readonly<Record<number, string>> = {
  1e2: 'hundred hundert',
  1e3: 'thousand tausend mille mil',
  1e4: '万',
  1e6: 'million millions mn mio millionen millones',
  1e8: '亿',
  1e9: 'billion billions bn milliarde milliarden milliard milliards mrd',
  1e12: 'trillion trillions',
};
const scaleOf = new Map(
  Object.entries(scaleNames).flatMap(([scale, names]) =>
    names.split(' ').map((name) => [name, Number(scale)] as const),
  ),
);
/** Only after a sign of currency: `$5M` is no length. */
const moneyScales = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['b', 1e9],
]);
const decimalComma = new Set(['de', 'fr', 'es', 'it', 'pt', 'nl']);

const digits = String.raw`\p{Nd}+(?:[.,]\p{Nd}+)*|[¼½¾⅓⅔]`;
/** Scripts without spaces, where a letter beside a number is another word. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]`;
const wordStart = String.raw`(?<!(?!${unspaced})\p{L})`;
const wordEnd = String.raw`(?!(?!${unspaced})\p{L})`;
const scales = String.raw`(?:${[...scaleOf.keys()].join('|')}|(?<=\p{Sc}[\p{Nd}.,]*)[kmb])${wordEnd}`;
const units = String.raw`(?:${[...unitOf.keys()]
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replaceAll('$', String.raw`\$`))
  .join('|')})${wordEnd}`;
const currencies = String.raw`(?:US|A|C)\$|\p{Sc}|(?:USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|AUD|CAD)(?= ?\p{Nd})`;

/** A word for 1 is a number before a scale or unit only: else it stands for a person or a thing, or is an article. */
function compilePattern({ values, one }: NumberWords): RegExp {
  const words = [...values.keys()].sort((a, b) => b.length - a.length).join('|');
  return new RegExp(
    String.raw`(?<![\p{N}.,]|\p{L}-)${wordStart}(?<sign>[-−](?=[\p{Sc}\p{Nd}]))?(?<currency>${currencies})?\s?` +
      String.raw`(?<number>${digits}|(?:${words})${wordEnd}|(?:${one})(?=[ -](?:${scales}|${units})))` +
      String.raw`(?:(?:st|nd|rd|th)${wordEnd})?` +
      String.raw`(?:[ \u00a0-]?(?<scale>${scales})\.?)?(?:[ \u00a0-]?(?<unit>${units}))?`,
    'giu',
  );
}

const patterns = new Map<string, RegExp>();

function patternOf(language: string): RegExp {
  const pattern = patterns.get(language) ?? compilePattern(numberWordsOf(language));
  patterns.set(language, pattern);
  return pattern;
}

/**
 * The numbers of a text in order, with what stands with them; the months of dates are among them. A name with digits in it
 * (`B12`, `PD-1`) is no number.
 *
 * @param language ISO 639-1; numbers in words are read in English, German, French and Spanish.
 */
export function quantitiesOf(text: string, language = 'en'): Quantity[] {
  const numbers = Array.from(text.matchAll(patternOf(language)), ({ groups = {} }) => {
    const { sign, currency, number = '', scale = '', unit = '' } = groups;
    const read = numberOf(number.toLowerCase(), language);
    const bare = (sign === undefined ? 1 : -1) * read.value;
    const factor = scaleOf.get(scale.toLowerCase()) ?? moneyScales.get(scale.toLowerCase()) ?? 1;
    return { value: bare * factor, bare, scale: factor, unit: read.unit ?? nameOfUnit(currency ?? unit) };
  });
  return [...numbers, ...datesOf(text)];
}

/** The text with a space for each quantity. */
export function withoutQuantities(text: string, language = 'en'): string {
  return text.replaceAll(patternOf(language), ' ');
}

/** The units that a text names anywhere, such as a table's header: `in millions`, `$`, `%`. */
export function unitsNamed(text: string): Set<string> {
  const names = text.toLowerCase().match(/(?:us|a|c)\$|°[cf]?|[%\p{Sc}]|per cent|\p{L}+/gu) ?? [];
  return new Set(names.flatMap((name) => nameOfUnit(name) ?? []));
}

/** The scales that a text names anywhere. */
export function scalesNamed(text: string): Set<number> {
  const names = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Set(names.flatMap((name) => scaleOf.get(name) ?? scaleOf.get(name.replace(/s$/, '')) ?? []));
}

/** Whether a unit is a currency. */
export function isMoney(unit: string): boolean {
  return money.has(unit);
}

function nameOfUnit(name: string): string | undefined {
  return unitOf.get(name.toLowerCase());
}

/** Versions, sections and dates such as `1.2.3` are compared by their digits. */
function numberOf(text: string, language: string): { readonly value: number; readonly unit?: string } {
  const { values, ordinals } = numberWordsOf(language);
  const word = values.get(text);
  if (word !== undefined) return ordinals.has(text) ? { value: word, unit: 'ordinal' } : { value: word };
  if (!/\p{N}/u.test(text)) return { value: 1 };
  const plain = withAsciiDigits(text.normalize('NFKC'));
  const isDecimalComma = decimalComma.has(language);
  const value = Number(
    isDecimalComma ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', ''),
  );
  if (Number.isFinite(value)) return { value };
  return plain.includes('⁄')
    ? { value: divided(plain) }
    : { value: Number(plain.replaceAll(/\D/g, '')), unit: 'dotted' };
}

/** Arabic digits begin at U+0660 and U+06F0, those of Devanagari at U+0966. */
function withAsciiDigits(text: string): string {
  return text.replaceAll(/[٠-٩۰-۹०-९]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String((code & 15) - (code < 0x966 ? 0 : 6));
  });
}

/** `1⁄2` */
function divided(fraction: string): number {
  const [above = 0, below = 1] = fraction.split('⁄').map(Number);
  return above / below;
}
