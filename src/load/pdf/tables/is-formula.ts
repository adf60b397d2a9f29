import { groupBy } from '../../../util/lists/group-by.ts';
import { median } from '../geometry.ts';
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
/** Baselines of lines of text are this far apart at least, in sizes; those of numerators, limits of sums and lines of brackets are not. */
const lineDistance = 1;

/**
 * Whether what looks like rows with cells is one or more displayed formulas, whose numerators, signs and numbers stand as far apart as cells: a
 * sign of equality, and their numbers alone in the last column, or hardly a word or value in lines that are closer than those of text. Values
 * with signs of equality, as `a | = 5 | V`, and code are lines like those of text.
 */
export function isFormula({ cells, columnCount }: PdfTable): boolean {
  const words = cells.flatMap((cell) => cell.words);
  if (!words.some(({ text }) => relation.test(text))) return false;
  const last = cells.filter(({ column, columnSpan }) => column + columnSpan === columnCount);
  if (areNumbers(last)) return true;
  const plain = words.filter(({ text }) => isPlain.test(text));
  return plain.length <= mostPlain * words.length && haveCloseLines(cells);
}

/** Whether the words of a row stand closer below those of the row above than lines of text do. */
function haveCloseLines(cells: readonly PdfCell[]): boolean {
  const rows = [...groupBy(cells, ({ row }) => row).values()].map((row) => {
    const words = row.flatMap((cell) => cell.words);
    return {
      baseline: median(words.map(({ baseline }) => baseline)),
      size: Math.max(...words.map(({ size }) => size)),
    };
  });
  return rows.some(({ baseline, size }, index) => {
    const above = rows[index - 1];
    return above !== undefined && baseline - above.baseline < lineDistance * Math.max(size, above.size);
  });
}

const isNumber = (text: string) => formulaNumber.test(text);

function areNumbers(cells: readonly PdfCell[]): boolean {
  const texts = cells.map(({ words }) => words.map(({ text }) => text).join(''));
  return texts.some(isNumber) && texts.every((text) => isNumber(text) || punctuation.test(text));
}
