import { contentWords, givenBefore, languageAskedIn } from '../../answer/extract/question.ts';
import { GenerationError } from '../../errors.ts';
import { fenceRule, fenceUntrusted } from '../../models/fence.ts';
import type { LanguageModel, ModelUsage } from '../../models/language-model.ts';
import { phrasePattern, phrasesIn } from '../../text/words/phrases.ts';
import { wordsOf as listsOf } from '../../text/words/words-of.ts';

/** Words that stand for something said before: what is one in a language is an article in another (`il`). */
const pointing: Readonly<Record<string, string>> = {
  de: 'er|ihn|ihm|sein|seine|seinem|seinen|seiner|seines|ihre|ihrem|ihren|ihrer|ihres|dessen|deren|dies|diese|diesem|diesen|dieser|dieses|dort',
  en: 'it|its|they|them|their|theirs|he|him|his|she|her|hers|this|these|those|one|ones|same',
  es: 'ella|ellos|ellas|eso|esto|estos|esa|esas',
  fr: 'il|ils|elle|elles|lui|leur|leurs|celui|celle|ceux',
  it: 'lui|lei|loro|esso|essa|essi|esse|questo|questa|questi|queste|quello|quella',
  nl: 'hij|hem|zijn|zij|haar|hun|dit|deze|daar',
  pt: 'ele|ela|eles|elas|isso|isto|dele|dela|deles|delas',
};
/** `Who is there?` asks of no place that was named. */
const placedBefore = /(?<!(?:is|are|was|were) )(?<![\p{L}\p{N}])there(?![\p{L}\p{N}])/iu;
/** What goes on from a question before: `and in 2024?`, `what about water?`. */
const goingOn =
  /^\W*(?:and|but|or|so|also|then|what about|how about|(?:why(?: not)?|(?:since|until) when|(?:seit|bis) wann)\W*$|und|aber|oder|et|mais|ou|y|pero|e|ma|mas|en|maar)(?![\p{L}\p{N}])/iu;

/** What a thing that is spoken of stands behind. */
const article =
  /^(?:the|an?|our|your|my|their|der|die|das|den|dem|des|eine?[mnrs]?|unsere?[mnrs]?|le|la|les|l|une?|du|des|el|los|las|un[ao]?|il|gli|het|een|os|uma?)$/iu;
/** What stands before somebody who does something: `may the supplier end …`. */
const doing = /^(?:do|does|did|may|might|can|could|must|shall|should|will|would)$/iu;
/**
 * A question that needs no conversation to be understood, as far as that can be had without a language model. To one that
 * points back, the names and numbers of the question before are added in brackets, or the things that it speaks of where
 * it has none; to one that goes on from it with a name, a thing or a word of its own alone, or none, all its words of content. A name of its own replaces
 * those of the question before, and so does a number. Any other question stays as it is.
 * @param previous The question before, itself made to stand alone.
 */
export function standAlone(question: string, previous: string | undefined): string {
  if (previous === undefined) return question;
  const own = contentOf(question).filter((word) => !isNumber(word)).length;
  const isElliptic = own === 0 || (goingOn.test(question) && (own === 1 || namesOnly(question)));
  if (!isElliptic && !pointsBack(question)) return question;
  const kept = addedFrom(previous, { question, isElliptic });
  return kept.length === 0 ? question : `${question} (${kept.join(' ')})`;
}

/** A name or a thing of more words is none. */
const mostOfName = 3;

/** Whether a question that goes on says nothing but a name or a thing of several words: `And for Juniper Waste?`, `What about the notice period?` */
function namesOnly(question: string): boolean {
  const rest = wordsOf(question.replace(goingOn, ''));
  const language = languageAskedIn(question) ?? 'en';
  const prepositions = new Set(listsOf(language).prepositions.flatMap(phrasesIn));
  const isBefore = (word: string): boolean => article.test(word) || prepositions.has(word.toLowerCase());
  const start = rest.findIndex((word) => !isBefore(word));
  const name = rest.slice(start);
  return name.length <= mostOfName && contentWords(question, name).length === name.length;
}

/** `IT` is a name. */
const allCapitals = /(?<![\p{L}\p{N}])\p{Lu}{2,}(?![\p{L}\p{N}])/gu;

