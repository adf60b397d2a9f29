/**
 * What speaks for each unit's answering the question, in numbers that mean the same in every language and subject: how
 * much of the question stands in the unit, around it and above it, how near to one another, and whether
 * something stands beside it that could be the answer. The scorer weighs them; nothing is decided here.
 */
import { analyse } from '../../text/terms/analyser.ts';
import type { WordVectors } from '../../embed/embedder.ts';
import type { Span } from '../../text/spans.ts';
import type { Passage } from '../../types.ts';
import type { PassageInContext } from '../generator.ts';
import { documentKey } from '../../util/ids/document-key.ts';
import { phrasePattern, phrasesIn } from '../../text/words/phrases.ts';
import { capitalisesNouns, wordsOf } from '../../text/words/words-of.ts';
import { splitUnits, type Unit } from '../../text/structure/quotable-units.ts';
import { limitsBefore, pointsBack, saysOfOtherCase } from '../../text/structure/lead-in.ts';
import {
  cellsOf,
  cellsUnder,
  hasText,
  isTableRow,
  labelOf,
  wholeNames,
} from '../../text/structure/table-row.ts';
import { TermMatcher, unite, type Credit, type Match } from './matcher.ts';
import { namedIn } from './named.ts';
import { isOfOtherNumber } from './numbered.ts';
import { isOfMeaning, yearsIn, type Question } from './question.ts';
import type { Features } from './scorer.ts';
import { withPlainTimes } from '../../text/quarters.ts';
import { withSpelledDates } from '../../text/spelled-dates.ts';
import { subjectOf } from './subject.ts';
import { hasWord, type Parties } from '../../text/structure/parties.ts';
import { titlesOf } from './titled.ts';
import { TextWords, type Word } from './tokens.ts';

export interface Candidate {
  /** Index of its passage. */
  readonly passage: number;
  readonly documentKey: string;
  /** Span in the document's text. */
  readonly charStart: number;
  readonly charEnd: number;
  readonly unit: Unit;
  /**
   * What is quoted of its document, and where that begins in the document's text: with the sentence before, where it is about what that
   * says, and the one behind, where that limits it.
   */
  readonly quote: string;
  readonly quoteStart: number;
  /** Whether the title over it is what is asked, and it is the first of the steps below that, or leads in to them. */
  readonly beginsSteps: boolean;
  /** Whether neither it nor what stands beside or over it has that of which something is asked, and it is of something else. */
  readonly isOfOther: boolean;
  /** Whether it is of a work that its document cites, and the question does not ask who wrote something, or when. */
  readonly isOfWork: boolean;
  /** What its document calls its parties, where the question names one of them so. */
  readonly sides: readonly string[];
  /** As it was read for the language of its document. */
  readonly question: Question;
  /** Titles, headings and table heads over it. */
  readonly context: readonly string[];
  /** Of the question's names and words those that its document as a whole is about. */
  readonly subjects: readonly string[];
  /** How much of the question the name of its document is, 0…1. */
  readonly named: number;
  readonly credit: Credit;
  /** The share of the question's weight, 0…1, of which neither it nor what stands over it has a word, or one of like meaning. */
  readonly lacking: number;
  readonly features: Features;
}

/** A passage, and the question as read for the language of its document. */
export interface AskedPassage {
  readonly passage: PassageInContext;
  readonly question: Question;
  /** The question as it is read for rows that have a name over or before them which tables give to what it asks. */
  readonly ofTables?: readonly { readonly question: Question; readonly name: string }[];
}

/** Those from `standout` on compare a unit with the others of all passages; the rest are measured within one. */
export const featureNames = [
  'own',
  'window',
  'around',
  'meaning',
  'pairs',
  'length',
  'adds',
  'kind',
  'fullName',
  'nearness',
  'missing',
  'plain',
  'missingNames',
  'yearMissing',
  'yearHere',
  'yearElsewhere',
  'rowLabel',
  'labelCover',
  'labelFit',
  'column',
  'value',
  'subjectCover',
  'subjectFit',
  'designated',
  'moment',
  'nameCover',
  'isLabelled',
  'isRow',
  'isItem',
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
  'asksMeaning',
  'rank',
  'relevance',
  'standout',
  'compared',
  'ownGap',
  'meaningGap',
  'labelGap',
  'namedGap',
  'subjectGap',
  'nameGap',
] as const;
export type FeatureName = (typeof featureNames)[number];
const place = Object.fromEntries(featureNames.map((name, index) => [name, index])) as Record<
  FeatureName,
  number
