import { analyse } from '../text/analyser.ts';
import { unitsNamed } from './quantities.ts';

/** Up to three words after `who`. */
const opening = /^\W*who ((?:\p{L}+ ?){1,3})/iu;
/** What somebody does who is not named. */
const unnamed =
  /\b(?:I|[Ww]e|[Yy]ou|[Ii]t|[Tt]hey|[Tt]his) (?:(?:was|were|is|are|has|have|had|been|also|first|just) )*(\p{Ll}+)(?!\p{L}| (?:\S+ ){0,3}by\b)/gu;
/** `were approved`, by nobody. */
const passive =
  /\b(?:was|were|is|are|been|be) (?:(?:also|first|then|not|\p{Ll}+ly) )*(\p{Ll}+)(?!\p{L}| (?:\S+ )*?by\b)/gu;
/** `Who was elected` asks to whom it was done. */
const asksPassive = /^\W*who (?:was|were|is|are|has been|had been)\b/i;
const counted =
  /\bhow many (?!times\b)(.+?)(?= (?:is|are|was|were|do|does|did|has|have|had|can|could|may|must|will|would|should|shall|per|in|of|at|on|for|from|to|with|by|that|who|which)\b|\W*$)/iu;

/**
 * Whether a text says only of "I", "we" or "it" what is asked with `who`, "We were founded in 1987"; or of nobody, where it
 * has no name that the question lacks: "The minutes were approved".
 */
export function isDoneByNobody(
  question: string,
  text: string,
  { hasName, language }: { readonly hasName: boolean; readonly language?: string | undefined },
): boolean {
  const asked = new Set(
    opening
      .exec(question)?.[1]
      ?.split(' ')
      .flatMap((word) => analyse(word, language)),
  );
  if (asked.size === 0) return false;
  const patterns = hasName || asksPassive.test(question) ? [unnamed] : [unnamed, passive];
  return patterns
    .flatMap((pattern) => Array.from(text.matchAll(pattern), ([, verb]) => analyse(verb!, language)))
    .flat()
    .some((term) => asked.has(term));
}

/** Terms of what is counted: `people` where it is asked how many people there are. None for units of measure. */
export function countedTerms(question: string, language?: string): string[] {
  const words = counted.exec(question)?.[1] ?? '';
  return unitsNamed(words).size > 0 ? [] : analyse(words, language);
}
