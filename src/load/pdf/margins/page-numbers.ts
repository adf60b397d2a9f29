/** A number that a row may print for its page. */
export interface PrintedNumber {
  /** As printed: "12", "iv", "A-3". */
  readonly label: string;
  /** Equal on pages that are counted through: kind of number and the distance between number and page index. */
  readonly series: string;
  /** Nothing else stands in the row. */
  readonly alone: boolean;
}

const lone =
  /^(?:page|p\.|seite)?\s*(?:[-–—|[(]\s*)?((?:[a-z]{1,2}-?)?\d{1,5}|[ivxlc]{1,7})(?:\s*[-–—|\])])?(?:\s*(?:of|\/|von)\s*\d{1,4})?\s*$/i;
const atEdge = [/(?:^|\s)(\d{1,5})(?:\s?(?:of|\/|von|de|di|sur|van)\s?\d{1,4})?$/, /^(\d{1,5})(?:\s|$)/];

/** The numbers that the text of a row may print for the page with this index. */
export function printedNumbers(text: string, index: number): PrintedNumber[] {
  const label = lone.exec(text)?.[1];
  if (label !== undefined) return [toNumber(label, { index, alone: true })];
  return atEdge.flatMap((pattern) => {
    const found = pattern.exec(text)?.[1];
    return found === undefined ? [] : [toNumber(found, { index, alone: false })];
  });
}

function toNumber(label: string, { index, alone }: { index: number; alone: boolean }): PrintedNumber {
  const roman = /^[ivxlc]+$/i.test(label);
  const prefix = roman ? 'roman' : label.replace(/(?<!\d)\d+$/, '').toUpperCase();
  const value = roman ? fromRoman(label) : Number(/(?<!\d)\d+$/.exec(label)?.[0] ?? 0);
  return { label, alone, series: `${prefix} ${value - index}` };
}

const romanValues: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

/** The value of a Roman numeral in any case. */
export function fromRoman(numeral: string): number {
  const values = [...numeral].map((letter) => romanValues[letter.toLowerCase()] ?? 0);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
