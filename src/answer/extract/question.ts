import { derivedIn, type Derived } from './doubts/derived.ts';
import { opposablesIn, type Opposable } from './doubts/opposed.ts';
import { fullYear, withYearsAlone } from '../../text/plain-years.ts';
import { quartersIn, withPlainTimes } from '../../text/quarters.ts';
import { withSpelledDates } from '../../text/spelled-dates.ts';
import { analyse } from '../../text/terms/analyser.ts';
import { segmentSpans } from '../../text/graphemes-and-words.ts';
import { couldHavePhrase, phrasePattern, phrasesIn } from '../../text/words/phrases.ts';
import { capitalisesNouns, knownLanguages, wordsOf } from '../../text/words/words-of.ts';
import { wordPattern } from './tokens.ts';

const kinds = [
  'person',
  'date',
  'place',
  'number',
  'frequency',
  'count',
  'reason',
  'manner',
  'yesNo',
  'meaning',
  'contents',
  'other',
] as const;
/** What a question asks for, as far as its own words tell. */
export type AnswerKind = (typeof kinds)[number];

interface QuestionTerm {
  readonly term: string;
  /** As the question has it. */
  readonly word: string;
  /** Inverse document frequency, > 0; a term that no chunk has weighs more than any that some have. */
  readonly weight: number;
  /** A name or a number: what stands in its place elsewhere is another thing. */
  readonly isName: boolean;
}

/** Who asks for anything else asks how often, when or why, whatever it is that changes. */
const ofFigures: ReadonlySet<AnswerKind> = new Set(['number', 'meaning', 'other']);

/** What is told in several sentences, or as a definition. */
export const asksNoFact: ReadonlySet<AnswerKind> = new Set(['reason', 'manner', 'meaning', 'contents']);

/** Whether a question asks what something is or means. */
export const isOfMeaning = (kind: AnswerKind): boolean => kind === 'meaning' || kind === 'contents';

/** A question as the documents of one language are searched for it. */
export interface Question {
  readonly text: string;
  /** ISO 639-1. */
  readonly language: string;
  readonly kind: AnswerKind;
  /** Of the terms those of the words that say what is asked for, `Which law governs …`: the first two. */
  readonly asked: ReadonlySet<string>;
  /** Content terms, each once, in the order of the question. */
  readonly terms: readonly QuestionTerm[];
  /** Which of the terms it ends with, behind `of`, `for` or the like: that of which it asks something; none where it ends otherwise. */
  readonly of: readonly number[];
  /** Which of the terms it asks for itself, where words of a question before were added to it; else none. */
  readonly newlyAsked: readonly number[];
  /** Whether it is answered by yes or no, and not asked of each document: what lacks one of its words then hardly answers it. */
  readonly isForOne: boolean;
  /** Of one for yes or no, which of the terms ask whether something is allowed: `prohibited`. */
  readonly modals: readonly number[];
  /** Indices of the terms that call whom a report is of: `the company`. */
  readonly reporting: readonly number[];
  /** Share of the terms' weight that no chunk has, 0…1. */
  readonly unknownShare: number;
  /** Whether it names somebody or something that no document speaks of. */
  readonly namesUnknown: boolean;
  /** Years that it names. */
  readonly years: readonly string[];
  /** Quarters of a year that it names, `Q1` to `Q4`. */
  readonly quarters: readonly string[];
  /** Its words, of `COVID-19` also the parts, to tell what a text adds to them. */
  readonly words: ReadonlySet<string>;
  /** What it asks for that is mostly calculated. */
  readonly derived: readonly Derived[];
  /** Its words that have opposites: `net`. */
  readonly opposables: readonly Opposable[];
  /** Whether it asks for a price, a fee, a wage. */
  readonly asksPrice: boolean;
  /** Finds phrases that say what is to happen, where it asks what has happened, and has none of them. */
  readonly planned: RegExp | undefined;
  /** Finds phrases that it does not have and that say of a post or a state that it has ended. */
  readonly former: RegExp;
}

/** What a question asks for in its own words, `how heavy`, and what a table calls that, `weight`. */
export interface AskedHead {
  readonly asked: RegExp;
  readonly name: string;
}

/** What a question asks for that rows of tables, a header among them, have under names of their own. */
export function headsAsked(text: string, documents: string, rows: readonly string[]): AskedHead[] {
  const ways = wordsOf(languageOf(text, documents)).asking.heads;
  const qualities = Object.entries(wordsOf(documents).asking.heads);
  return qualities.flatMap(([quality, [, names]]) => {
    const [phrases] = ways[quality as keyof typeof ways];
    if (!couldHavePhrase(text, phrases) || text.search(phrasePattern(phrases)) < 0) return [];
    const found = rows.flatMap((row) => row.toLowerCase().match(phrasePattern(names)) ?? []);
    return [...new Set(found)].map((name) => ({ asked: phrasePattern(phrases), name }));
  });
}