function pointsBack(question: string): boolean {
  const language = languageAskedIn(question) ?? '';
  const words = pointing[language] ?? Object.values(pointing).join('|');
  const asked = /\p{Ll}/u.test(question) ? question.replaceAll(allCapitals, ' ') : question;
  return placedBefore.test(asked) || asked.search(phrasePattern(words)) >= 0;
}

function addedFrom(
  previous: string,
  { question, isElliptic }: { readonly question: string; readonly isElliptic: boolean },
): string[] {
  const own = new Set(wordsOf(question).map((word) => word.toLowerCase()));
  const ownNames = namesOf(question);
  const isReplaced = (word: string) =>
    isNumber(word) ? ownNames.some(isNumber) : ownNames.some((name) => !isNumber(name));
  const names = namesOf(previous);
  const keptNames = names.filter((name) => !isReplaced(name));
  const others = contentOf(previous).filter((word) => !names.includes(word));
  const all = contentOf(previous).filter((word) => others.includes(word) || keptNames.includes(word));
  const things = thingsOf(previous).filter((word) => others.includes(word));
  const kept = isElliptic ? all : keptNames.length > 0 ? keptNames : things.length > 0 ? things : others;
  return [...new Set(kept)].filter((word) => !own.has(word.toLowerCase()));
}

/** The words of content behind each article, without what somebody does, and what was added before. */
function thingsOf(question: string): string[] {
  const words = wordsOf(question.replace(givenBefore, ''));
  const content = new Set(contentOf(question));
  const things = words.flatMap((word, at) => {
    if (!article.test(word)) return [];
    const rest = words.slice(at + 1);
    const end = rest.findIndex((next) => !content.has(next));
    const thing = end < 0 ? rest : rest.slice(0, end);
    return thing.length > 1 && doing.test(words[at - 1] ?? '') ? thing.slice(0, -1) : thing;
  });
  return [...things, ...wordsOf(givenBefore.exec(question)?.[1] ?? '')];
}

const isNumber = (word: string) => /\p{N}/u.test(word);

/** Words with a digit, and capitalised words but the first; acronyms are as often what is asked (`CEO`) as of whom. */
function namesOf(question: string): string[] {
  return wordsOf(question).filter(
    (word, index) => isNumber(word) || (index > 0 && /^\p{Lu}.*\p{Ll}/u.test(word)),
  );
}

const contentOf = (question: string): string[] => contentWords(question, wordsOf(question));

const wordsOf = (text: string): string[] =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*(?<![.’'-])/gu) ?? [];

/** What was said before: questions of the user, answers to them. */
export interface ChatMessage {
  /** Who said it. */
  readonly role: 'user' | 'assistant';
  /** What was said. */
  readonly content: string;
}

const task =
  'A user asks questions about documents, one after the other. Write the last question again so that it can be ' +
  'understood without the conversation: put the things that are meant in place of words such as "it" or "she", and add ' +
  'what it leaves out. Ask for nothing else, and do not answer. A question that can be understood already stays as it is. ' +
  'Write only the question, on one line, in its language.';

const mostMessages = 8;
const longestMessage = 2000;
const longestQuestion = 1000;
/** Room for a model that thinks before it writes. */
const maxOutputTokens = 1000;

/**
 * The question as it can be understood without the conversation. Answers are fenced as data: they quote documents.
 * @throws GenerationError when the model fails, or does not write a question of one line.
 */
export async function rewriteQuestion(
  model: LanguageModel,
  { question, history }: { readonly question: string; readonly history: readonly ChatMessage[] },
  signal?: AbortSignal,
): Promise<{ question: string; usage: ModelUsage }> {
  const said = history.slice(-mostMessages).map(({ role, content }) => {
    const text = content.slice(0, longestMessage);
    return role === 'user' ? `Question: ${text}` : `Answer:\n${fenceUntrusted('answer', text)}`;
  });
  const request = {
    system: [task, fenceRule].join('\n\n'),
    prompt: [...said, `Last question: ${question}`].join('\n\n'),
  };
  const { text, usage } = await model.generateText({ ...request, maxOutputTokens, signal });
  const written = text.trim().replace(/^["“](.*)["”]$/su, '$1');
  if (written === '' || written.includes('\n') || written.length > longestQuestion) {
    throw new GenerationError(`${model.modelId} wrote no question`, {
      hint: 'Try again, or choose another model.',
      context: { model: model.modelId, reason: 'malformed' },
    });
  }
  return { question: written, usage };
}
