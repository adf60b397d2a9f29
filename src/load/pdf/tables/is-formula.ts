import type { PdfCell, PdfTable } from './pdf-table.ts';

/** In round brackets, with the number or letter of its chapter: `(4)`, `(2.13a)`, `(A.7)`. */
const formulaNumber = /^\((?:\p{Lu}\.?)?\d{1,3}(?:\.\d{1,3}){0,2}[a-z]?\)$/u;
const punctuation = /^[.,;]$/;
/** Between the sides of a formula. */
const relation = /^[=≡≈≃≅∼≤≥≪≫∝∈→↦⇒⇔]$|[=≡]$/u;
/** A word of a language, or a value. */
const isPlain = /\p{L}{4}|\d[\d.,]?\d/u;
/** Share of the words of a formula that may be plain, as in `for all` and `arg max`. */
const mostPlain = 0.2;

/**
 * Whether what looks like rows with cells is one or more displayed formulas, whose numerators, signs and numbers stand as far apart as cells: a
 * sign of equality, and their numbers alone in the last column or hardly a word or value.
 */
export function isFormula({ cells, columnCount }: PdfTable): boolean {
  const words = cells.flatMap((cell) => cell.words);
  if (!words.some(({ text }) => relation.test(text))) return false;
  const last = cells.filter(({ column, columnSpan }) => column + columnSpan === columnCount);
  if (areNumbers(last)) return true;
  const plain = words.filter(({ text }) => isPlain.test(text));
  return plain.length <= mostPlain * words.length;
}

const isNumber = (text: string) => formulaNumber.test(text);

function areNumbers(cells: readonly PdfCell[]): boolean {
  const texts = cells.map(({ words }) => words.map(({ text }) => text).join(''));
  return texts.some(isNumber) && texts.every((text) => isNumber(text) || punctuation.test(text));
}
