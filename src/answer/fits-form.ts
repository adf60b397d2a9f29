import { isOnlyShare, isSmallCount, type AnswerKind } from './answer-kind.ts';
import { isDoneByNobody } from './asked-words.ts';
import { hasMeasure } from './measure.ts';
import { isMoney, scalesNamed, unitsNamed } from './quantities.ts';
import type { Question } from './question.ts';
import { labelOf } from './table-row.ts';
import { isToldUnknown } from './told-unknown.ts';
import type { Unit } from './units.ts';

interface UnitInPlace {
  readonly unit: Unit;
  /** 1 where it has something of the kind asked for. */
  readonly kind: number;
  readonly labelShare: number;
  /** Whether its passage speaks of what is to be counted. */
  readonly hasCounted: boolean;
  readonly language: string | undefined;
}

const numberKinds: ReadonlySet<AnswerKind> = new Set(['number', 'amount']);
/** A row of a table has nothing to say to these but what it has of the kind. */
const rowKinds: ReadonlySet<AnswerKind> = new Set(['person', 'place', 'date', 'reason']);

/**
 * Whether a unit can be an answer by its form, whatever it speaks of: it has the number and the measure that are asked for,
 * does not say that nobody knows them, and says who did something where that is asked.
 */
export function fitsForm(question: Question, place: UnitInPlace): boolean {
  const { unit, kind, hasCounted, language } = place;
  const isRow = unit.kind === 'tableRow';
  const isNumber = numberKinds.has(question.kind);
  if (kind === 0 && (isNumber || (isRow && rowKinds.has(question.kind)))) return false;
  if ((isNumber || question.kind === 'date') && isToldUnknown(unit.text)) return false;
  if (isRow && question.kind === 'amount' && !hasAmount(question, place)) return false;
  return (
    (hasCounted || unit.kind === 'sentence') &&
    hasMeasure(question.text, unit.text, { heads: unit.heads, language }) &&
    !isDoneByNobody(question.text, unit.text, { hasName: kind > 0, language })
  );
}

/** No share where none is asked for, and no small number that nothing says is an amount. */
function hasAmount({ text }: Question, { unit, labelShare }: UnitInPlace): boolean {
  if (isOnlyShare(text, labelOf(unit.text))) return false;
  return labelShare === 1 || !isSmallCount(unit.text) || namesMoney(unit.context);
}

function namesMoney(text: string): boolean {
  return [...unitsNamed(text)].some(isMoney) || scalesNamed(text).size > 0;
}