>;
export const featureAt = (name: FeatureName): number => place[name];

const surroundingTerms = 80;
/** A form to be filled in, or a signature. */
const blank = /_{4}|(?:_ ){4}|…{3}|(?:\. ?){8}|^\s*\/s\/ /;
/** Dots that lead from a name to its value; within a cell they lead to the page of an index. */
const leader = /(?<!\. ?)(?:\. ?){4,}\s*(?=(?:\p{L}+\s)?[\p{Sc}\p{N}(–—-])/gu;
const leaderOfRow = /(?<!\. ?)(?:\. ?){4,}\s*\|\s*(?=[\p{Sc}\p{N}(–—-])/gu;
/** A picture in Markdown. */
const picture = /!\[[^\]\n]*\]\([^)\n]*\)/g;
/** A question, such as one that stands over its answer, answers none. */
const asksItself = /[?？؟]["”’»*_)]*$/u;
/** The number of a list item, a clause or a paragraph of a judgment is no number that answers. */
const numberMarker = /^[([]?\d{1,3}(?:\.\d{1,3})*[.)\]]?\s/;
/** Numbers of cited works, behind what they are cited for, where a document lists such: `[4, 5]`. Drafts of contracts have other numbers in brackets. */
const citedWorks = /\s?\[\p{Nd}{1,3}(?:\s?[,–-]\s?\p{Nd}{1,3})*\](?=\s?(?:[.,;:)[]|$))/gu;
const firstStep = /^\s*1[.)]\s/;

