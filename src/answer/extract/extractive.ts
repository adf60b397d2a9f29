/**
 * Answers with the documents' own words, without a language model:
 *
 *   passages → units (sentences, items, rows) → features → a probability each → the best, if it is probable enough
 */
import type { Embedder, WordVectors } from '../../embed/embedder.ts';
import { groupBy } from '../../util/lists/group-by.ts';
import { oneLine } from '../../util/strings/one-line.ts';
import { askedColumn, figureOfYear } from './asked-cell.ts';
import { EmbeddingError } from '../../errors.ts';
import { isTableRow } from '../../text/structure/table-row.ts';
import { quoteDepth, withoutQuoteMarks } from '../../text/structure/quoted-lines.ts';
import type { DraftClaim, GenerateRequest, Generator, GeneratorEvent } from '../generator.ts';
import { leadInBehind } from '../../text/structure/lead-in.ts';
import { splitUnits, type Unit } from '../../text/structure/quotable-units.ts';
import { answersNothing, definesAsked, isOfOtherKind, lacksFigure, mostLacking } from './doubts/doubts.ts';
import { compareUnits, featureAt, gatherCandidates, type AskedPassage, type Candidate } from './features.ts';
import { askedOfEach, placesForAll, placesOfEach, type AskedOfEach } from './of-each.ts';
import { headsAsked, readQuestion, type AskedHead, type Question } from './question.ts';
import { builtInScorer, type AnswerScorer } from './scorer.ts';

export interface ExtractiveParts {
  /** Compares meanings beside words; without one, or where it fails, words alone count. */
  readonly embedder?: Embedder;
  /** Tell words of like meaning. */
  readonly wordVectors: () => WordVectors;
  /** Inverse document frequency of an analysed term in the searched collections; 0 when no chunk has it. */
  readonly idf: (term: string) => number;
  readonly scorer?: AnswerScorer;
}

export interface ExtractiveOptions {
  /** The share of the answers given that should be right, 0…1. */
  readonly certainty?: number;
}

const nearestCount = 3;
/** A further place has at least this share of the probability of the first. */
const nearestShare = 0.1;
/** Statements of one answer that stand apart, at most. */
const mostClaims = 3;
/** Items of one list behind what it begins with, at most, and the sentences that these are quoted by: long items are several. */
const mostItems = 10;
const mostItemUnits = 20;
const listGoesOn = 'The list goes on in its document: not all of its items are quoted here.';
const isToBeCalculated =
  'The question asks for a change, an average, a share or a total that the places found do not say: nothing is calculated without a language model.';
/** Documents that are cited for the same words, at most. */
const mostSources = 3;
/**
 * Of what has all words of the question, and where each document is asked its names and numbers and not its opposite, so much of the share is
 * wrong that the scorer knows.
 */
const wrongOfWhole = 0.75;
/** Documents that are named, at most, where a question asks which say something. */
const mostDocuments = 20;
const mayBeOthers =
  'This may not be all: other documents may say so in other words, or were not among those found.';
/** Units whose meaning is compared; fewer than `fewestCompared` tell nothing. */
const mostCompared = 24;
const fewestCompared = 8;

/**
 * At certainty 0.8 an answer is given from probability 0.54 on over documents in English, from 0.47 on over others.
 *
 * Of the answers whose probability is p or more, about (1 − p) times this is wrong. In English it was measured: of held-out questions, of which
 * many have no answer, 78 % of the answers from 0.47 on are right, and 84 % of those from 0.6 on. In other languages it was chosen so that at least half of the held-out
 * questions that have an answer are answered; fewer of the answers are right there. `npm run train:answers` prints both.
 */
const wrongShares: Readonly<Record<string, number>> = { en: 0.435 };
const wrongShareElsewhere = 0.375;

/** The probability from which on an answer is given, so that `certainty` of all that are given are right. */
function leastProbability(certainty: number, language: string, isWhole: boolean): number {
  const wrong = (wrongShares[language] ?? wrongShareElsewhere) * (isWhole ? wrongOfWhole : 1);
  return Math.max(1 - (1 - certainty) / wrong, 0);
}

