/**
 * What speaks for each unit's answering the question, in numbers that mean the same in every language and subject: how
 * much of the question stands in the unit, around it and above it, how near to one another, and whether
 * something stands beside it that could be the answer. The scorer weighs them; nothing is decided here.
 */
import { analyse } from '../../text/analyser.ts';
import { phrasePattern } from '../../text/words/phrases.ts';
import { capitalisesNouns, wordsOf } from '../../text/words/words-of.ts';
import type { WordVectors } from '../../embed/embedder.ts';
import type { Span } from '../../text/spans.ts';
import type { Passage } from '../../types.ts';
import { documentKey } from '../../util/document-key.ts';
import { cellsUnder, labelOf } from '../../text/table-row.ts';
import { TermMatcher, unite, type Credit } from './matcher.ts';
import { split, yearPattern, type AnswerKind, type Question } from './question.ts';
import type { Features } from './scorer.ts';
import { splitUnits, type Unit } from './units.ts';

export interface Candidate {
  /** Index of its passage. */
  readonly passage: number;
  readonly documentKey: string;
  /** Span in the document's text. */
  readonly charStart: number;
  readonly charEnd: number;
  readonly unit: Unit;
  /** As it was read for the language of its document. */
  readonly question: Question;
  /** Titles, headings and table heads over it. */
  readonly context: readonly string[];
  readonly terms: readonly string[];
  readonly credit: Credit;
  readonly features: Features;
}

export interface PassageInContext {
  readonly passage: Passage;
  /** Title of its document and headings over it, outermost first. */
  readonly headings: readonly string[];
  /** Of the question's names those that its document as a whole is about. */
  readonly about: readonly string[];
  /** The header row of the table that it begins in, below that. */
  readonly tableHeader?: string;
  /** Where its document lists its contents. */
  readonly contents: readonly Span[];
  /** The question as read for the language of its document. */
  readonly question: Question;
}

/** All but the last six are measured within one passage; the last compare a unit with the others of all passages. */
export const featureNames = [
  'own',
  'window',
  'around',
  'meaning',
  'meaningWindow',
  'above',
  'heading',
  'ownBeside',
  'pairs',
  'focus',
  'length',
  'adds',
  'kind',
  'fullName',
  'nearness',
  'missingNames',
  'yearMissing',
  'yearHere',
  'yearElsewhere',
  'rowLabel',
  'isRow',
  'isItem',
  'isQuestion',
  'leadsIn',
  'former',
  'withinName',
  'shareNotAsked',
  'questionLength',
  'unknown',
  'asksPerson',
  'asksNumber',
  'asksDate',
  'asksYesNo',
  'asksReason',
  'asksManner',
  'rank',
  'relevance',
  'standout',
  'compared',
  'ownGap',
  'windowGap',
  'aroundGap',
  'meaningGap',
] as const;
export type FeatureName = (typeof featureNames)[number];
const place = Object.fromEntries(featureNames.map((name, index) => [name, index])) as Record<
  FeatureName,
  number
>;
export const featureAt = (name: FeatureName): number => place[name];

const surroundingTerms = 80;
/** From a word that is asked to the phrase that says what it means, at most. */
const wordsToDefining = 3;
/** Characters before that phrase that may hold those words: units without breaks may be very long. */
const mostBeforeDefining = 120;
/** A form to be filled in, or a signature. */
const blank = /_{4}|(?:_ ){4}|…{3}|(?:\. ?){8}|^\s*\/s\/ /;
/** The number of a list item or a clause is no number that answers. */
const numberMarker = /^\(?\d{1,3}(?:\.\d{1,3})*[.)]?\s/;

