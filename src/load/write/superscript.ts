const raisedForms = new Map(
  [...'0123456789+-−–'].map((sign, index) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻'][index]!] as const),
);
/** Numbers alone: letters (`1st`, `TM`), signs and what stands in brackets cannot be taken for a part of a number. */
const number = /^(?=\D*\d)[^\p{L}\p{Ps}\p{Pe}/⁄%]*$/u;

/** Words that are formatted alike. */
export interface Run {
  readonly text: string;
  readonly isRaised: boolean;
}

/** The text of runs; raised numbers among them in raised digits, but for the upper one of a fraction. */
export function textOfRuns(runs: readonly Run[]): string {
  return runs
    .map(({ text, isRaised }, index) =>
      isRaised && !isUpperNumber(runs[index - 1]?.text ?? '', runs[index + 1]?.text ?? '')
        ? superscript(text)
        : text,
    )
    .join('');
}

/** Whether a fraction begins between the two, `<sup>1</sup>/<sub>2</sub>`; behind a digit it would read as a part of the whole number. */
export function isUpperNumber(before: string, behind: string): boolean {
  return /^\s*[/⁄]/.test(behind) && !/\d$/.test(before);
}

/** A number in the raised digits of Unicode, so that note 2 behind `85.` does not read `85.2`, and 10³ not `103`; other text as it is. */
export function superscript(text: string): string {
  return number.test(text) ? [...text].map((sign) => raisedForms.get(sign) ?? sign).join('') : text;
}