/**
 * What is said of others hardly ever answers a question about somebody whom no document names. The scorer does not learn this well enough
 * from questions in which names were replaced.
 */
const unknownName = 0.1;
/** Nor does what is of another kind or time than the answer: the figures that an average would be calculated from, a number for a reason. */
const otherKind = 0.1;

/** Rows with the same figure are no rivals where they have about all words of the question but its names and numbers. */
const allWords = 0.9;
const plain = featureAt('plain');

interface Ranked extends Candidate {
  readonly probability: number;
}

/** A question as it was read: what may answer it, best first. */
interface Reading {
  readonly request: GenerateRequest;
  readonly candidates: readonly Candidate[];
  readonly ranked: readonly Ranked[];
  readonly isSure: (one: Ranked) => boolean;
  /** Whether each document is asked. */
  readonly isOfEach: boolean;
}

export function createExtractiveGenerator(
  { scorer = builtInScorer, ...parts }: ExtractiveParts,
  { certainty = 0.8 }: ExtractiveOptions = {},
): Generator {
  const isSureWhere =
    (isWhole: (one: Ranked) => boolean) =>
    (one: Ranked): boolean =>
      one.probability >= leastProbability(certainty, one.question.language, isWhole(one));
  const isSureOfEach = isSureWhere(() => true);
  const isSureOfOne = isSureWhere(saysAll);
  const readingOf = async (asked: GenerateRequest, ofEach: AskedOfEach | undefined): Promise<Reading> => {
    const request = ofEach === undefined ? asked : { ...asked, question: ofEach.asked };
    const candidates = await measureCandidates(request, parts, ofEach !== undefined);
    const rank = async (groups: readonly (readonly Candidate[])[]): Promise<readonly Ranked[]> => {
      const scores = groups.map((group) => scored(group, request.question, scorer));
      const ranked = (await Promise.all(scores))
        .flat()
        .filter((candidate) => !leadsToNothing(candidate, candidates) && !repeats(candidate))
        .sort((a, b) => b.probability - a.probability);
      return withOriginals(ranked);
    };
    if (ofEach !== undefined) {
      const ranked = await rank(byDocument(placesOfEach(candidates, ofEach)));
      return { request, candidates, ranked, isSure: isSureOfEach, isOfEach: true };
    }
    const together = await rank([candidates]);
    const apart = await rank(
      byDocument(withoutComparison(placesForAll(candidates, together.find(isSureOfOne)))),
    );
    const isOfEach = new Set(apart.filter(isSureOfEach).map(({ documentKey }) => documentKey)).size > 1;
    return isOfEach
      ? { request, candidates, ranked: apart, isSure: isSureOfEach, isOfEach }
      : { request, candidates, ranked: together, isSure: isSureOfOne, isOfEach };
  };
  return {
    modelId: 'extractive',
    async *generate(asked: GenerateRequest): AsyncGenerator<GeneratorEvent> {
      asked.signal?.throwIfAborted();
      const ofEach = askedOfEach(asked.question, asked.passages);
      const read = await readingOf(asked, ofEach);
      const { request, candidates, ranked, isOfEach, isSure } =
        ofEach?.isWhole === true && !read.ranked.some(read.isSure) ? await readingOf(asked, undefined) : read;
      const best = ranked.find(isSure) ?? ranked[0];
      yield { kind: 'certainty', certainty: best?.probability ?? 0 };
      if (best === undefined || !isSure(best)) {
        const nearest: Candidate[] = [];
        let leastNear = 0;
        for (const one of firstOfEach(ranked)) {
          if (!isNear(one) || !saysMore(one) || isQuotedIn(nearest, one, one.charStart)) continue;
          if (one.probability < leastNear || nearest.length === nearestCount) break;
          nearest.push(besideOf(nearest, one));
          leastNear ||= nearestShare * one.probability;
        }
        yield { kind: 'abstain', nearest: nearest.map((one) => claimOf(one, [])) };
        const wouldBeSure = (one: Ranked): boolean =>
          isSure({ ...one, probability: one.probability / otherKind });
        const lacking = ranked.filter((one) => lacksFigure(one) && !answersNothing(one));
        if (lacking.some(wouldBeSure)) yield { kind: 'warning', warning: isToBeCalculated };
        return;
      }
      if (isOfEach) {
        const said = new Set(ranked.filter(isSure).map(wordsOf));
        const places = bestOfEach(ranked.filter((one) => said.has(wordsOf(one))));
        let before = '';
        for (const place of firstOfEach(places)) {
          before += titlesOver(claimOf(place, places, mostDocuments), request);
          for (const candidate of partsOf(place, candidates, [])) {
            const claim = claimOf(candidate, places, mostDocuments);
            yield { kind: 'text', text: before + oneLine(claim.text) };
            yield { kind: 'claim', claim };
            before = '\n';
          }
          before = '\n\n';
        }
        if (places.some((place) => isCutShort(place, candidates, request)))
          yield { kind: 'warning', warning: listGoesOn };
        yield { kind: 'warning', warning: mayBeOthers };
        return;
      }
      for (const candidate of partsOf(best, candidates, ranked.filter(isSure))) {
        yield { kind: 'claim', claim: claimOf(candidate, ranked) };
      }
      if (isCutShort(best, candidates, request)) yield { kind: 'warning', warning: listGoesOn };
    },
  };
}

