import { analyse } from '../../text/terms/analyser.ts';
import { alternatives, phrasesIn, wordEnd, wordStart } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';
import { clausesOf } from '../verify/support.ts';

/**
 * Whether a place says all that is asked of one party of its document of another one, and not of that: `The Landlord pays for heating`, where
 * `does the tenant pay for heating?` is asked. The clause that has most of what is asked tells; another party is meant that it begins with, or
 * that does it: `by the Landlord`.
 *
 * @param sides What the document calls its parties.
 */
export function saysOfOtherSide(
  asked: string,
  text: string,
  sides: readonly string[],
  language: string,
): boolean {
  const termsOf = (some: string): string[] => analyse(some, language).filter((term) => /\p{L}/u.test(term));
  const terms = termsOf(asked);
  const isAsked = (side: string): boolean => termsOf(side).some((term) => terms.includes(term));
  const [own, others] = [sides.filter(isAsked), sides.filter((side) => !isAsked(side))];
  if (own.length === 0 || others.length === 0) return false;
  const ownTerms = own.flatMap(termsOf);
  const deeds = terms.filter((term) => !ownTerms.includes(term));
  const isOwn = (has: readonly string[]): boolean => ownTerms.some((term) => has.includes(term));
  /** What stands beside the party: what it does. */
  const beside = terms.filter(
    (term, at) =>
      deeds.includes(term) && [at - 1, at + 1].some((next) => ownTerms.includes(terms[next] ?? '')),
  );
  const clauses = clausesOf(text, language).map((clause) => ({ clause, has: termsOf(clause) }));
  const shared = clauses.map(({ has }) => deeds.filter((term) => has.includes(term)).length);
  const most = Math.max(...shared);
  if (most === 0) return false;
  const isNamed = clauses.some(({ has }) => isOwn(has));
  return clauses
    .filter((_, at) => shared[at] === most)
    .every(({ clause, has }) => {
      if (isOwn(has)) return false;
      const isDeed = beside.every((term) => has.includes(term));
      // A passive often has another form of the verb: where the party asked about is not named at all, who does it is enough.
      return others.some(
        (side) =>
          (isDeed && termsOf(side).includes(has[0]!)) ||
          ((isDeed || !isNamed) && isDoneBy(clause, side, language)),
      );
    });
}

/** Whether a party stands behind the word of its language for who does something: `by the Landlord`. */
function isDoneBy(clause: string, side: string, language: string): boolean {
  const by = phrasesIn(wordsOf(language).passive).filter((phrase) => !/[ *]/.test(phrase));
  if (by.length === 0) return false;
  const doer = `${wordStart}(?:${alternatives(by)})\\s+(?:\\p{L}{1,4}[\\s'’]+)?${alternatives([side])}`;
  return new RegExp(doer + wordEnd, 'iu').test(clause);
}
