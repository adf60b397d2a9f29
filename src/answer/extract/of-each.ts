import { analyse } from '../../text/terms/analyser.ts';
import { alternatives, phrasePattern, wordEnd, wordStart } from '../../text/words/phrases.ts';
import { capitalisesNouns, wordsOf } from '../../text/words/words-of.ts';
import type { PassageInContext } from '../generator.ts';
import { areOpposed, whyRejected } from '../verify/support.ts';
import { featureAt, type Candidate } from './features.ts';
import { saysOfOtherSide } from './other-side.ts';
import { asksNoFact, languageOf, type Question } from './question.ts';

/** Before the word that asks which: `In which leases`. */
const mostBefore = 12;

export interface AskedOfEach {
  /** `allow pets?` of `Which leases allow pets?` */
  readonly asked: string;
  /** The same with whom or what is asked for where that is no document: `tenants pay for heating?` */
  readonly statement: string;
  /**
   * Whether only what has all its words says so: documents may be about products or not, where `Which products run at 230 V?` is asked of
   * several.
   */
  readonly isWhole: boolean;
}

/**
 * What is asked of each document where a question asks which of them it is true of; undefined where it asks anything else. Documents are what
 * every reader calls them, what the titles of two say that they are, or whom or what each may be about.
 */
export function askedOfEach(
  question: string,
  passages: readonly PassageInContext[],
): AskedOfEach | undefined {
  const language = languageOf(question, passages[0]?.language ?? 'en');
  const { asking, prepositions } = wordsOf(language);
  const [selecting, agreements, others, subjects] = asking.documents;
  if (selecting === '') return undefined;
  const at = question.search(phrasePattern(selecting));
  if (at < 0 || at > mostBefore) return undefined;
  const between = [...asking.connecting.split(' '), ...prepositions[0]!.split('|')];
  const noun = new RegExp(
    `^(?:${wordStart}(?:${alternatives([selecting, ...between].join('|').split('|'))})${wordEnd}\\s*)+`,
    'iu',
  ).exec(question.slice(at));
  if (noun === null) return undefined;
  const behind = question.slice(at + noun[0].length);
  const firstOf = (...lists: readonly string[]): string | undefined =>
    new RegExp(`^(?:${alternatives(lists.join('|').split('|'))})${wordEnd}`, 'iu').exec(behind)?.[0];
  const known = firstOf(agreements, others);
  const subject = known ?? firstOf(subjects);
  const named = subject ?? /^[\p{L}\p{M}-]+/u.exec(behind)?.[0] ?? '';
  const areDocuments = known !== undefined || areCalled(named, passages, language);
  const asked = behind.slice(named.length).trim();
  const isAsked = areDocuments || (subject !== undefined && areSeveral(passages));
  return isAsked && /[\p{L}\p{N}]/u.test(asked)
    ? { asked, statement: areDocuments ? asked : behind, isWhole: !areDocuments }
    : undefined;
}

const areSeveral = (passages: readonly PassageInContext[]): boolean =>
  new Set(passages.map(({ documentId }) => documentId)).size > 1;

/** Whether the titles of two documents at least have a word. */
function areCalled(word: string, passages: readonly PassageInContext[], language: string): boolean {
  const [term] = analyse(word, language);
  if (term === undefined) return false;
  const titles = new Map(passages.map(({ documentId, context = [] }) => [documentId, context[0] ?? '']));
  return [...titles.values()].filter((title) => analyse(title, language).includes(term)).length > 1;
}

/** The places that may say of their documents what is asked of each: not the opposite, not of another party, nor only under a condition. */
export function placesOfEach(
  candidates: readonly Candidate[],
  { asked, statement, isWhole }: AskedOfEach,
): Candidate[] {
  return candidates.filter((one) => {
    const { unit, context, sides } = one;
    const { language } = one.question;
    if (isWhole && !hasAllWords(one)) return false;
    return (
      !saysOfOtherSide(statement, unit.text, sides, language) &&
      whyRejected(asked, { said: [unit.text], context }, language) === undefined &&
      !areOpposed(asked, unit.text, language)
    );
  });
}

/** About all words of a question: one that weighs little may be lacking. */
const allWords = 0.9;
const around = featureAt('around');
const meaning = featureAt('meaning');

/** Whether a place itself has about all words of a question, whatever stands over it. */
function hasAllWords({ credit, question: { terms } }: Candidate): boolean {
  const sum = (of: (at: number) => number): number =>
    terms.reduce((total, { weight }, at) => total + weight * of(at), 0);
  return sum((at) => credit[at]!) >= allWords * sum(() => 1);
}

/**
 * The places of several documents that a question for none in particular is for: `What is the rent?` over leases. Each has as many of its
 * words as the place that is the answer if there is one, else all of them; none where the question names somebody or a time, or they are
 * of one document.
 */
export function placesForAll(candidates: readonly Candidate[], best: Candidate | undefined): Candidate[] {
  const isAsMuch = (one: Candidate): boolean =>
    best !== undefined &&
    one.features[around]! >= best.features[around]! - 0.01 &&
    best.credit.every((credit, term) => one.credit[term]! >= credit - 0.01);
  const answers = candidates.filter(
    (one) => mayAskAll(one) && (one.features[meaning]! >= allWords || isAsMuch(one)),
  );
  const titles = new Map(
    answers.map(({ documentKey, context: [title = ''], question: { language } }) => [
      documentKey,
      new Set(analyse(title, language)),
    ]),
  );
  const isOfOne = ({ term }: Question['terms'][number]): boolean =>
    [...titles.values()].filter((title) => title.has(term)).length === 1;
  return titles.size > 1 && !answers[0]!.question.terms.some(isOfOne) ? answers : [];
}

/** Whether a question asks for a fact of no time and names nobody; in German, where each noun may be a name, a place has what may be one. */
function mayAskAll({ credit, question }: Candidate): boolean {
  const { kind: asked, language, terms, text, years, quarters } = question;
  const isEachNoun = capitalisesNouns(languageOf(text, language));
  const isBar = ({ isName }: Question['terms'][number], at: number): boolean =>
    isName && !(isEachNoun && credit[at]! >= allWords);
  return !asksNoFact.has(asked) && years.length + quarters.length === 0 && !terms.some(isBar);
}