/** `Lease of Elm Row: `, of which documents a claim is. */
function titlesOver({ supports }: DraftClaim, { passages }: GenerateRequest): string {
  const titles = new Set(supports.flatMap(({ passage }) => passages[passage]!.context?.slice(0, 1) ?? []));
  return titles.size === 0 ? '' : `${[...titles].join(', ')}: `;
}

/** Units with their probabilities; what answers nothing is no rival of the rest. */
async function scored(
  units: readonly Candidate[],
  question: string,
  scorer: AnswerScorer,
): Promise<Ranked[]> {
  const together = async (some: readonly Candidate[]): Promise<Ranked[]> => {
    if (some.length === 0) return [];
    const probabilities = await scorer.score(
      question,
      some.map(({ unit, documentKey, context, features, question: asked }) => ({
        text: unit.text,
        documentKey,
        context,
        features,
        figure: features[plain]! < allWords ? undefined : figureOfYear(unit, asked),
      })),
    );
    return some.map((candidate, index) => ({
      ...candidate,
      probability: probabilities[index]! * (candidate.question.namesUnknown ? unknownName : 1),
    }));
  };
  // Figures of another kind are rivals still: what is meant may be worded as no list here knows. Rows of numbers are none, nor what asks the same.
  const answers = await together(units.filter((unit) => !answersNothing(unit)));
  const rest = await together(units.filter(answersNothing));
  const doubted = answers.map((one) =>
    isOfOtherKind(one) ? lessProbable(one) : definesAsked(one) ? moreProbable(one) : one,
  );
  return [...doubted, ...rest.map(lessProbable)];
}

/** What one document says is no rival to what another says where each is asked. */
function byDocument(units: readonly Candidate[]): Candidate[][] {
  const groups = [...groupBy(units, ({ documentKey }) => documentKey).values()];
  for (const group of groups) compareUnits(group);
  return groups;
}

/** Others say the same of themselves: that their meaning is as near tells nothing. */
function withoutComparison(units: readonly Candidate[]): readonly Candidate[] {
  for (const { features } of units) features[featureAt('compared')] = features[featureAt('standout')] = 0;
  return units;
}

/** All units that can be quoted, measured against the question; as answers to what is asked for yes where that is so. */
export async function measureCandidates(
  request: GenerateRequest,
  { embedder, idf, wordVectors }: Omit<ExtractiveParts, 'scorer'>,
  isForYes = false,
): Promise<Candidate[]> {
  const candidates = gatherCandidates(askedOf(request, idf, isForYes), wordVectors());
  await compareMeaning(candidates, request, embedder);
  return candidates;
}

