const raisedForms = new Map(
  [...'0123456789+-−–'].map((sign, index) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻'][index]!] as const),
);
/** Numbers alone: letters (`1st`, `TM`), signs and what stands in brackets cannot be taken for a part of a number. */
const number = /^(?=\D*\d)[^\p{L}\p{Ps}\p{Pe}/⁄%]*$/u;

/** A number in the raised digits of Unicode, so that note 2 behind `85.` does not read `85.2`, and 10³ not `103`; other text as it is. */
export function superscript(text: string): string {
  return number.test(text) ? [...text].map((sign) => raisedForms.get(sign) ?? sign).join('') : text;
}
