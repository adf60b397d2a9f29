import { couldHavePhrase, phrasePattern } from '../../text/words/phrases.ts';
import { wordsOf } from '../../text/words/words-of.ts';

const kinds = ['change', 'average', 'share'] as const;
/** `2/3`, `1:3`, `7 in 100`. */
const fraction =
  /\p{Nd}\s?[/:]\s?\p{Nd}|(?:in|of|out of|von|sur|de|di|op|من)\s\p{Nd}{1,3}(?:[.,]000)?(?!\p{Nd})/iu;

/**
 * What a question asks for that is calculated from other figures where a text does not say it: a change, an average, a share. For each the
 * patterns of which a text that says it has one. None over documents in a language without words here.
 * @param languages of the question and of the documents, as ISO 639-1
 */
export function derivedIn(
  question: string,
  [asked, language]: readonly [asked: string, language: string],
): RegExp[][] {
  const asking = wordsOf(asked).asking.derived;
  const { exclusive, units, ...words } = wordsOf(language);
  const said = (derived: (typeof kinds)[number]): string => words.asking.derived[derived].join('|');
  /** Compiling a pattern takes milliseconds. */
  const patterns = {
    change: () => [phrasePattern(said('change'), ...(exclusive[0] ?? []))],
    average: () => [phrasePattern(said('average'))],
    share: () => [phrasePattern(said('share'), units['percent'] ?? '', '%|％|٪'), fraction],
  };
  const isAsked = (derived: (typeof kinds)[number]): boolean => {
    const [phrases] = asking[derived];
    return couldHavePhrase(question, phrases) && question.search(phrasePattern(phrases)) >= 0;
  };
  if (words.asking.derived.change[1] === '') return [];
  return kinds.filter(isAsked).map((derived) => patterns[derived]());
}