function askedOf(request: GenerateRequest, idf: (term: string) => number, isForYes: boolean): AskedPassage[] {
  const questions = new Map<string, Question>();
  return request.passages.map((passage) => {
    const { language = 'en' } = passage;
    const read = (as?: AskedHead | 'ofEach'): Question => {
      const key = `${language} ${typeof as === 'object' ? as.name : ''}`;
      const question = questions.get(key) ?? readQuestion(request.question, idf, language, as);
      questions.set(key, question);
      return question;
    };
    if (isForYes) return { passage, question: read('ofEach') };
    const rows = [...(passage.tableHeads ?? []), ...passage.text.split('\n')].filter(isTableRow);
    const ofTables = headsAsked(request.question, language, rows).map((head) => ({
      question: read(head),
      name: head.name,
    }));
    return { passage, question: read(), ofTables };
  });
}

/**
 * By how many standard deviations each of the units that have most of the question is nearer to it in meaning than these
 * are on average: raw cosines differ from model to model.
 */
async function compareMeaning(
  candidates: readonly Candidate[],
  { question, signal }: GenerateRequest,
  embedder: Embedder | undefined,
): Promise<void> {
  if (embedder === undefined || candidates.length < fewestCompared) return;
  const counted = (['own', 'window', 'meaning'] as const).map(featureAt);
  const weight = ({ features }: Candidate): number => counted.reduce((sum, at) => sum + features[at]!, 0);
  const compared = candidates.toSorted((a, b) => weight(b) - weight(a)).slice(0, mostCompared);
  try {
    const [asked] = await embedder.embed([question], { role: 'query', maxRetries: 0, signal });
    const texts = compared.map(({ unit }) => unit.text);
    const vectors = await embedder.embed(texts, { role: 'passage', maxRetries: 0, signal });
    const cosines = vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * asked![at]!, 0));
    const mean = cosines.reduce((sum, value) => sum + value, 0) / cosines.length;
    const deviation = Math.sqrt(
      cosines.reduce((sum, value) => sum + (value - mean) ** 2, 0) / cosines.length,
    );
    if (deviation < 1e-6) return;
    for (const [index, { features }] of compared.entries()) {
      features[featureAt('compared')] = 1;
      features[featureAt('standout')] = Math.min(Math.max((cosines[index]! - mean) / deviation, -1), 4);
    }
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
  }
}

/**
 * What belongs to one answer with the best unit: the list that it leads in to, or other units that answer and stand in another document,
 * or say of the question what it does not.
 */
function partsOf(best: Ranked, inOrder: readonly Candidate[], sure: readonly Ranked[]): Candidate[] {
  if (beginsList(best)) return [best, ...firstItems(itemsBelow(best, inOrder)).map(alone)];
  const parts: Candidate[] = [best];
  for (const other of firstOfEach(sure)) {
    if (parts.length === mostClaims) break;
    if (isQuotedIn(parts, other, other.charStart)) continue;
    const isNew = parts.every(
      ({ credit, documentKey, question }) =>
        documentKey !== other.documentKey ||
        (question === other.question && other.credit.some((value, term) => value > (credit[term] ?? 0))),
    );
    if (isNew) parts.push(besideOf(parts, other));
  }
  return parts;
}

/** Whether a place in the document of a candidate stands in the quotes of others. */
const isQuotedIn = (others: readonly Candidate[], { documentKey }: Candidate, at: number): boolean =>
  others.some(
    (other) =>
      other.documentKey === documentKey &&
      other.quoteStart <= at &&
      at < other.quoteStart + other.quote.length,
  );

/** Without the sentence before. */
const alone = (one: Candidate): Candidate => ({
  ...one,
  quote: one.quote.slice(one.charStart - one.quoteStart),
  quoteStart: one.charStart,
});

/** Without the sentence before where that is quoted already. */
const besideOf = (others: readonly Candidate[], one: Candidate): Candidate =>
  isQuotedIn(others, one, one.quoteStart) ? alone(one) : one;

/**
 * Whether a sentence has about all words of the question, and what may be the answer, as whether something is allowed. Of a row its label says more; which number is meant, and
 * whether something came to pass, the words hardly tell.
 */
