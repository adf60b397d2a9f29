/** "1,234", "(5.6)%", "$ 7", "24.91²", "–", "$ —". */
const number =
  /^(?:[$€£¥₹]?\s?[-–—]{1,3}[)%\s]*|[-–—+(<>~]*\s?[$€£¥₹]?\s*[-–(]?\d[\d.,'\s]*(?:[)%][)%\s]*)?[⁰¹²³⁴-⁹]*)$/u;
/** "2023" and "28," below "January" head columns. */
const datePart = /^(?:(?:19|20)\d\d[.,]?|(?:[12]?\d|3[01]),(?:\s(?:19|20)\d\d)?)$/;

/** Whether a text is a number as it stands in the cells of tables, or the dash in place of one. */
export function isNumberText(text: string): boolean {
  return number.test(text);
}

/** Whether it is a number, and no part of a date. */
export function isAmountText(text: string): boolean {
  return isNumberText(text) && !datePart.test(text);
}
