import { readQuestion } from './question.ts';

/** Words that stand for something said before. */
const pointing =
  /(?<![\p{L}\p{N}])(?:it|its|they|them|their|theirs|he|him|his|she|her|hers|this|these|those|there|ones?|same|er|ihn|ihm|sein|seine[mnrs]?|ihre[mnrs]?|dessen|deren|dies(?:e[mnrs]?)?|dort|il|elles?|ils|lui|leurs?|celui|celle|ceux|ella|ellos|ellas|eso|estos?|esas?)(?![\p{L}\p{N}])/iu;
/** What goes on from a question before: `and in 2024?`, `what about water?`. */
const goingOn =
  /^\W*(?:and|but|or|so|also|then|what about|how about|why(?: not)?\W*$|und|aber|oder|et|mais|ou|y|pero)(?![\p{L}\p{N}])/iu;

/**
 * A question that needs no conversation to be understood, as far as that can be had without a language model: to one that
 * points back, or goes on from the question before, the names and numbers of that question are added in brackets, or
 * its other words of content where it has none. Any other question stays as it is.
 * @param previous The question before, itself made to stand alone.
 */
export function standAlone(question: string, previous: string | undefined): string {
  if (previous === undefined || !pointsBack(question)) return question;
  const has = new Set(wordsOf(question).map((word) => word.toLowerCase()));
  const kept = namedThings(previous).filter((word) => !has.has(word.toLowerCase()));
  return kept.length === 0 ? question : `${question} (${kept.join(' ')})`;
}

function pointsBack(question: string): boolean {
  return pointing.test(question) || goingOn.test(question) || contentOf(question).length < 2;
}

function namedThings(question: string): string[] {
  const words = wordsOf(question);
  const names = words.filter((word, index) => /\p{N}/u.test(word) || (index > 0 && /^\p{Lu}/u.test(word)));
  return [...new Set(names.length > 0 ? names : contentOf(question))];
}

/** Words that say what a question is about. */
function contentOf(question: string): string[] {
  return wordsOf(question).filter((word) => readQuestion(word, { idf: () => 1 }).terms.length > 0);
}

const wordsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*(?<![.’'-])/gu) ?? [];