const saysAll = ({
  unit,
  lacking,
  credit,
  features,
  question: { kind, planned, modals },
}: Candidate): boolean =>
  lacking <= mostLacking &&
  modals.every((term) => credit[term]! > 0) &&
  features[featureAt('kind')]! >= 0 &&
  unit.kind !== 'tableRow' &&
  kind !== 'number' &&
  planned === undefined;

const lessProbable = (one: Ranked): Ranked => ({ ...one, probability: otherKind * one.probability });

const moreProbable = (one: Ranked): Ranked => ({
  ...one,
  probability: 1 - otherKind * (1 - one.probability),
});

/** Whether a unit has any word of the question, or one of like meaning; without one it is no place to look at. */
const isNear = ({ credit, features }: Candidate): boolean =>
  credit.some((value) => value > 0) || features[featureAt('meaning')]! > 0;

/** Whether a unit says anything beside what is asked: a heading in the text, or the line that leads in to a list, does not. */
const saysMore = ({ features }: Candidate): boolean =>
  features[featureAt('adds')]! > 0 && features[featureAt('leadsIn')] === 0;

/** A title has the words of a question and says nothing of them; of a statement that is enough for yes. */
const repeats = ({ features, question }: Candidate): boolean =>
  features[featureAt('adds')] === 0 && question.kind !== 'yesNo';

const leadsToItems = ({ features }: Candidate): boolean => features[featureAt('leadsIn')] === 1;

/** Whether what answers is a list of which a unit is the beginning. */
const beginsList = (candidate: Candidate): boolean => candidate.beginsSteps || leadsToItems(candidate);

/** A line that leads in to a list which is not there says nothing. */
const leadsToNothing = (candidate: Candidate, inOrder: readonly Candidate[]): boolean =>
  leadsToItems(candidate) && itemsBelow(candidate, inOrder).length === 0;

/**
 * The items of the list that a unit begins or leads in to, as far as its passage has them; long ones are several units. Where they are
 * numbered, what stands between two of them belongs to the first.
 */
function itemsBelow(best: Candidate, inOrder: readonly Candidate[]): Candidate[] {
  const below = inOrder.filter(
    ({ passage, charStart }) => passage === best.passage && charStart > best.charStart,
  );
  let last = leadsToItems(best) ? below[0] : best;
  let end = 0;
  for (const [index, item] of below.entries()) {
    if (!isOfSection(item, best) || isNextTo(best, item)) break;
    const isNext = follows(item.unit, last?.unit);
    if (isNext) last = item;
    if (isNext || (end === index && isItemOf(item, best))) end = index + 1;
  }
  return below.slice(0, end);
}

/** Whether an item stands beside one that leads in to others, not below it: `(3)` beside `(2) It ends where:`. */
const isNextTo = (best: Candidate, { unit }: Candidate): boolean =>
  leadsToItems(best) && unit.leadIn !== best.unit.text && follows(unit, best.unit);

const isItemOf = ({ unit }: Candidate, { unit: { text } }: Candidate): boolean =>
  unit.kind === 'listItem' || unit.leadIn === text;

/** Whether no heading stands between a unit and one before it. The title that a paragraph begins with is over that only. */
function isOfSection({ unit }: Candidate, { unit: before }: Candidate): boolean {
  const headings = unit.leadIn === undefined ? unit.context : unit.context.slice(0, -1);
  return headings.every((heading, at) => heading === before.context[at]);
}

/** The number of an item and the bracket before; none for what has no number. */
const numberOf = ({ kind, text }: Unit): RegExpExecArray | null =>
  kind === 'listItem' ? /^(\(?)(\d{1,3})[.)]\s/.exec(text) : null;

/** Whether an item has the number behind that of another one. */
function follows(item: Unit, before: Unit | undefined): boolean {
  const [, bracket, number] = numberOf(item) ?? [];
  const [, bracketBefore, numberBefore] = (before && numberOf(before)) ?? [];
  return number !== undefined && bracket === bracketBefore && Number(number) === Number(numberBefore) + 1;
}