/** Every unit of the passages that can be quoted, once, in the order of the passages. */
export function gatherCandidates(passages: readonly PassageInContext[], vectors: WordVectors): Candidate[] {
  const seen = new Set<string>();
  const matchers = new Map<Question, TermMatcher>();
  const candidates = passages.flatMap((item, index) => {
    const matcher = matchers.get(item.question) ?? new TermMatcher(item.question, vectors);
    matchers.set(item.question, matcher);
    return measure(item, index, matcher).filter(({ documentKey: key, charStart }) => {
      const isNew = !seen.has(`${charStart} ${key}`);
      seen.add(`${charStart} ${key}`);
      return isNew;
    });
  });
  compareWithBest(candidates, 'own', 'ownGap');
  compareWithBest(candidates, 'window', 'windowGap');
  compareWithBest(candidates, 'around', 'aroundGap');
  compareWithBest(candidates, 'meaning', 'meaningGap');
  return candidates;
}

function compareWithBest(candidates: readonly Candidate[], of: FeatureName, gap: FeatureName): void {
  const best = Math.max(0, ...candidates.map(({ features }) => features[place[of]]!));
  for (const { features } of candidates) features[place[gap]] = features[place[of]]! - best;
}

function measure(item: PassageInContext, index: number, matcher: TermMatcher): Candidate[] {
  const { passage, question, headings, about, tableHeader } = item;
  const { language } = question;
  const units = splitUnits(passage.text, { language, headings, tableHeader });
  const tokens = units.map(({ text }) => tokensOf(text.replace(numberMarker, ''), language));
  const terms = tokens.map((list) => list.map(({ term }) => term));
  const credits = terms.map((list) => matcher.credit(list));
  const meanings = tokens.map((list, at) =>
    unite([credits[at]!, matcher.creditOfMeaning(list.map(({ word }) => word.toLowerCase()))]),
  );
  const above = matcher.credit(analyse([...headings, ...about].join('\n'), language));
  const [title = ''] = headings;
  const identity = matcher.credit(analyse([title, ...about].join('\n'), language));
  const overs = new Map<string, Credit>();
  const creditOf = (lines: readonly string[]): Credit => {
    const text = lines.join('\n');
    const known = overs.get(text) ?? matcher.credit(analyse(text, language));
    overs.set(text, known);
    return known;
  };
  return units.flatMap((unit, at) => {
    if (unit.kind === 'heading' || isCutWord(unit, passage) || blank.test(unit.text)) return [];
    if (isOfContents(unit, item)) return [];
    const caption = unit.kind === 'tableRow' ? [...unit.context.slice(-1), ...unit.heads] : [];
    const own = unite([credits[at]!, creditOf(caption)]);
    const over = unite([above, creditOf(unit.context), creditOf(unit.heads)]);
    const window = unite([over, ...credits.slice(Math.max(0, at - 1), at + 2)]);
    const [first, last] = surrounding(terms, at);
    const around = unite([over, ...credits.slice(first, last + 1)]);
    const context = [...new Set([...headings, ...unit.context, ...unit.heads])];
    const features = new Float64Array(featureNames.length);
    const set = (name: FeatureName, value: number): void => {
      features[place[name]] = value;
    };
    set('own', matcher.coverageBeyond(identity, own));
    set('window', matcher.coverageBeyond(identity, window));
    set('around', matcher.coverage(around));
    set('meaning', matcher.coverageBeyond(identity, unite([own, meanings[at]!])));
    const near = unite([over, ...meanings.slice(Math.max(0, at - 1), at + 2)]);
    set('meaningWindow', matcher.coverageBeyond(identity, near));
    set('above', matcher.coverage(over));
    set('heading', focusOf(headings, unit, question.language, matcher));
    const beside = [at - 1, at + 1].map((other) =>
      credits[other] === undefined ? 0 : matcher.coverageBeyond(identity, credits[other]),
    );
    set('ownBeside', matcher.coverageBeyond(identity, own) - Math.max(...beside));
    set('missingNames', matcher.missingNames(around));
    set('unknown', question.unknownShare);
    set('questionLength', Math.min(question.terms.length, 10) / 10);
    measureWords(set, { unit, tokens: tokens[at]!, matcher, question });
    measureAnswer(set, { unit, tokens: tokens[at]!, matcher, question });
    measureYears(set, { unit, question, context });
    set('rank', 1 / passage.rank);
    set('relevance', passage.relevanceScore);
    return [
      {
        passage: index,
        documentKey: documentKey(passage),
        charStart: passage.charStart + unit.start,
        charEnd: passage.charStart + unit.end,
        unit,
        question,
        context,
        terms: terms[at]!,
        credit: own,
        features,
      },
    ];
  });
}

