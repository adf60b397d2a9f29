/** `third quarter`, `3rd quarter`, `third fiscal quarter`, `3. Quartal`, `troisième trimestre`, `Q3`, `3Q`. */
const ordinals = [
  'first|1st|erste[srn]?|premier|primer|primo|primeiro|eerste',
  'second|2nd|zweite[srn]?|deuxième|segundo|secondo|tweede',
  'third|3rd|dritte[srn]?|troisième|tercer|terzo|terceiro|derde',
  'fourth|4th|vierte[srn]?|quatrième|cuarto|quarto|vierde',
].map((words) => `(${words})`);
const ordinal = ordinals.join('|');
const quarter = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:Q([1-4])(?![\p{L}\p{N}])|([1-4])Q(?=(?:\d\d){0,2}(?![\p{L}\p{N}]))|(?:${ordinal}|([1-4])(?:\.|e|º|er|ème)) (?:fiscal |financial )?(?:quarter|quartal|trimestre|kwartaal)(?![\p{L}\p{N}]))`,
  'giu',
);

function numberOf([, behind, before, ...rest]: readonly (string | undefined)[]): string {
  const spelled = rest.slice(0, ordinals.length).findIndex((word) => word !== undefined);
  return behind ?? before ?? (spelled < 0 ? rest[ordinals.length]! : String(spelled + 1));
}

/** A text in which each quarter of a year is called `Q1 quarter` to `Q4 quarter`. */
export const withShortQuarters = (text: string): string =>
  text.replaceAll(quarter, (...match: string[]) => `Q${numberOf(match)} quarter `);

/** The quarters of a year that a text names, `Q1` to `Q4`. */
export const quartersIn = (text: string): string[] =>
  Array.from(text.matchAll(quarter), (match) => `Q${numberOf(match)}`);

/** Whether a text speaks of quarters or months. */
export const saysPartOfYear = (text: string): boolean =>
  quartersIn(text).length > 0 || /(?<!\p{L})(?:quart|trimest|kwart|month|monat|mois|mes|maand)/iu.test(text);