/** The units of a list's first items, as many as one answer has. */
function firstItems(items: readonly Candidate[]): readonly Candidate[] {
  let count = 0;
  const end = items.findIndex(({ unit }, index) => {
    if (unit.kind === 'listItem' || unit.block !== items[index - 1]?.unit.block) count += 1;
    return count > mostItems || index >= mostItemUnits;
  });
  return items.slice(0, end < 0 ? items.length : end);
}

/** Whether a list that answers has more items than are quoted, in its passage or behind it. */
function isCutShort(best: Candidate, inOrder: readonly Candidate[], { passages }: GenerateRequest): boolean {
  if (!beginsList(best)) return false;
  const items = itemsBelow(best, inOrder);
  if (firstItems(items).length < items.length) return true;
  const { text, textBehind = '' } = passages[best.passage]!;
  const { language } = best.question;
  const all = text + textBehind;
  if (leadInBehind(all, text.length, { language }) === best.unit.text) return true;
  const last = (leadsToItems(best) ? items : [best, ...items]).findLast(
    ({ unit }) => numberOf(unit) !== null,
  );
  const rest = splitUnits(all.slice((items.at(-1) ?? best).unit.end), { language });
  const next = rest.find((unit) => unit.kind === 'heading' || numberOf(unit) !== null);
  return next !== undefined && follows(next, last?.unit);
}

/**
 * What a quote says: two with the same words below the same heads say the same, also where one is quoted from the other, or is the same text
 * in another format: with a mark of lists or of code, and other quotation marks.
 */
const wordsOf = ({ quote, unit: { heads } }: Candidate): string =>
  [...heads, withoutQuoteMarks(quote).replace(/^\s*[-*+•]\s+/, '')]
    .join('\n')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('`', '')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”„«»]/g, '"')
    .toLowerCase();

/** Ranked units, in which what mails quote gives its place to the same words where they are the writer's own. */
function withOriginals(ranked: readonly Ranked[]): readonly Ranked[] {
  const isQuoted = ({ unit }: Ranked): boolean => quoteDepth(unit.text) > 0;
  if (!ranked.some(isQuoted)) return ranked;
  const own = ranked.filter((candidate) => !isQuoted(candidate)).reverse();
  const originals = new Map(own.map((candidate) => [wordsOf(candidate), candidate]));
  return ranked.map((candidate) => {
    const original = isQuoted(candidate) ? originals.get(wordsOf(candidate)) : undefined;
    return original === undefined ? candidate : { ...original, probability: candidate.probability };
  });
}

function* firstOfEach(ranked: readonly Ranked[]): Iterable<Ranked> {
  const said = new Set<string>();
  for (const candidate of ranked) {
    const words = wordsOf(candidate);
    if (said.has(words)) continue;
    said.add(words);
    yield candidate;
  }
}

/** Of each document the most probable, of as many as one answer names. */
function bestOfEach(ranked: readonly Ranked[]): Ranked[] {
  const best = new Map<string, Ranked>();
  for (const one of ranked) if (!best.has(one.documentKey)) best.set(one.documentKey, one);
  return [...best.values()].slice(0, mostDocuments);
}

/** The same words in several documents are sources of one claim, not those of others than the document that is asked about. */
function claimOf(candidate: Candidate, ranked: readonly Ranked[], most = mostSources): DraftClaim {
  const words = wordsOf(candidate);
  const sources = new Map([[candidate.documentKey, candidate]]);
  for (const other of ranked) {
    if (sources.size === most) break;
    const isAsked = !other.isOfOther && candidate.subjects.every((name) => other.subjects.includes(name));
    if (isAsked && !sources.has(other.documentKey) && wordsOf(other) === words)
      sources.set(other.documentKey, other);
  }
  return {
    text: candidate.quote,
    supports: Array.from(sources.values(), ({ passage, quoteStart, quote, unit, question }) => {
      const head = askedColumn(unit, question);
      return { passage, charStart: quoteStart, quote, ...(head === undefined ? {} : { head }) };
    }),
  };
}