/** A line of a list of contents. */
const isOfContents = ({ start }: Unit, { passage, contents }: PassageInContext): boolean =>
  contents.some((span) => span.start <= passage.charStart + start && passage.charStart + start < span.end);

/** Of the terms of the nearest heading the share that the question has: what stands under another subject's is of that. */
function focusOf(
  headings: readonly string[],
  { context }: Unit,
  language: string,
  matcher: TermMatcher,
): number {
  const terms = new Set(analyse(context.at(-1) ?? headings.at(-1) ?? '', language));
  return terms.size === 0
    ? 0
    : [...terms].filter((term) => matcher.matches(term).length > 0).length / terms.size;
}

type Set_ = (name: FeatureName, value: number) => void;

interface Measured {
  readonly unit: Unit;
  readonly tokens: readonly Token[];
  readonly matcher: TermMatcher;
  readonly question: Question;
}

/** The question's words in the unit: how many of its own they are, and whether they stand together. */
function measureWords(set: Set_, { unit, tokens, matcher, question }: Measured): void {
  const distinct = new Set(tokens.map(({ term }) => term));
  const matched = [...distinct].filter((term) => matcher.matches(term).length > 0).length;
  set('focus', matched / Math.max(distinct.size, 1));
  set('length', Math.log1p(distinct.size) / 5);
  set('adds', Math.min(distinct.size - matched, 2) / 2);
  const asked = new Set(
    question.terms.slice(1).map(({ term }, index) => `${question.terms[index]!.term} ${term}`),
  );
  const pairs = tokens.filter(({ term }, index) => asked.has(`${tokens[index - 1]?.term} ${term}`)).length;
  set('pairs', asked.size === 0 ? 0 : Math.min(pairs / asked.size, 1));
  const isRow = unit.kind === 'tableRow';
  set('isRow', Number(isRow));
  set('isItem', Number(unit.kind === 'listItem'));
  set('isQuestion', Number(/[?？؟]["”’)]*$/u.test(unit.text)));
  set('leadsIn', Number(!isRow && /[:：]$/u.test(unit.text)));
  if (isRow) {
    const label = [...new Set(analyse(labelOf(unit.text), question.language))];
    const named = label.filter((term) => matcher.matches(term).length > 0).length;
    set('rowLabel', label.length === 0 ? 0 : named / label.length);
  }
  const said = ` ${
    unit.text
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu)
      ?.join(' ') ?? ''
  } `;
  const isFormer = split(wordsOf(question.language).asking.former).some(
    (word) => said.includes(` ${word} `) && !question.words.has(word),
  );
  set('former', Number(isFormer));
}

/** Whether something that could be the answer stands in the unit, and how near to the question's words. */
function measureAnswer(set: Set_, { unit, tokens, matcher, question }: Measured): void {
  const { kind, years, language } = question;
  set('asksPerson', Number(kind === 'person' || kind === 'place'));
  set('asksNumber', Number(kind === 'number' || kind === 'count'));
  set('asksDate', Number(kind === 'date'));
  set('asksYesNo', Number(kind === 'yesNo'));
  set('asksReason', Number(kind === 'reason'));
  set('asksManner', Number(kind === 'manner'));
  const weights = tokens.map(({ term }) => matcher.weightOf(term));
  const isRow = unit.kind === 'tableRow';
  const heads = unit.heads[0] ?? '';
  const cells = isRow ? tokensOf(cellsUnder(heads, unit.text, years), language) : tokens;
  const words = new Set(cells.map(({ word }) => word));
  const isAnswer = tokens.map((token) => words.has(token.word) && couldAnswer(kind, token, question));
  const has = kind === 'definition' ? defines(unit, matcher, question) : isAnswer.includes(true);
  set('kind', kind === 'yesNo' || kind === 'manner' || kind === 'other' ? 0 : has ? 1 : -1);
  const isNew = (word: string | undefined) => word !== undefined && !question.words.has(word.toLowerCase());
  const names = tokens.some(({ word, pairedWith }) => isNew(word) && isNew(pairedWith));
  set('fullName', Number(kind === 'person' && names));
  let nearest = 0;
  for (const [at, could] of isAnswer.entries()) {
    if (!could) continue;
    const near = weights.reduce(
      (sum, weight, other) => sum + weight * Math.exp(-Math.abs(at - other) / 6),
      0,
    );
    nearest = Math.max(nearest, near);
  }
  set('nearness', nearest);
  const numbers = tokens.filter((token, at) => isAnswer[at] && /\p{Nd}/u.test(token.word));
  const shares = numbers.filter(({ isShare }) => isShare).length;
  set('shareNotAsked', Number(kind === 'count' && numbers.length > 0 && shares === numbers.length));
  const inside = tokens.filter((token, at) => token.isWithinName && weights[at]! > 0);
  set('withinName', inside.length === 0 ? 0 : Math.max(...inside.map(({ term }) => matcher.weightOf(term))));
}

/** Whether a phrase that says what a word means follows one of the question's words. */
function defines({ text }: Unit, matcher: TermMatcher, { language }: Question): boolean {
  const isAsked = (said: string) =>
    tokensOf(said, language)
      .slice(-wordsToDefining)
      .some(({ term }) => matcher.matches(term).length > 0);
  return Array.from(text.matchAll(phrasePattern(wordsOf(language).asking.defining))).some(({ index }) =>
    isAsked(text.slice(Math.max(0, index - mostBeforeDefining), index)),
  );
}

/** Years that the question names: in the unit or over it, nowhere about, or another in their place. */
function measureYears(
  set: Set_,
  { unit, question: { years }, context }: { unit: Unit; question: Question; context: readonly string[] },
): void {
  if (years.length === 0) return;
  const here = new Set(`${unit.text}\n${unit.heads.join('\n')}`.match(yearPattern));
  const over = new Set(context.join('\n').match(yearPattern));
  const isHere = years.some((year) => here.has(year));
  set('yearHere', Number(isHere));
  set('yearMissing', Number(!isHere && !years.some((year) => over.has(year))));
  set('yearElsewhere', Number(!isHere && here.size > 0));
}

interface Token {
  readonly term: string;
  readonly word: string;
  /** Of its sentence, or of its cell: its capital says nothing. */
  readonly isFirst: boolean;
  /** Whether a per cent sign or word follows. */
  readonly isShare: boolean;
  /** Whether it is a share, has a currency, or a decimal mark. */
  readonly isAmount: boolean;
  /** Whether it is a part of a longer capitalised name. */
  readonly isWithinName: boolean;
  /** The other word of a name such as `Rory Macklin`, also where that opens a sentence. */
  readonly pairedWith: string | undefined;
}

const wordPattern = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}]|['’.,&/-](?=[\p{L}\p{N}]))*/gu;
const share = /^\s?(?:%|％|per ?cent|percent|prozent|pour ?cent|por ?ciento)/iu;
const isCapital = (word: string | undefined): boolean => word !== undefined && /^\p{Lu}/u.test(word);

/** The terms of a text in order, each with the word that it comes from. */
function tokensOf(text: string, language: string): Token[] {
  const words = [...text.matchAll(wordPattern)];
  return words.flatMap(({ 0: word, index }, at) => {
    const hasDigit = /\p{Nd}/u.test(word);
    const isShare = hasDigit && share.test(text.slice(index + word.length, index + word.length + 12));
    const isAmount =
      isShare ||
      (hasDigit &&
        (/^\p{Nd}+[.,]\p{Nd}+$/u.test(word) ||
          /\p{Sc}\s?$/u.test(text.slice(Math.max(0, index - 2), index))));
    const previous = words[at - 1];
    const isFirst =
      previous === undefined ||
      (isCapital(word) &&
        text
          .slice(previous.index + previous[0].length, index)
          .trimEnd()
          .endsWith('|'));
    const beside = [at === 1 ? undefined : previous?.[0], words[at + 1]?.[0]];
    const isWithinName = isCapital(word) && !capitalisesNouns(language) && beside.some(isCapital);
    const next = words[at + 1];
    const isPaired =
      isCapital(word) && isCapital(next?.[0]) && text.slice(index + word.length, next?.index) === ' ';
    const pairedWith = isPaired && analyse(next![0], language).length > 0 ? next![0] : undefined;
    return analyse(word, language).map((term) => ({
      term,
      word,
      isFirst,
      isShare,
      isAmount,
      isWithinName,
      pairedWith,
    }));
  });
}

/** Whether a word could be what is asked for and is not in the question: a number, a date, a name. */
function couldAnswer(
  kind: AnswerKind,
  { word, isFirst, isAmount }: Token,
  { words, language }: Question,
): boolean {
  if (words.has(word.toLowerCase())) return false;
  const hasDigit = /\p{Nd}/u.test(word);
  if (kind === 'number' || kind === 'count') return hasDigit || isListed(word, language, 'numerals');
  if (kind === 'date') return (hasDigit && !isAmount) || monthsOf(language).has(word.toLowerCase());
  if (kind === 'reason') return isListed(word, language, 'because');
  if (kind !== 'person' && kind !== 'place') return false;
  if (hasDigit) return false;
  const hasCase = word.toLowerCase() !== word.toUpperCase();
  return hasCase ? isCapital(word) && (!isFirst || /\p{Lu}/u.test(word.slice(1))) : true;
}

function isListed(word: string, language: string, list: 'numerals' | 'because'): boolean {
  return split(wordsOf(language).asking[list]).includes(word.toLowerCase());
}

const months = new Map<string, ReadonlySet<string>>();

/** Names of months and days of the week, long and short. */
function monthsOf(language: string): ReadonlySet<string> {
  const known = months.get(language);
  if (known !== undefined) return known;
  const names = (['long', 'short'] as const).flatMap((width) => {
    const month = new Intl.DateTimeFormat(language, { month: width, timeZone: 'UTC' });
    const day = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' });
    return Array.from({ length: 12 }, (_, index) => [
      month.format(Date.UTC(2024, index, 15)),
      day.format(Date.UTC(2024, 0, index + 1)),
    ]).flat();
  });
  const set = new Set(names.map((name) => name.toLowerCase().replace(/\.$/, '')));
  months.set(language, set);
  return set;
}

/** A unit that begins or ends within a word of the document, by what a passage begins or ends with. */
function isCutWord({ start, end }: Unit, { text }: Passage): boolean {
  return (
    (start === 0 && /^\p{Ll}{1,2}[\p{Lu}]/u.test(text)) || (end === text.length && /[\p{L}]-$/u.test(text))
  );
}

/** The first and last unit within `surroundingTerms` terms before and after the unit at `at`. */
function surrounding(terms: readonly (readonly string[])[], at: number): [first: number, last: number] {
  let [first, last] = [at, at];
  for (let room = surroundingTerms; first > 0 && room >= terms[first - 1]!.length; first--) {
    room -= terms[first - 1]!.length;
  }
  for (let room = surroundingTerms; last < terms.length - 1 && room >= terms[last + 1]!.length; last++) {
    room -= terms[last + 1]!.length;
  }
  return [first, last];
}
