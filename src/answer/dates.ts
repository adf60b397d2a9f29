import type { Quantity } from './quantity.ts';

/** January to December, in English, German, French and Spanish. */
const months =
  `january|jan|januar|jänner|janvier|enero february|feb|februar|février|febrero march|mar|märz|mars|marzo
  april|apr|avril|abril may|mai|mayo june|jun|juni|juin|junio july|jul|juli|juillet|julio august|aug|août|agosto
  september|sept|sep|septembre|septiembre october|oct|oktober|okt|octobre|octubre november|nov|novembre|noviembre
  december|dec|dezember|dez|décembre|diciembre`.split(/\s+/);
const numbers = new Map(
  months.flatMap((names, index) => names.split('|').map((name) => [name, index + 1] as const)),
);
const names = String.raw`(?<![\p{L}\p{N}])(?:${months.join('|')})(?![\p{L}])`;
/** Beside a day or a year, or as the middle of `2027-03-04`. */
const monthPattern = new RegExp(
  String.raw`(?<=\p{Nd}(?:st|nd|rd|th|\.|er)?[ \u00a0-](?:of |de )?)${names}|${names}(?=\.?,?[ \u00a0-](?:de )?\p{Nd})|` +
    String.raw`(?<=(?<!\p{N})\p{Nd}{4}-)\p{Nd}{2}(?=-\p{Nd}{2}(?!\p{N}))`,
  'giu',
);
/** "Section 4 may be changed", "el mar 2" */
const otherWord = /^(?:may|mar)$/;
/** Which of the first two is the month, nobody knows: such dates are compared as they are written. */
const slashedPattern = /(?<![\p{N}/])\p{Nd}{1,2}\/\p{Nd}{1,2}\/(?:\p{Nd}{4}|\p{Nd}{2})(?![\p{N}/])/gu;

/** What makes dates differ beside their days and years, as quantities: months, and the order of `03/04/2027`. */
export function datesOf(text: string): Quantity[] {
  const written = Array.from(text.matchAll(monthPattern), ([name]) => name)
    .filter((name) => !otherWord.test(name))
    .map((name) => quantity(numbers.get(name.toLowerCase()) ?? Number(name), 'month of the year'));
  const slashed = Array.from(text.matchAll(slashedPattern), ([date]) =>
    quantity(Number(date.normalize('NFKC').replaceAll('/', '')), 'slashed date'),
  );
  return [...written, ...slashed];
}

/** The text with a space for the month of each date. */
export function withoutMonths(text: string): string {
  return text.replaceAll(monthPattern, ' ');
}

const quantity = (value: number, unit: string): Quantity => ({ value, bare: value, scale: 1, unit });
