/** `FY26`, `FY’26`, `FY 2026`. */
const short = /(?<![\p{L}\p{N}])FY\s?['’]?((?:19|20)?\d\d)(?![\p{L}\p{N}])/giu;

/** `2026` for `26`, of 1950 to 2049; a year in four digits stays. */
export const fullYear = (year: string): string =>
  year.length > 2 ? year : `${year < '50' ? 20 : 19}${year}`;

/** A text in which a fiscal year is its number in four digits: `2026` for `FY26`. */
export const withPlainYears = (text: string): string =>
  text.replaceAll(short, (_, year: string) => fullYear(year));

/** By language what says that a number is that of a year, or that the end of it is meant, and what joins these. */
const names = [
  ['fiscal|financial|calendar|years?|year-end|end|ended|ending', 'of|the'],
  ['(?:geschäfts|kalender|wirtschafts)?jahr(?:e?s)?|jahresende|ende', 'des|vom'],
  ['exercice|année|fin|clôture', 'de|du|la|l'],
  ['ejercicio|año|final|fin|cierre', 'de|del'],
  ['esercizio|anno|fine|chiusura', 'di|del|dell'],
  ['exercício|ano|final|fim', 'de|do'],
  ['boekjaar|jaar|einde|eind', 'van|het'],
];
const gap = String.raw`(?:\s+|['’])`;
const before = names.map(([name, join]) => `(?:(?:${name})${gap}(?:(?:${join})${gap})*)+`).join('|');
/** Before a year, or a day in it: `end of fiscal `, `year ended `. */
const named = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${before})(?=(?:\d{1,2} \p{L}+ )?(?:19|20)\d\d(?!\p{Nd}))`,
  'giu',
);

/** A question with years by their numbers alone: `in 2026` for `at the end of fiscal 2026`. */
export const withYearsAlone = (question: string): string => question.replaceAll(named, '');