/** Every unit of the passages that can be quoted, once, in the order of the passages. */
export function gatherCandidates(passages: readonly AskedPassage[], vectors: WordVectors): Candidate[] {
  const seen = new Set<string>();
  const matchers = new Map<Question, TermMatcher>();
  const headings = passages.flatMap(({ passage: { text, context = [], headingsInside = [] } }) => [
    ...context.slice(1),
    ...headingsInside,
    ...(text.match(/^#{1,6} .+$/gmu) ?? []),
  ]);
  const namesReporting = ({ reporting, terms, language }: Question): boolean => {
    if (reporting.length === 0) return false;
    const there = new Set(analyse(headings.join('\n'), language));
    return reporting.some((at) => there.has(terms[at]!.term));
  };
  const candidates = passages.flatMap(({ passage, question: plain, ofTables = [] }, index) =>
    [...ofTables, { question: plain, name: undefined }].flatMap(({ question, name }) => {
      const matcher = matchers.get(question) ?? new TermMatcher(question, vectors);
      matchers.set(question, matcher);
      return measure({ passage, question }, index, matcher, namesReporting(question)).filter(
        ({ documentKey: key, charStart, unit, features }) => {
          const isApart = name !== undefined && features[place.own]! < leastOfReading;
          if (isApart || (name !== undefined && !isUnderName(unit, name))) return false;
          const isNew = !seen.has(`${charStart} ${key}`);
          seen.add(`${charStart} ${key}`);
          return isNew;
        },
      );
    }),
  );
  compareUnits(candidates);
  return candidates;
}

/** By how much each unit falls behind the best of these: of all that were found, or of its document where each document is asked. */
export function compareUnits(candidates: readonly Candidate[]): void {
  compareWithBest(candidates, 'own', 'ownGap');
  compareWithBest(candidates, 'meaning', 'meaningGap');
  compareWithBest(candidates, 'labelFit', 'labelGap');
  const named = Math.max(0, ...candidates.map((one) => one.named));
  for (const one of candidates) one.features[place.namedGap] = one.named - named;
  compareWithBest(candidates, 'nameCover', 'nameGap');
  const asksMeaning = ({ question: { kind } }: Candidate): boolean => isOfMeaning(kind);
  compareWithBest(candidates.filter(asksMeaning), 'subjectFit', 'subjectGap');
}

/** The price of a row is none of its repair: it has about all the words of a question that is read with a name of its table. */
const leastOfReading = 0.9;

/** Whether a row has a name over one of its columns, or is called so. */
const isUnderName = ({ kind, heads: [header = ''], text }: Unit, name: string): boolean =>
  kind === 'tableRow' &&
  [labelOf(text), ...cellsOf(header).slice(1)].some((one) => one.search(phrasePattern(name)) >= 0);

function compareWithBest(candidates: readonly Candidate[], of: FeatureName, gap: FeatureName): void {
  const best = Math.max(0, ...candidates.map(({ features }) => features[place[of]]!));
  for (const { features } of candidates) features[place[gap]] = features[place[of]]! - best;
}

function measure(
  { passage, question }: AskedPassage,
  index: number,
  matcher: TermMatcher,
  isApart: boolean,
): Candidate[] {
  const { language } = question;
  const { context: headings = [], subjects: about = [], headingsInside = [], tableHeads = [] } = passage;
  const { contents = [], works = [] } = passage;
  const wordsIn = (text: string): TextWords =>
    new TextWords(withPlainTimes(withSpelledDates(text, language)), language);
  const overs = new Map<string, Credit>();
  const creditOf = (lines: readonly string[]): Credit => {
    const text = withPlainTimes(lines.join('\n'));
    const known =
      overs.get(text) ?? matcher.credit(analyse(text, language).map((term) => matcher.match(term)));
    overs.set(text, known);
    return known;
  };
  const above = creditOf([...headings, ...about]);
  /** Where every noun is written like a name, what its document is about may stand in another clause. */
  const told = capitalisesNouns(language) ? creditOf(headings) : above;
  /** A row of a report is of the company whose report it is, unless some are said to be: beside the balance sheet of a group. */
  const ofReporting = new Float64Array(question.terms.length);
  if (!isApart) for (const term of question.reporting) ofReporting[term] = 1;
  /** What tells a row from the others of its table is not what its document is about. */
  const identityOf = ({ kind, text }: Unit): Credit => {
    const label = kind === 'tableRow' ? labelOf(text) : '';
    const credit = creditOf([headings[0] ?? '', ...about.filter((name) => !label.includes(name))]);
    return kind === 'tableRow' ? unite([credit, ofReporting]) : credit;
  };
  const plain = splitUnits(passage.text, {
    language,
    headings: [...headings, ...headingsInside],
    tableHeads,
    code: passage.code,
  });
  const said = plain.map(({ text }) => {
    const own = text.replace(numberMarker, '');
    return works.length > 0 ? own.replaceAll(citedWorks, '') : own;
  });
  const fitOf = (title: string): number => titleFit(title, matcher, creditOf([headings[0] ?? '', ...about]));
  const titles = titlesOf(plain, {
    over: headings.slice(1).at(-1),
    language,
    isAsked: (title) => fitOf(title) >= leastTitleFit,
    isAnswer: (at) => {
      const text = wordsIn(said[at]!);
      return !asksAnything(question) && text.words.some((_, word) => couldAnswer(text, word, question));
    },
  });
  /** What a title names reads as a line that it labels. */
  const units = plain.map((unit, at) => (titles[at] === undefined ? unit : { ...unit, runIn: titles[at] }));
  const texts = said.map((own, at) => {
    const title = titles[at];
    return wordsIn(title === undefined ? own : `${title.toLowerCase()}: ${own}`);
  });
  const matches = texts.map(({ terms }) => terms.map((term) => matcher.match(term)));
  /** Credit for what asks whether something is allowed: for all that says what may, must or must not be, in whatever words. */
  const ofModals = new Float64Array(question.terms.length);
  for (const term of question.modals) ofModals[term] = 1;
  const { strong, weak, able, negations, allowing } = wordsOf(language);
  const saysModal = (text: string): boolean =>
    question.modals.length > 0 && text.search(phrasePattern(strong, weak, able, negations, allowing)) >= 0;
  const credits = matches.map((list, at) =>
    unite([matcher.credit(list), ...(saysModal(said[at]!) ? [ofModals] : [])]),
  );
  const meanings = texts.map(({ words }, at) => unite([credits[at]!, matcher.creditOfMeaning(words)]));
  /** Those of the rows of each table. */
  const labels = new Map<number, string[]>();
  for (const { kind, text, block } of units)
    if (kind === 'tableRow') labels.set(block, [...(labels.get(block) ?? []), labelOf(text)]);
  const named = nameCoverage(headings, about, matcher);
  return units.flatMap((unit, at) => {
    if (unit.kind === 'heading' || isBlank(unit)) return [];
    if (asksItself.test(unit.text) || isOnlyPictures(unit.text) || lacksValue(unit, matcher)) return [];
    if (isWithin(contents, unit, passage)) return [];
    const caption = unit.kind === 'tableRow' ? [...unit.context.slice(-1), ...unit.heads] : [];
    const before = isAboutBefore(units, at, [language, headings]) ? units[at - 1] : undefined;
    const meant = before === undefined ? [] : [credits[at - 1]!.map((credit) => ofBefore * credit)];
    const whose = unit.kind === 'tableRow' ? [ofReporting] : [];
    const own = unite([credits[at]!, creditOf(caption), ...meant, ...whose]);
    const lead = unit.runIn === undefined ? [] : [unit.runIn];
    const identity = identityOf(unit);
    const beyond = (credit: Credit): number => matcher.coverageBeyond(identity, credit);
    const near = unite([own, creditOf(unit.context), creditOf([...unit.heads, ...lead])]);
    // A table may have the new name in another row, and so often that its document is about it.
    const overIt = unit.kind === 'tableRow' ? creditOf(headings) : above;
    if (lacksAsked(unite([overIt, near]), question)) return [];
    const over = unite([above, near]);
    const [from, to] = [Math.max(0, at - 1), at + 2];
    const [first, last] = surrounding(matches, at);
    const around = unite([over, ...credits.slice(first, last + 1)]);
    const context = [...new Set([...headings, ...unit.context, ...unit.heads])];
    const features = new Float64Array(featureNames.length);
    const set = (name: FeatureName, value: number): void => {
      features[place[name]] = value;
    };
    set('own', beyond(own));
    set('window', beyond(unite([over, ...credits.slice(from, to)])));
    set('around', matcher.coverage(around));
    set('meaning', beyond(unite([own, meanings[at]!])));
    set('missing', matcher.heaviestMissing(unite([over, ...meanings.slice(from, to)])));
    set('plain', matcher.coverageOf('others', unite([own, meanings[at]!])));
    set('missingNames', matcher.missingNames(around));
    set('nameCover', matcher.coverageOf('names', unite([over, own])));
    set('unknown', question.unknownShare);
    set('questionLength', Math.min(question.terms.length, 10) / 10);
    const measured = { unit, text: texts[at]!, matches: matches[at]!, matcher };
    measureWords(set, measured);
    measureLabel(set, {
      ...measured,
      own: beyond(own),
      labels: labels.get(unit.block) ?? [],
      coverage: (credit) => beyond(unite([credit, creditOf(caption)])),
    });
    const title = question.kind === 'manner' ? titleOfSteps(units, at) : undefined;
    const stepsFit = title === undefined ? 0 : fitOf(title);
    const beginsSteps = stepsFit >= leastTitleFit;
    if (beginsSteps) {
      set('isLabelled', 1);
      set('labelCover', stepsFit);
      set('labelFit', stepsFit);
      set('leadsIn', Number(unit.kind !== 'listItem'));
    }
    measureSubject(set, { ...measured, coverage: beyond });
    measureAnswer(set, measured);
    measureYears(set, { unit, question, context });
    set('rank', 1 / passage.rank);
    set('relevance', passage.relevanceScore);
    const quoteFrom = before?.start ?? unit.start;
    const quoteTo = (isLimited(units, at, [language, headings]) ? units[at + 1]! : unit).end;
    return [
      {
        passage: index,
        documentKey: documentKey(passage),
        charStart: passage.charStart + unit.start,
        charEnd: passage.charStart + unit.end,
        unit,
        quote: passage.text.slice(quoteFrom, quoteTo),
        quoteStart: passage.charStart + quoteFrom,
        beginsSteps,
        isOfOther:
          isOfOtherNumber([unit.text, headings, passage.text], question) ||
          isOfOther(unite([over, ...meanings.slice(from, to)]), texts[at]!, question) ||
          isOfOtherParty(passage.text.slice(quoteFrom, unit.end), passage.parties),
        isOfWork: !asksOfWork(question) && isWithin(works, unit, passage),
        sides: passage.parties?.sides ?? [],
        question,
        context,
        subjects: about,
        named,
        credit: own,
        lacking: matcher.lacking(unite([told, near, meanings[at]!, ofModals]), leastOfAsked),
        features,
      },
    ];
  });
}

/** Credit for a word of the sentence that `it` or `this` stands for a part of. */
const ofBefore = 0.7;

/** Whether a sentence begins with a word for what the one before it in its paragraph says: `It expires in May.` */
function isAboutBefore(
  units: readonly Unit[],
  at: number,
  [language, headings]: readonly [string, readonly string[]],
): boolean {
  const { text } = units[at]!;
  return (
    areOfOneParagraph(units[at - 1], units[at]) &&
    (pointsBack(text, language, headings) || saysOfOtherCase(text, language))
  );
}

/** Whether the sentence behind one in its paragraph limits it, or says the same of another case. */
function isLimited(
  units: readonly Unit[],
  at: number,
  [language, headings]: readonly [string, readonly string[]],
): boolean {
  const behind = units[at + 1];
  if (behind === undefined || !areOfOneParagraph(units[at], behind)) return false;
  return limitsBefore(behind.text, language, headings) || saysOfOtherCase(behind.text, language);
}

const areOfOneParagraph = (before: Unit | undefined, unit: Unit | undefined): boolean =>
  before?.block === unit?.block && before?.kind === 'sentence' && unit?.kind === 'sentence';

/** Of what a follow-up asks anew nothing stands in the unit or over it, nor is its document about that: what it has is of the question before. */
const lacksAsked = (credit: Credit, { newlyAsked }: Question): boolean =>
  newlyAsked.length > 0 && newlyAsked.every((term) => credit[term] === 0);

/** A word that stands for one of the question has as much credit at least. */
const leastOfAsked = 0.4;

/**
 * Whether a unit says something of another than that of which it is asked, and which no word beside or over it stands for. A name is not
 * repeated everywhere: where it is lacking, another one stands in its place.
 */
function isOfOther(credit: Credit, text: TextWords, { of, terms, words, language }: Question): boolean {
  const lacking = of.filter((term) => credit[term]! < leastOfAsked);
  const isNamed = (term: number): boolean => terms[term]!.isName || /^\p{Lu}/u.test(terms[term]!.word);
  if (!lacking.some(isNamed))
    return lacking.length > 0 && lacking.length === of.length && saysOfWhat(text, words);
  if (capitalisesNouns(language)) return false;
  // `The Group` is that of which it was spoken; an `X2` is no `X1`.
  const isPart = of.some((term) => terms[term]!.isName && !lacking.includes(term));
  if (isPart && !lacking.some((term) => /\p{Nd}/u.test(terms[term]!.word))) return false;
  return text.words.some(({ lower }, at) => text.isName(at) && !text.isFirst(at) && !words.has(lower));
}

/** Whether a text names another party of its document, and not the one that is asked about: what the landlord may do the tenant may not. */
function isOfOtherParty(text: string, parties: Parties | undefined): boolean {
  if (parties === undefined) return false;
  const says = (names: readonly string[]): boolean => names.some((name) => hasWord(text, name));
  // Other words of the question tell the document, and no party: `lease`.
  const names = parties.names.filter((name) => !/^\p{Ll}/u.test(name));
  return says(parties.others) && !says(parties.roles) && !says(names);
}

/** Whether a text says itself of what it speaks, and the question has not: `the guarantee for the hull`, but not `for ten years`. */
function saysOfWhat({ words, language }: TextWords, asked: ReadonlySet<string>): boolean {
  const { prepositions, asking } = wordsOf(language);
  const [of, connecting] = [phrasesIn(prepositions[0]), asking.connecting.split(' ')];
  return words.some(({ lower }, at) => {
    const next = words.slice(at + 1, at + 3).find((word) => !connecting.includes(word.lower));
    if (!of.includes(lower) || next === undefined) return false;
    return !next.isNumber && !next.isTime && !next.isDateName && !asked.has(next.lower);
  });
}

/** A row without anything in the column that the question names, or behind the label that it names: of a form that is not filled in. */
function lacksValue({ kind, heads: [header = ''], text }: Unit, matcher: TermMatcher): boolean {
  if (kind !== 'tableRow') return false;
  if (!hasText(header) && endsWithLabel(text, matcher)) return true;
  const asked = wholeNames(cellsOf(header).filter((head) => matcher.focus(head) === 1));
  const cells = cellsUnder(header, text, (head) => asked.includes(head));
  return cells !== text && !hasText(cells);
}

/** Behind the label of a field: of one that must be filled in, or of any. */
const labelMark = /[*:：]$/;

/**
 * `Start date* | Deposit`, where the deposit is asked for: labels stand beside one another where nothing is filled in. Without a mark the
 * first may be what is asked for: `Anna Koller | Director`, `Blue | Colour`.
 */
function endsWithLabel(row: string, matcher: TermMatcher): boolean {
  const cells = cellsOf(row).filter(hasText);
  const last = cells.pop() ?? '';
  const areLabels = cells.length > 0 && [...cells, last].some((cell) => labelMark.test(cell.trim()));
  if (!areLabels || cells.some((cell) => /\p{N}/u.test(cell)) || matcher.focus(last) < 1) return false;
  const { terms, language } = matcher.question;
  const inLast = new Set(analyse(last, language));
  return !terms.some(({ term, isName }) => isName && inLast.has(term));
}

/** `Delivery: .`, where nothing was filled in. */
const unfilled = /[:：][\s.。．]+$/;

function isBlank({ text }: Unit): boolean {
  if (unfilled.test(text)) return true;
  return blank.test(text) && blank.test(text.replaceAll(isTableRow(text) ? leaderOfRow : leader, ' '));
}

const isOnlyPictures = (text: string): boolean => {
  const rest = text.replaceAll(picture, ' ');
  return rest.length < text.length && !hasText(rest);
};

/** Who wrote a work, and when, is said where it is cited. */
const asksOfWork = ({ kind }: Question): boolean => kind === 'person' || kind === 'date';

const isWithin = (spans: readonly Span[], { start }: Unit, { charStart }: Passage): boolean =>
  spans.some((span) => span.start <= charStart + start && charStart + start < span.end);

/**
 * How much of the question the name of a document is, 0…1; half as much where the rest of its title is not asked for: who asks for Guinea
 * does not mean Equatorial Guinea. Words that are only alike do not count.
 */
function nameCoverage(
  [title = '']: readonly string[],
  about: readonly string[],
  matcher: TermMatcher,
): number {
  const termsOf = (text: string): string[] => analyse(text, matcher.question.language);
  const isAsked = (term: string): boolean => matcher.match(term).same >= 0;
  const ofTitle = termsOf(title);
  const asked = new Set([...ofTitle, ...termsOf(about.join('\n'))].filter(isAsked));
  let weight = 0;
  for (const term of asked) weight += matcher.match(term).weight;
  const focus = ofTitle.filter(isAsked).length / Math.max(ofTitle.length, 1);
  return (Math.min(weight, 1) * (1 + focus)) / 2;
}

type Set_ = (name: FeatureName, value: number) => void;

interface Measured {
  readonly unit: Unit;
  readonly text: TextWords;
  /** Of each of its terms. */
  readonly matches: readonly Match[];
  readonly matcher: TermMatcher;
}

/** The question's words in the unit: how many of its own they are, and whether they stand together. */
function measureWords(set: Set_, { unit, matches, matcher }: Measured): void {
  const { question } = matcher;
  const distinct = new Set(matches);
  let matched = 0;
  for (const { credits } of distinct) if (credits.length > 0) matched++;
  set('length', Math.log1p(distinct.size) / 5);
  set('adds', Math.min(distinct.size - matched, 2) / 2);
  const pairs = matches.filter(({ same }, at) => same > 0 && matches[at - 1]?.same === same - 1).length;
  set('pairs', Math.min(pairs / Math.max(question.terms.length - 1, 1), 1));
  const isRow = unit.kind === 'tableRow';
  set('isRow', Number(isRow));
  set('isItem', Number(unit.kind === 'listItem'));
  set('leadsIn', Number(!isRow && /[:：]/.test(unit.text.at(-1)!)));
  set('former', Number(unit.text.search(question.former) >= 0));
}

/**
 * Of what names something and says it beside that: how much of the question is in the name, whether the name is of nothing else, and whether
 * what is said could be the answer.
 */
function measureLabel(
  set: Set_,
  {
    unit,
    matcher,
    own,
    labels,
    coverage,
  }: Measured & {
    readonly own: number;
    readonly labels: readonly string[];
    readonly coverage: (credit: Credit) => number;
  },
): void {
  const named = namedIn(unit, matcher, labels);
  if (named === undefined) return;
  const { question } = matcher;
  const cover = coverage(creditOfName(named.label, matcher));
  set('isLabelled', 1);
  const focus = named.isAside ? named.focus * own : named.focus;
  if (unit.kind === 'tableRow') set('rowLabel', focus);
  set('labelCover', cover);
  set('labelFit', cover * focus * (named.isWide ? named.column : 1));
  set('column', named.column);
  const value = new TextWords(named.value, question.language);
  const isTold = value.words.some((_, at) => couldAnswer(value, at, question));
  set('value', isTold ? 1 : asksAnything(question) && value.words.length > 0 ? 0 : -1);
}

/** Credit for the words of a label or a title, and for those of like meaning. */
function creditOfName(name: string, matcher: TermMatcher): Credit {
  const { words, terms } = new TextWords(name, matcher.question.language);
  return unite([matcher.credit(terms.map((term) => matcher.match(term))), matcher.creditOfMeaning(words)]);
}

/** A section answers where its title fits the question by this, at least. */
const leastTitleFit = 0.7;

/** How much of the question a title is, and of nothing else, 0…1; 0 where it names only that of which something is asked, as the title of the document does. */
function titleFit(title: string, matcher: TermMatcher, identity: Credit): number {
  const { terms, language } = matcher.question;
  const credit = creditOfName(title, matcher);
  const isAsked = terms.some(
    ({ isName }, term) => (!isName || capitalisesNouns(language)) && credit[term]! > identity[term]!,
  );
  if (!isAsked) return 0;
  const cover = Math.min(
    matcher.coverageBeyond(identity, credit),
    matcher.coverageOf('others', unite([identity, credit])),
  );
  return cover * matcher.focus(title);
}

/**
 * The title of the section of a numbered list, which names what stands right before the first item, and that where nothing does, if it is
 * what is asked.
 */
function titleOfSteps(units: readonly Unit[], at: number): string | undefined {
  const isStep = (index: number): boolean =>
    units[index]?.kind === 'listItem' && firstStep.test(units[index].text);
  if (!isStep(at) && !isStep(at + 1)) return undefined;
  const over = units.slice(0, at).findLastIndex(({ kind }) => kind === 'heading');
  const isSentence = units.slice(over + 1, at).every(({ kind }) => kind === 'sentence');
  const isApart = isStep(at) ? over === at - 1 : isSentence && units[at]!.kind === 'sentence';
  return over >= 0 && isApart ? units[over]!.text : undefined;
}

/** Of a sentence that says what something is: how much of the question stands in what it is said of, and whether that is of nothing else. */
function measureSubject(
  set: Set_,
  { unit, matcher, coverage }: Measured & { readonly coverage: (credit: Credit) => number },
): void {
  if (unit.kind === 'tableRow') return;
  const { language } = matcher.question;
  const subject = subjectOf(unit.text.replace(numberMarker, ''), language);
  if (subject === undefined) return;
  const cover = coverage(matcher.credit(analyse(subject, language).map((term) => matcher.match(term))));
  set('subjectCover', cover);
  set('subjectFit', cover * matcher.focus(subject));
}

/** By how much less a word counts so many words away. */
const decay = Float64Array.from({ length: 200 }, (_, distance) => Math.exp(-distance / 6));

/** Whether something that could be the answer stands in the unit, and how near to the question's words. */
function measureAnswer(set: Set_, { unit, text, matches, matcher }: Measured): void {
  const { question } = matcher;
  const { kind } = question;
  set('asksPerson', Number(kind === 'person' || kind === 'place'));
  const asksNumber = kind === 'number' || kind === 'count' || kind === 'frequency';
  set('asksNumber', Number(asksNumber));
  set('asksDate', Number(kind === 'date'));
  set('asksYesNo', Number(kind === 'yesNo'));
  set('asksMeaning', Number(isOfMeaning(kind)));
  set('designated', Number(isDesignated(text, question)));
  set('moment', Number(kind === 'date' && text.words.some(({ isMoment }) => isMoment)));
  const isAnswer = text.words.map((_, at) => couldAnswer(text, at, question));
  const asksAny = asksAnything(question);
  const isLikeOne = text.words.some(({ hasDigit }, at) => hasDigit && text.isOfDate(at)) && asksNumber;
  set('kind', isAnswer.includes(true) ? 1 : asksAny || isLikeOne ? 0 : -1);
  set('fullName', Number(kind === 'person' && hasNewName(text, question)));
  set(
    'nearness',
    nearness(matches, (term) => isAnswer[text.wordOf[term]!]!),
  );
  const numbers = text.words.flatMap(({ hasDigit }, at) => (isAnswer[at] && hasDigit ? [at] : []));
  const isShares = kind === 'count' && numbers.length > 0 && numbers.every((at) => text.isShare(at));
  set('shareNotAsked', Number(isShares));
  /** `Background IP` is no part of a longer name where both words are asked for. */
  const isAsked = ({ terms }: Word): boolean => terms.some((term) => matcher.match(term).weight > 0);
  let within = 0;
  for (const [term, { weight }] of matches.entries()) {
    if (unit.kind === 'tableRow' || weight <= within) continue;
    if (text.namedWith(text.wordOf[term]!).some((word) => !isAsked(word))) within = weight;
  }
  set('withinName', within);
}

/** Whether nothing tells what could be the answer. */
const asksAnything = ({ kind }: Question): boolean =>
  kind === 'yesNo' || kind === 'manner' || isOfMeaning(kind) || kind === 'other';

/** Whether what is asked for stands beside a name or a number that the question does not have: `Form 8843`, `French law`. */
function isDesignated(text: TextWords, { asked, words }: Question): boolean {
  if (asked.size === 0) return false;
  const isNew = (at: number): boolean => {
    const word = text.words[at];
    if (word === undefined || words.has(word.lower) || word.terms.length === 0) return false;
    return word.hasDigit || (word.isCapital && !text.isFirst(at) && !capitalisesNouns(text.language));
  };
  return text.words.some(
    ({ terms }, at) => terms.some((term) => asked.has(term)) && [at - 2, at - 1, at + 1, at + 2].some(isNew),
  );
}

/** Whether there is a name of two words that the question does not have. */
function hasNewName(text: TextWords, { words }: Question): boolean {
  return text.words.some((word, at) => {
    const other = text.pairedWith(at);
    return other !== undefined && word.terms.length > 0 && !words.has(word.lower) && !words.has(other.lower);
  });
}

/** The weight of the question's words about the answer that has most of them near it. */
function nearness(matches: readonly Match[], isAnswer: (term: number) => boolean): number {
  const asked = matches.flatMap(({ weight }, at) => (weight > 0 ? [{ weight, at }] : []));
  if (asked.length === 0) return 0;
  let nearest = 0;
  for (let term = 0; term < matches.length; term++) {
    if (!isAnswer(term)) continue;
    let near = 0;
    for (const { weight, at } of asked) near += weight * (decay[Math.abs(at - term)] ?? 0);
    nearest = Math.max(nearest, near);
  }
  return nearest;
}

/** Years that the question names: in the unit or over it, nowhere about, or another in their place. */
function measureYears(
  set: Set_,
  { unit, question: { years }, context }: { unit: Unit; question: Question; context: readonly string[] },
): void {
  if (years.length === 0) return;
  const here = new Set(yearsIn(`${unit.text}\n${unit.heads.join('\n')}`));
  const over = new Set(yearsIn(context.join('\n')));
  const isHere = years.some((year) => here.has(year));
  set('yearHere', Number(isHere));
  set('yearMissing', Number(!isHere && !years.some((year) => over.has(year))));
  set('yearElsewhere', Number(!isHere && here.size > 0));
}

/** Whether a word could be what is asked for and is not in the question: a number, a date, a name. */
function couldAnswer(text: TextWords, at: number, { kind, words }: Question): boolean {
  const word = text.words[at]!;
  if (kind === 'frequency') return text.couldBeFrequency(at) && !(word.isOften && words.has(word.lower));
  if (word.terms.length === 0 || words.has(word.lower)) return false;
  if (kind === 'number') return text.isQuantity(at);
  if (kind === 'count') return text.isQuantity(at) && !word.isCode;
  if (kind === 'date') return word.isDateName || text.couldBeTime(at);
  if (kind === 'reason') return text.isReason(at);
  if (kind !== 'person' && kind !== 'place') return false;
  return text.isName(at) && (word.isNameFirst || !text.isFirst(at));
}

/** The first and last unit within `surroundingTerms` terms before and after the unit at `at`. */
function surrounding(texts: readonly (readonly unknown[])[], at: number): [first: number, last: number] {
  let [first, last] = [at, at];
  for (let room = surroundingTerms; first > 0 && room >= texts[first - 1]!.length; first--) {
    room -= texts[first - 1]!.length;
  }
  for (let room = surroundingTerms; last < texts.length - 1 && room >= texts[last + 1]!.length; last++) {
    room -= texts[last + 1]!.length;
  }
  return [first, last];
}
