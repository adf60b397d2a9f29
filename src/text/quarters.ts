import { withPlainYears } from './plain-years.ts';

const ordinals = [
  'first|erste[srn]?|premier|primer|primo|primeiro|eerste',
  'second|zweite[srn]?|deuxième|segundo|secondo|tweede',
  'third|dritte[srn]?|troisième|tercer|terzo|terceiro|derde',
  'fourth|vierte[srn]?|quatrième|cuarto|quarto|vierde',
];
const nth = String.raw`(?:${ordinals.join('|')}|[1-4](?:st|nd|rd|th|\.|e|er|ème|[º°]))`;
const noun = '(?:quarters?|quartale?n?|trimestr(?:es?|i)|kwarta(?:al|len))';
/** No letter with capitals and no digit stands around: `2025年Q3` has no spaces. */
const [begin, end] = [String.raw`(?<![\p{Lu}\p{Ll}\p{N}])`, String.raw`(?![\p{Lu}\p{Ll}\p{N}])`];
/** Of several the noun stands behind the last one: `the third and fourth quarters`. */
const others = `(?:,? (?:(?:and|or|to|und|et|y|e|en) )?${nth}){1,2}`;
const forms = [
  String.raw`Q[1-4](?=(?:FY(?:\d\d){1,2})?${end})`,
  String.raw`[1-4]Q(?=(?:FY)?(?:\d\d){0,2}${end})`,
  String.raw`(?:T[1-4]|[1-4]T)(?= (?:19|20)\d\d${end})`,
  String.raw`${noun} [1-4]${end}(?![.,]\d)`,
  String.raw`${nth}[ -](?:(?:fiscal|financial) )?${noun}${end}(?!-\p{L})`,
  `${nth}(?=${others} ${noun}${end})`,
];
/** `third quarter`, `3rd quarter`, `third fiscal quarter`, `quarter 3`, `3. Quartal`, `troisième trimestre`, `Q3`, `3Q`, `T3 2025`, `第三季度`. */
const quarter = new RegExp(`${begin}(?:${forms.join('|')})|第[一二三四1-4](?:季度?|四半期)`, 'giu');

const spelled = ordinals.map((words, at) => new RegExp(`^(?:${words}|第${'一二三四'[at]})`, 'iu'));

const numberOf = (name: string): string =>
  /[1-4]/.exec(name)?.[0] ?? String(spelled.findIndex((words) => words.test(name)) + 1);

/** A text in which each quarter of a year is called `Q1 quarter` to `Q4 quarter`. */
export const withShortQuarters = (text: string): string =>
  text.replaceAll(quarter, (name) => `Q${numberOf(name)} quarter `);

/** Also with fiscal years as their numbers. */
export const withPlainTimes = (text: string): string => withPlainYears(withShortQuarters(text));

/** The quarters of a year that a text names, `Q1` to `Q4`. */
export const quartersIn = (text: string): string[] =>
  (text.match(quarter) ?? []).map((name) => `Q${numberOf(name)}`);

const months = '(?:months?|monate?n?|mois|meses|mesi|maanden)';
const weeks = '(?:weeks?|wochen?|semaines?|semanas?|settimane|weken)';
const threeMonths = String.raw`(?:three|3|drei|trois|tres|três|tre|drie)(?: and (?:six|nine|[69]))?[ -]${months}`;
const ofQuarter = new RegExp(
  String.raw`${begin}(?:${threeMonths}|(?:1[2-4]|thirteen|fourteen)[ -]${weeks}|quarter(?:s|ly)?${end}|quartal|trimest|kwarta)`,
  'giu',
);
const nine = 'six|nine|6|9|sechs|neun|neuf|seis|nueve|sei|nove|zes|negen';
const twelve = 'twelve|12|zwölf|douze|doce|dodici|doze|twaalf';
const years = String.raw`years?|annual|half|\p{L}{0,9}jahr|\p{L}{0,9}jaar|année|exercice|año|ejercicio|anno|esercizio|ano|exercício|semestre|(?:FY|H[12]|[12]H)(?:\d\d){0,2}`;
const longer = new RegExp(
  `${begin}(?:(?:${nine}|${twelve})[ -]${months}|(?:26|39|40|52|53)[ -]${weeks}|${years})${end}`,
  'giu',
);

/** Whether a text names a quarter, or a time as long as one: `three months`, `13 weeks`. */
export const saysQuarter = (text: string): boolean =>
  quartersIn(text).length > 0 || text.search(ofQuarter) >= 0;

/** The quarters that a text names, and what it says of lengths: `three months`, `39 weeks`, `half`, `year`. */
export const periodsIn = (text: string): string[] => [
  ...quartersIn(text),
  ...(text.match(ofQuarter) ?? []),
  ...(text.match(longer) ?? []),
];

/** Whether a text speaks of half a year, of years or of other lengths, and of no quarter. */
export const saysOtherPeriod = (text: string): boolean => text.search(longer) >= 0 && !saysQuarter(text);

const ofMonths = new RegExp(
  String.raw`${begin}(?:(?:${nine})[ -]${months}|(?:26|39|40)[ -]${weeks}|half|halbjahr|semestre|(?:H[12]|[12]H)(?:\d\d){0,2})${end}`,
  'iu',
);

/** Whether a text speaks of quarters, of half a year, or of months or weeks that it counts. */
export const saysPartOfYear = (text: string): boolean => saysQuarter(text) || ofMonths.test(text);
