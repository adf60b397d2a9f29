import { couldHavePhrase, phrasePattern } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';

const kinds = ['change', 'average', 'share', 'sum'] as const;

/**
 * What a question asks for that is calculated from other figures where a text does not say it: a change, an average, a share, a sum of
 * several years. For each a pattern of what a text has that says it.
 * @param languages of the question and of the documents, as ISO 639-1
 */
export function derivedIn(
  question: string,
  years: readonly string[],
  [asked, language]: readonly [asked: string, language: string],
): RegExp[] {
  const asking = wordsOf(asked).asking.derived;
  const {
    asking: { derived },
    exclusive,
    units,
  } = wordsOf(language);
  const states = {
    change: [derived.change, ...(exclusive[0] ?? [])],
    average: [derived.average],
    share: [derived.share, units['percent'] ?? '', '%|％|٪'],
    sum: [derived.sum],
  };
  const isAsked = (kind: (typeof kinds)[number]): boolean =>
    (kind !== 'sum' || years.length > 1) &&
    couldHavePhrase(question, asking[kind]) &&
    question.search(phrasePattern(asking[kind])) >= 0;
  return kinds.filter(isAsked).map((kind) => phrasePattern(...states[kind]));
}
