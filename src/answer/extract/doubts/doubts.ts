/**
 * Units that have the words of a question and hardly answer it all the same: they lack the figure, the price or the fact that is asked for, or are of
 * the opposite, of a plan, or of another thing or time. The scorer does not see these, as it counts words; each file here has one of them.
 */
import { analyse } from '../../../text/terms/analyser.ts';
import { phrasePattern } from '../../../text/words/phrases.ts';
import { wordsOf } from '../../../text/words/words-of.ts';
import { labelled } from '../../../text/structure/label.ts';
import type { Unit } from '../../../text/structure/quotable-units.ts';
import { cellsOf, labelOf, saysNumbers } from '../../../text/structure/table-row.ts';
import { askedColumn } from '../asked-cell.ts';
import { featureAt, type Candidate } from '../features.ts';
import { isOfMeaning, type AnswerKind, type Question } from '../question.ts';
import { definedIn } from '../subject.ts';
import { hasOnlyParts, isOfOtherQuarter } from '../times.ts';
import { lacksDerived } from './derived.ts';
import { leavesOpen } from './left-open.ts';
import { isOfOpposite } from './opposed.ts';
import { isOnlyPlanned } from './planned.ts';
import { lacksPrice } from './prices.ts';

/** Whether a unit lacks what is asked for, or is of another thing or time. It may be worded as no list here knows, so it is a rival still. */
export const isOfOtherKind = (one: Candidate): boolean =>
  lacksFigure(one) ||
  isOfOtherQuarter(one) ||
  hasOnlyParts(one.unit, one.question) ||
  isOfRest(one) ||
  isOfOpposite(one, one.question) ||
  (one.unit.kind !== 'tableRow' && (one.isOfOther || isOnlyPlanned(one.unit.text, one.question))) ||
  lacksPrice(one) ||
  definesOther(one) ||
  (one.unit.kind !== 'tableRow' && one.question.isForOne && one.lacking > mostLackingForYes);

/** Whether a sentence defines a term, where another thing is asked for, or anything else of it: `“Fees” means …` does not say which services are free. */
function definesOther({ unit, question, lacking }: Candidate): boolean {
  const { kind, asked, language, text } = question;
  const defined = unit.kind === 'tableRow' ? undefined : definedIn(unit.text, language);
  if (defined === undefined) return false;
  if (isOfMeaning(kind)) return defined.isDenied && !asksExclusion(question);
  if (!isOfAnything.has(kind) || text.search(phrasePattern(wordsOf(language).asking.defining[1])) >= 0)
    return false;
  return asked.size === 0
    ? lacking > mostLacking
    : !defined.terms.some((one) => analyse(one, language).some((term) => asked.has(term)));
}

/** Whether a sentence defines the term whose meaning is asked for. */
export function definesAsked({ unit, question }: Candidate): boolean {
  const { kind, language, terms } = question;
  if (unit.kind === 'tableRow' || !isOfMeaning(kind)) return false;
  if (asksExclusion(question) || included.test(question.text)) return false;
  const defined = definedIn(unit.text, language);
  return (
    defined?.isDenied === false &&
    defined.terms.some((one) => {
      const own = new Set(analyse(one, language));
      return own.size === terms.length && terms.every(({ term }) => own.has(term));
    })
  );
}

/** Whether it is asked what something does not mean. */
const asksExclusion = ({ text, language }: Question): boolean =>
  excluded.test(text) || text.search(phrasePattern(wordsOf(language).negations)) >= 0;
const included = /inclu|inbegriffen|enthalten/iu;
const excluded = /exclu|ausgeschlossen|ausgenommen|esclus|uitgesloten/iu;

/** Of these no word tells what could be the answer. */
const isOfAnything: ReadonlySet<AnswerKind> = new Set(['other', 'manner', 'reason']);

/** By weight, of what has about all words of a question: one that weighs little may be lacking. */
export const mostLacking = 0.1;
/** Of what is answered by yes or no: one of four words. */
const mostLackingForYes = 0.3;

/** What begins the name of what remains beside the things of a table. */
const rest =
  /(?<!\p{L})(?:(?:all )?other|sonstige[mnrs]?|übrige[mnrs]?|andere[mnrs]?|autres?|otr[ao]s?|altr[aeio]|outr[ao]s?|overige)(?!\p{L})|その他|其他|其它/iu;

/** Whether a row is of the rest of what is asked for: `Other long-term debt` is no `Long-term debt`. */
const isOfRest = ({ unit: { kind, text }, question }: Candidate): boolean =>
  kind === 'tableRow' && saysNumbers(text) && labelOf(text).search(rest) === 0 && !rest.test(question.text);

/** Whether a unit lacks the change, average or share that is asked for. */
export const lacksFigure = ({ unit, question: { derived } }: Candidate): boolean =>
  lacksDerived(unit, derived);

/** Whether a row or a labelled line has only numbers for what is answered in words, or by a name or a date that it does not have. */
const saysNoWords = ({ unit, features, question }: Candidate): boolean =>
  unit.kind === 'tableRow'
    ? (saysNumbers(unit.text) &&
        (question.kind === 'reason' || question.kind === 'contents' || features[featureAt('kind')] === -1)) ||
      isCellOfNumber(unit, question)
    : features[featureAt('value')] === -1 && isOnlyNumbers.test(labelled(unit.text)?.value ?? '');

/** Whether who or where is asked, and the row has a number in the column that is: of `Founded` the year. */
function isCellOfNumber(unit: Unit, question: Question): boolean {
  if (question.kind !== 'person' && question.kind !== 'place') return false;
  const column = askedColumn(unit, question);
  return column !== undefined && isOnlyNumbers.test(cellsOf(unit.text)[column] ?? '');
}

/** With codes of currencies and units in capitals. */
const isOnlyNumbers = /^(?=.*\p{Nd})(?:[^\p{L}]|(?<!\p{L})\p{Lu}{3}(?!\p{L}))*$/u;

/** Whether a unit says nothing of what is asked, and is no rival of others. */
export const answersNothing = (one: Candidate): boolean =>
  one.isOfWork || saysNoWords(one) || leavesOpen(one.unit.text, one.question);
