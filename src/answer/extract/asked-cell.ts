import { saysPartOfYear, withPlainTimes } from '../../text/quarters.ts';
import type { Unit } from '../../text/structure/quotable-units.ts';
import { cellsOf, isTableRow, labelOf, valueColumn, wholeNames } from '../../text/structure/table-row.ts';
import { analyse } from '../../text/terms/analyser.ts';
import { phrasePattern } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';
import { yearsIn, type Question } from './question.ts';
import { columnNames, timeIn } from './times.ts';

/**
 * The column of a row that a question asks for, where one head alone says it: that of the time that is named, else one that is asked for
 * word for word. Undefined where several could be meant, where more is asked of the time than that head says (`after 2023`), or where the
 * row has one value anyway.
 */
export function askedColumn({ kind, text, heads }: Unit, question: Question): number | undefined {
  if (kind !== 'tableRow' || !isTableRow(text)) return undefined;
  const { language, years, quarters, derived } = question;
  if (years.length > 1 || quarters.length > 1 || derived.length > 0) return undefined;
  const names = columnNames(heads[0] ?? '');
  const cells = cellsOf(text);
  const label = labelOf(text);
  const [before, after] = wordsOf(language).order;
  const relations = question.text.match(phrasePattern(before, after)) ?? [];
  if (relations.some((word) => !label.includes(word))) return undefined;
  const named = new Set(analyse(label, language));
  const asked = new Set(question.terms.map(({ term }) => term).filter((term) => !named.has(term)));
  const told = [...names.entries()]
    .filter(([column]) => column > 0 && valueColumn(names, cells, column) !== undefined)
    .map(([column, name]) => {
      const terms = analyse(withPlainTimes(name), language);
      return {
        column,
        time: timeIn(name, question),
        isAskedWhole: terms.length > 0 && terms.every((term) => asked.has(term)),
        isYear: yearsIn(name).length > 0,
        isPart: saysPartOfYear(name),
      };
    });
  if (told.length < 2) return undefined;
  const isDated = told.some(({ time }) => time !== undefined);
  const could = told.filter(({ time, isAskedWhole }) => (isDated ? time === 'same' : isAskedWhole));
  const worded = could.filter(({ isAskedWhole }) => isAskedWhole);
  const longest = wholeNames(worded.map(({ column }) => names[column]!));
  const whole = isDated ? worded : worded.filter(({ column }) => longest.includes(names[column]!));
  const [best, ...others] = whole.length > 0 ? whole : could;
  if (best === undefined || others.length > 0) return undefined;
  const isOther = told.some((head) => !could.includes(head) && head.isAskedWhole && !head.isYear);
  if (isDated && isOther) return undefined; // `Acquisitions` beside `2019`
  const isOfPart = best.isPart && !best.isAskedWhole;
  return isOfPart || (saysPartOfYear(question.text) && !best.isPart) ? undefined : best.column;
}

/** What a figure has at least of digits, that two rows with the same one say the same, whatever they are called. */
const fewestDigits = 4;

/** The digits of the cell of a row that stands under the year that is asked for, with its label where they are few; undefined where none does. */
export function figureOfYear(unit: Unit, question: Question): string | undefined {
  if (question.years.length !== 1) return undefined;
  const column = askedColumn(unit, question);
  const digits = cellsOf(unit.text)[column ?? -1]?.replaceAll(/[^\p{Nd}.,]/gu, '') ?? '';
  if (digits === '') return undefined;
  const isShort = digits.replaceAll(/\P{Nd}/gu, '').length < fewestDigits;
  return isShort ? `${labelOf(unit.text)} ${digits}` : digits;
}