/** Inverse document frequency of the words of a date that was asked for in another form: how rare they are was not looked up. */
const ofOtherForm = 1;
/**
 * A word weighs no less than this, about what one weighs that three of five chunks have: among ten leases `rent` is what is asked of one of them.
 */
const leastWeight = 0.5;

/** `fiscal`, `end of` before a year hardly tell anything beside that. */
const ofYearName = 0.1;

/** What a follow-up was given of the question before: `And in winter? (speed pump)`. */
export const givenBefore = /\s*\(([^()]*)\)$/u;

const yearPattern =
  /(?<!\p{Nd})(?:1[5-9]|20)\d\d(?!\p{Nd})|(?<=(?:(?:\b|Q[1-4]|[1-4]Q)FY\s?|\b[1-4]Q)['’]?)\d\d(?!\p{Nd})/giu;

/** The years that a text names, in four digits: also that of `FY26` and `3Q26`, of 1950 to 2049. */
export const yearsIn = (text: string): string[] => (text.match(yearPattern) ?? []).map(fullYear);

/**
 * @param idf Inverse document frequency of an analysed term in the searched collections; 0 when no chunk has it.
 * @param language ISO 639-1 of the documents, whose analysis the terms follow; what is asked for is read in any language.
 * @param as Reads the question as one for what tables call so, or for yes of each document.
 */
export function readQuestion(
  text: string,
  idf: (term: string) => number,
  language: string,
  as?: AskedHead | 'ofEach',
): Question {
  const spelled = withPlainTimes(withSpelledDates(text, languageOf(text, language), language));
  const asking = as === 'ofEach' ? forYes(spelled, language) : askingFor(as, askingPhrase(spelled, language));
  const names = new Set(analyse(namesIn(spelled).join(' '), language));
  const rest = withoutConnecting(withSpaces(asking), language, asking.language);
  const pairs = connectingPairs(language, asking.language);
  const content = analyse(rest, language).filter((term) => !pairs.has(term));
  const words = new Map<string, string>();
  for (const word of rest.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []) {
    for (const term of analyse(word, language)) words.set(term, words.get(term) ?? word);
  }
  const unique = [...new Set(content)];
  const [years, quarters] = [yearsIn(text), quartersIn(text)];
  const original = new Set(analyse(text, language));
  const quarterTerms = new Set(analyse(quarters.join(' '), language));
  const isOfDocuments = (term: string): boolean => original.has(term) && !quarterTerms.has(term);
  const known = unique.map((term) => idf(term) || (isOfDocuments(term) ? 0 : ofOtherForm));
  const rarest = Math.max(1, ...known) + 1;
  const apartFromYears = new Set(analyse(withYearsAlone(rest), language));
  const isForOne = as === undefined && asking.isForYes;
  const modal = phrasePattern(wordsOf(asking.language).allowing);
  const reportingWords = text.match(phrasePattern(wordsOf(asking.language).asking.reporting)) ?? [];
  const reporting = new Set(reportingWords.flatMap((word) => analyse(word, language)));
  const terms = unique.map((term, index) => {
    const frequency = known[index]!;
    const weightAlone = frequency > 0 ? Math.max(frequency, leastWeight) : rarest;
    const weight = apartFromYears.has(term) ? weightAlone : ofYearName;
    return { term, word: words.get(term) ?? term, weight, isName: names.has(term) };
  });
  const given = givenBefore.exec(text)?.[1];
  const ofBefore = new Set(given === undefined ? unique : analyse(given, language));
  const total = terms.reduce((sum, { weight }) => sum + weight, 0);
  const lower = text.toLowerCase();
  const own = new Set([...(lower.match(/[\p{L}\p{N}]+/gu) ?? []), ...(lower.match(wordPattern) ?? [])]);
  const former = phrasesIn(wordsOf(language).asking.former).filter((phrase) => !own.has(phrase));
  const unknown = terms.reduce((sum, { weight }, index) => sum + (known[index] === 0 ? weight : 0), 0);
  return {
    text,
    language,
    kind: asking.kind,
    asked: new Set(asking.asked.flatMap((word) => analyse(word, language))),
    terms,
    of: endOf(text, asking.language).flatMap((word) =>
      analyse(word, language).flatMap((term) => (unique.includes(term) ? [unique.indexOf(term)] : [])),
    ),
    newlyAsked: unique.flatMap((term, index) => (ofBefore.has(term) ? [] : [index])),
    isForOne,
    reporting: unique.flatMap((term, index) => (reporting.has(term) ? [index] : [])),
    modals: terms.flatMap(({ word }, index) => (isForOne && word.search(modal) >= 0 ? [index] : [])),
    namesUnknown:
      !capitalisesNouns(asking.language) &&
      known.some((frequency) => frequency > 0) &&
      properNames(text).some((name) => analyse(name, language).some((term) => idf(term) === 0)),
    unknownShare: total === 0 ? 1 : unknown / total,
    years,
    quarters,
    words: own,
    derived: ofFigures.has(asking.kind) ? derivedIn(text, [asking.language, language], years) : [],
    opposables: opposablesIn(text, language),
    asksPrice: asking.isOfPrice,
    planned: asksPast(text, asking, language) ? phrasePattern(wordsOf(language).asking.planned) : undefined,
    former: phrasePattern(...former),
  };
}

/** Words of a name that a question ends with, at most. */
const mostOfEnd = 3;

/** The words that a question ends with where nothing but an article stands between these and `of`, `for` or, before a name, `in` and the like. */
function endOf(text: string, language: string): string[] {
  const { prepositions, asking } = wordsOf(language);
  const [connecting, of, others] = [asking.connecting.split(' '), ...prepositions.map(phrasesIn)];
  const words = text.match(/[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*/gu) ?? [];
  const before = words.findLastIndex((word) => connecting.includes(word.toLowerCase()));
  const end = words.slice(before + 1);
  if (end.length === 0 || end.length > mostOfEnd || !/\p{L}/u.test(end.at(-1)!)) return [];
  if (yearsIn(end.join(' ')).length > 0) return [];
  const isName = end.some((word) => /^\p{Lu}/u.test(word)) && !capitalisesNouns(language);
  const isOneOf = (word = ''): boolean =>
    of!.includes(word.toLowerCase()) || (isName && others!.includes(word.toLowerCase()));
  return isOneOf(words[before]) || isOneOf(words[before - 1]) ? end : [];
}

/**
 * Whether a question asks for a fact of the past, and not for what was expected then, nor for what must or may be once something was
 * done: `Within how many days must a fault that was told be mended?`
 */
function asksPast(text: string, { kind, language: asked }: Asking, language: string): boolean {
  const { conditions, strong, weak, able, asking } = wordsOf(asked);
  if (asksNoFact.has(kind) || !couldHavePhrase(text, asking.past)) return false;
  const at = text.search(phrasePattern(asking.past));
  // `Is what was developed before confidential?`
  if (kind === 'yesNo' && text.slice(0, at).search(phrasePattern(asking.yesNo)) >= 0) return false;
  const end = kind === 'yesNo' ? text.length : Math.max(at, 0);
  const before = text.slice(0, end).replace(/^\P{L}*\p{L}+/u, '');
  if (before.search(phrasePattern(conditions, strong, weak, able, asking.moments)) >= 0) return false;
  return at >= 0 && text.search(phrasePattern(asking.planned, wordsOf(language).asking.planned)) < 0;
}

/** Words with a digit, and capitalised words but the first. */
export function namesIn(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}'’.&-]*/gu) ?? [];
  return words.filter((word, index) => /\p{N}/u.test(word) || (index > 0 && /^\p{Lu}/u.test(word)));
}

/** Not `FY2019`. */
const codeOfThing = /^\p{Lu}{1,5}-?(?!(?:19|20)\d\d$)\p{Nd}{3,}$/u;

/** Capitalised words but the first, without acronyms, which are often written out in documents, and codes such as `HP-5522`. */
const properNames = (text: string): string[] =>
  namesIn(text).filter((word) => /^\p{Lu}\p{Ll}{2,}/u.test(word) || codeOfThing.test(word));

interface Asking {
  readonly kind: AnswerKind;
  readonly language: string;
  /** The question without the words that ask. */
  readonly rest: string;
  /** What stands right behind these, at most two words; none where the question asks for anything else than a thing. */
  readonly asked: readonly string[];
  readonly isOfPrice: boolean;
  /** Whether it is answered by yes or no, and nothing in it asks for anything else. */
  readonly isForYes: boolean;
}

interface Found {
  readonly kind: AnswerKind;
  readonly phrase: string;
  readonly before: string;
  readonly length: number;
  readonly behind: string;
}

/** What is asked of each document: whether it says so. */
const forYes = (text: string, documents: string): Asking => ({
  kind: 'yesNo',
  language: languageOf(text, documents),
  rest: text,
  asked: [],
  isOfPrice: false,
  isForYes: true,
});

/** With what a table calls it in place of the words that ask. */
const askingFor = (head: AskedHead | undefined, asking: Asking): Asking =>
  head === undefined
    ? asking
    : { ...asking, rest: `${asking.rest.replaceAll(head.asked, ' ')} ${head.name}` };

/** The first phrase that asks in the question's own language; of several at one place the longest. */
function askingPhrase(text: string, documents: string): Asking {
  const language = languageOf(text, documents);
  const words = wordsOf(language).asking;
  const found = kinds.flatMap((kind) => {
    const whole = phrasesIn(words[kind]).filter((phrase) => !phrase.includes(gap));
    const one = firstPhrase(text, kind, whole.join('|'));
    return [...one, ...parted(text, kind, language)];
  });
  const [first] = found.toSorted((a, b) => a.before.length - b.before.length || b.length - a.length);
  if (first === undefined)
    return { kind: 'other', language, rest: text, asked: [], isOfPrice: false, isForYes: false };
  const rest = `${first.before} ${first.behind}`;
  const isThing = first.kind === 'other' || isOfMeaning(first.kind);
  const asked = isThing ? firstWords(dividedIn(language, first.behind), words.connecting) : [];
  const isNext = first.behind.trimStart().startsWith(asked[0] ?? ' ');
  const isMeasure =
    first.kind !== 'contents' &&
    couldHavePhrase(asked.join(' '), words.measures) &&
    phrasePattern(words.measures);
  if (isMeasure && asked.some((word) => !word.includes('-') && word.search(isMeasure) >= 0))
    return {
      kind: 'number',
      language,
      rest,
      asked: [],
      // Who asks which costs there are asks for things.
      isOfPrice: (!isNext || first.phrase.includes(' ')) && namesPrice(asked.join(' '), language),
      isForYes: false,
    };
  const isOfPrice = first.kind === 'number' && asksPrice(text, first, language);
  return {
    kind: first.kind,
    language,
    rest,
    asked: isNext && first.kind === 'other' ? asked.slice(0, 2) : [],
    isOfPrice,
    isForYes: found.every(({ kind }) => kind === 'yesNo'),
  };
}

/** `what does … cost`, or `how much` and `rent`, with no other thing right behind: `how much notice`. */
function asksPrice(text: string, { phrase, behind }: Found, language: string): boolean {
  const { prices, connecting } = wordsOf(language).asking;
  if (!phrasesIn(prices[0]).includes(phrase)) return namesPrice(phrase, language);
  const next = /\p{L}+/u.exec(behind)?.[0];
  const isOfOther = next !== undefined && !connecting.split(' ').includes(next.toLowerCase());
  return isOfOther ? namesPrice(next, language) : namesPrice(text, language);
}

function namesPrice(text: string, language: string): boolean {
  const [, prices] = wordsOf(language).asking.prices;
  return text.search(phrasePattern(prices)) >= 0;
}

function firstPhrase(text: string, kind: AnswerKind, phrases: string): Found[] {
  if (!couldHavePhrase(text, phrases)) return [];
  const [match] = text.matchAll(phrasePattern(phrases));
  if (match === undefined) return [];
  const [before, length] = [text.slice(0, match.index), match[0].length];
  return [{ kind, phrase: match[0].toLowerCase(), before, length, behind: text.slice(match.index + length) }];
}

/** What is asked about within a phrase: `what does … mean`. */
const gap = '…';

function parted(text: string, kind: AnswerKind, language: string): Found[] {
  return phrasesIn(wordsOf(language).asking[kind]).flatMap((phrase) => {
    const [opening = '', closing] = phrase.split(` ${gap} `);
    if (closing === undefined) return [];
    return firstPhrase(text, kind, opening).flatMap(({ before, length, behind }) =>
      firstPhrase(behind, kind, closing).map((end) => ({
        kind,
        phrase,
        before,
        length: length + end.length,
        behind: `${end.before} ${end.behind}`,
      })),
    );
  });
}

/** Japanese with spaces between its words: particles end what is asked for. */
const dividedIn = (language: string, text: string): string =>
  language === 'ja'
    ? segmentSpans(text, 'word')
        .map(({ start, end }) => text.slice(start, end))
        .join(' ')
    : text;

/** Content words up to the next word that connects, of those that stand before the first one or right behind such words. */
function firstWords(text: string, connecting: string): string[] {
  const known = new Set(connecting.split(' '));
  const words = text.match(/[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)*/gu) ?? [];
  const from = words.findIndex((word) => !known.has(word.toLowerCase()));
  if (from < 0) return [];
  const length = words.slice(from).findIndex((word) => known.has(word.toLowerCase()));
  return words.slice(from, length < 0 ? undefined : from + length);
}

/**
 * The language that most of the question's small words are of; that of the documents where several are equal. Hiragana are written in
 * Japanese alone, but for `の`.
 */
export function languageOf(text: string, documents: string): string {
  if (/(?!の)\p{Script=Hiragana}/u.test(text)) return 'ja';
  if (/\p{Script=Han}/u.test(text)) return documents === 'ja' ? 'ja' : 'zh';
  const counts = smallWordCounts(text);
  const most = Math.max(...counts.map(({ count }) => count));
  const best = counts.filter(({ count }) => count === most).map(({ language }) => language);
  return best.includes(documents) || best.length === 0 ? documents : best[0]!;
}

/** The language that a question is surely in as ISO 639-1, by two of its small words at least; undefined where none is. */
export function languageAskedIn(question: string): string | undefined {
  const [best, next] = smallWordCounts(question).toSorted((a, b) => b.count - a.count);
  return best!.count > Math.max(1, next!.count) ? best!.language : undefined;
}

/** How many of the question's words are small words of each language. */
function smallWordCounts(text: string): { language: string; count: number }[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return knownLanguages.map((language) => {
    const known = smallWords(language);
    return { language, count: words.filter((word) => known.has(word)).length };
  });
}

/** Of the words of a question those that say what it is about. */
export function contentWords(question: string, words: readonly string[]): string[] {
  const known = smallWords(languageOf(question, 'en'));
  return words.filter((word) => !known.has(word.toLowerCase()));
}

/** Kinds whose phrases have words that say something elsewhere: `times`, `mean`. */
const isOfContent = (kind: AnswerKind): boolean => kind === 'frequency' || isOfMeaning(kind);

const small = new Map<string, ReadonlySet<string>>();

function smallWords(language: string): ReadonlySet<string> {
  const known = small.get(language);
  if (known !== undefined) return known;
  const { connecting: others, ...rest } = wordsOf(language).asking;
  const lists = [others, ...kinds.flatMap((kind) => (isOfContent(kind) ? [] : rest[kind]))];
  const all =
    lists
      .join(' ')
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  const words = new Set(all.filter((word) => !namesPrice(word, language)));
  small.set(language, words);
  return words;
}

/** What a question asks for. */
export const askedKind = (question: string, documents = 'en'): AnswerKind =>
  askingPhrase(question, documents).kind;

const withoutSpaces: ReadonlySet<string> = new Set(['ja', 'zh']);

/**
 * Where no spaces divide words, texts are compared by pairs of letters. Spaces in place of the words that connect, and between longer words,
 * keep a question from asking for pairs that stand in no word.
 */
function withSpaces({ rest, language }: Asking): string {
  if (!withoutSpaces.has(language)) return rest;
  const connecting = new Set(wordsOf(language).asking.connecting.split(' '));
  const words = segmentSpans(rest, 'word').map(({ start, end }) => rest.slice(start, end));
  const isApart = (at: number): boolean => words[at]!.length > 1 && (words[at - 1]?.length ?? 0) > 1;
  return words.map((word, at) => (connecting.has(word) ? ' ' : isApart(at) ? ` ${word}` : word)).join('');
}

const connecting = new Map<string, ReadonlySet<string>>();

/** The words that ask or connect in these languages, as they are and as they are written without diacritics. */
function connectingWords(languages: readonly string[]): ReadonlySet<string> {
  const key = languages.join(' ');
  const known = connecting.get(key);
  if (known !== undefined) return known;
  const words = languages.flatMap((code) => wordsOf(code).asking.connecting.split(' '));
  const plain = words.map((word) => word.normalize('NFD').replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, ''));
  const all = new Set([...words, ...plain]);
  connecting.set(key, all);
  return all;
}

/** Of a language that has no spaces between words the pairs of letters in words that ask or connect. */
const connectingPairs = (documents: string, asked: string): ReadonlySet<string> =>
  new Set(
    [documents, asked]
      .filter((code) => withoutSpaces.has(code))
      .flatMap((code) => analyse(wordsOf(code).asking.connecting, documents)),
  );

/** A question without the words that ask or connect; these are not compared as terms, of which `use` has that of `us`. */
function withoutConnecting(text: string, ...languages: readonly string[]): string {
  const known = connectingWords(languages);
  return text.replaceAll(/[\p{L}\p{N}\p{M}]+/gu, (word) => (known.has(word.toLowerCase()) ? ' ' : word));
}
