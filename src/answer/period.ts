/** `three months ended`, `13 weeks`, `Q2`: less than a year. */
const part =
  /\b(?:(?:three|six|nine) months?|(?:13|26|39) weeks|quarter(?:s|ly)?|half[- ]year|(?:first|second) half|Q[1-4]|H[12]|[1-4]Q)\b/i;
const wholeYear =
  /\b(?:twelve months?|5[23] weeks|(?:fiscal |financial )?years?|annual(?:ly)?|full[- ]year|FY ?\d{2,4})\b/i;
/** Not that of a day: `August 30, 2023`. */
const year = /(?<!\d, ?|\d )\b(?:FY ?)?(?:19|20)\d\d\b/i;

/**
 * Whether a text speaks of part of a year alone where a question asks of a year, or of years alone where it asks of part
 * of one. A year without more is a whole one.
 */
export function isOfOtherPeriod(question: string, text: string): boolean {
  if (part.test(question)) return wholeYear.test(text) && !part.test(text);
  return year.test(question) && part.test(text) && !wholeYear.test(text);
}
