/** A number as it is meant: with sign, scale and the unit that stands with it. */
export interface Quantity {
  /** The number times its scale: 5 million is 5,000,000. */
  readonly value: number;
  /** The number alone; in a table the scale stands in the header. */
  readonly bare: number;
  /** `million`, where it is said with the number. */
  readonly scale: number;
  /** One name for all ways of writing a unit; `undefined` where none is known to stand there. */
  readonly unit: string | undefined;
}

const unitNames: Readonly<Record<string, string>> = {
  percent: '% percent pct prozent',
  dollar: '$ us$ usd dollar dollars',
  euro: '€ eur euro euros',
  pound: '£ gbp pound pounds',
  yen: '¥ jpy yen',
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
  kb: 'kb kilobyte kilobytes',
  mb: 'mb megabyte megabytes',
  gb: 'gb gigabyte gigabytes',
};
const unitOf = new Map(
  Object.entries(unitNames).flatMap(([unit, names]) => names.split(' ').map((name) => [name, unit] as const)),
);
const scaleNames: Readonly<Record<number, string>> = {
  1e3: 'thousand tausend mille mil',
  1e6: 'million millions mn mio millionen millones',
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
const numberWords = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen twenty`
    .split(/\s+/)
    .map((word, value) => [word, value] as const)
    .concat(
      ['thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'].map(
        (word, index) => [word, 30 + 10 * index] as const,
      ),
    )
    // "one" stands for a person or a thing more often than for a number.
    .filter(([word]) => word !== 'one'),
);
const decimalComma = new Set(['de', 'fr', 'es', 'it', 'pt', 'nl']);

const digits = String.raw`\p{Nd}+(?:[.,]\p{Nd}+)*`;
const words = String.raw`\b(?:${[...numberWords.keys()].join('|')})\b`;
const scales = String.raw`(?:${[...scaleOf.keys()].join('|')}|(?<=\p{Sc}[\p{Nd}.,]*)[kmb])\b`;
const units = [...unitOf.keys(), 'per cent']
  .sort((a, b) => b.length - a.length)
  .map((name) => name.replaceAll('$', String.raw`\$`))
  .join('|');
const quantityPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,]|\p{L}-)(?<sign>[-−](?=[\p{Sc}\p{Nd}]))?(?<currency>US\$|\p{Sc})?\s?` +
    String.raw`(?<number>${digits}|${words})(?:[ \u00a0-]?(?<scale>${scales})\.?)?` +
    String.raw`(?:[ \u00a0-]?(?<unit>${units})(?!\p{L}))?`,
  'giu',
);

/** The numbers of a text in order, with what stands with them. A name with digits in it (`B12`, `PD-1`) is no number. */
export function quantitiesOf(text: string, language = 'en'): Quantity[] {
  return Array.from(text.matchAll(quantityPattern), ({ groups = {} }) => {
    const { sign, currency, number = '', scale = '', unit = '' } = groups;
    const bare = (sign === undefined ? 1 : -1) * numberOf(number.toLowerCase(), language);
    const factor = scaleOf.get(scale.toLowerCase()) ?? moneyScales.get(scale.toLowerCase()) ?? 1;
    return { value: bare * factor, bare, scale: factor, unit: nameOfUnit(currency ?? unit) };
  }).filter(({ bare }) => Number.isFinite(bare));
}

/** The text with a space for each quantity. */
export function withoutQuantities(text: string): string {
  return text.replaceAll(quantityPattern, ' ');
}

/** The units that a text names anywhere, such as a table's header: `in millions`, `$`, `%`. */
export function unitsNamed(text: string): Set<string> {
  const names = text.toLowerCase().match(/us\$|°[cf]?|[%\p{Sc}]|per cent|\p{L}+/gu) ?? [];
  return new Set(names.flatMap((name) => nameOfUnit(name) ?? []));
}

/** The scales that a text names anywhere. */
export function scalesNamed(text: string): Set<number> {
  const names = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Set(names.flatMap((name) => scaleOf.get(name) ?? scaleOf.get(name.replace(/s$/, '')) ?? []));
}

function nameOfUnit(name: string): string | undefined {
  return unitOf.get(name.toLowerCase().replace('per cent', 'percent'));
}

function numberOf(text: string, language: string): number {
  const word = numberWords.get(text);
  if (word !== undefined) return word;
  const plain = text.normalize('NFKC');
  if (decimalComma.has(language)) return Number(plain.replaceAll('.', '').replace(',', '.'));
  return Number(plain.replaceAll(',', ''));
}
