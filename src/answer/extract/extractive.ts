/**
 * Answers with the documents' own words, without a language model:
 *
 *   passages → units (sentences, items, rows) → features → a probability each → the best, if it is probable enough
 */
import type { Embedder, WordVectors } from '../../embed/embedder.ts';
import { askedColumn } from './asked-cell.ts';
import { EmbeddingError } from '../../errors.ts';
import { saysNumbers } from '../../text/structure/table-row.ts';
import { quoteDepth, withoutQuoteMarks } from '../../text/structure/quoted-lines.ts';
import type { DraftClaim, GenerateRequest, Generator, GeneratorEvent } from '../generator.ts';
import { featureAt, gatherCandidates, type Candidate } from './features.ts';
import { readQuestion, type Question } from './question.ts';
import { builtInScorer, type AnswerScorer } from './scorer.ts';
import { isOfOtherTime } from './times.ts';

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
/** Items of one list, at most, and the sentences that these are quoted by: long items are several. */
const mostItems = 10;
const mostItemUnits = 20;
const listGoesOn = 'The list goes on in its document: not all of its items are quoted here.';
const isToBeCalculated =
  'The question asks for a change, an average or a share that the places found do not say: nothing is calculated without a language model.';
/** Documents that are cited for the same words, at most. */
const mostSources = 3;
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
function leastProbability(certainty: number, language: string): number {
  return Math.max(1 - (1 - certainty) / (wrongShares[language] ?? wrongShareElsewhere), 0);
}

/**
 * What is said of others hardly ever answers a question about somebody whom no document names. The scorer does not learn this well enough
 * from questions in which names were replaced.
 */
const unknownName = 0.1;
/** Nor does what is of another kind than the answer: the figures that an average would be calculated from, a number for a reason. */
const otherKind = 0.1;

interface Ranked extends Candidate {
  readonly probability: number;
}

export function createExtractiveGenerator(
  { scorer = builtInScorer, ...parts }: ExtractiveParts,
  { certainty = 0.8 }: ExtractiveOptions = {},
): Generator {
  const isSure = ({ probability, question: { language } }: Ranked): boolean =>
    probability >= leastProbability(certainty, language);
  return {
    modelId: 'extractive',
    async *generate(request: GenerateRequest): AsyncGenerator<GeneratorEvent> {
      const { question, signal } = request;
      signal?.throwIfAborted();
      const candidates = await measureCandidates(request, parts);
      const scored = async (some: readonly Candidate[]): Promise<Ranked[]> => {
        if (some.length === 0) return [];
        const probabilities = await scorer.score(
          question,
          some.map(({ unit: { text }, documentKey, context, features }) => ({
            text,
            documentKey,
            context,
            features,
          })),
        );
        return some.map((candidate, index) => ({
          ...candidate,
          probability: probabilities[index]! * (candidate.question.namesUnknown ? unknownName : 1),
        }));
      };
      // Figures of another kind are rivals still: what is meant may be worded as no list here knows. Rows of numbers are none.
      const able = await scored(candidates.filter((candidate) => !saysNoWords(candidate)));
      const rest = await scored(candidates.filter(saysNoWords));
      const byProbability = [
        ...able.map((one) => (lacksDerived(one) || isOfOtherTime(one) ? lessProbable(one) : one)),
        ...rest.map(lessProbable),
      ]
        .filter((candidate) => !leadsToNothing(candidate, candidates) && !repeats(candidate))
        .sort((a, b) => b.probability - a.probability);
      const ranked = withOriginals(byProbability);
      const [best] = ranked;
      yield { kind: 'certainty', certainty: best?.probability ?? 0 };
      if (best === undefined || !isSure(best)) {
        const nearest: Candidate[] = [];
        let leastNear = 0;
        for (const one of firstOfEach(ranked)) {
          if (!isNear(one) || !saysMore(one) || isQuotedIn(nearest, one, one.unit.start)) continue;
          if (one.probability < leastNear || nearest.length === nearestCount) break;
          nearest.push(besideOf(nearest, one));
          leastNear ||= nearestShare * one.probability;
        }
        yield { kind: 'abstain', nearest: nearest.map((one) => claimOf(one, [], request)) };
        if (able.some((one) => lacksDerived(one) && isSure(one)))
          yield { kind: 'warning', warning: isToBeCalculated };
        return;
      }
      for (const candidate of arranged(partsOf(best, candidates, ranked.filter(isSure)))) {
        yield { kind: 'claim', claim: claimOf(candidate, ranked, request) };
      }
      if (isCutShort(best, candidates, request)) yield { kind: 'warning', warning: listGoesOn };
    },
  };
}

/** All units that can be quoted, measured against the question. */
export async function measureCandidates(
  request: GenerateRequest,
  { embedder, idf, wordVectors }: Omit<ExtractiveParts, 'scorer'>,
): Promise<Candidate[]> {
  const candidates = gatherCandidates(inContext(request, idf), wordVectors());
  await compareMeaning(candidates, request, embedder);
  return candidates;
}

function inContext(
  request: GenerateRequest,
  idf: (term: string) => number,
): Parameters<typeof gatherCandidates>[0] {
  const questions = new Map<string, Question>();
  return request.passages.map((passage, index) => {
    const language = request.languages?.[index] ?? 'en';
    const question = questions.get(language) ?? readQuestion(request.question, idf, language);
    questions.set(language, question);
    const headings = request.contexts?.[index] ?? [];
    const inside = request.headingsInside?.[index] ?? [];
    const about = request.subjects?.[index] ?? [];
    const contents = request.contents?.[index] ?? [];
    return {
      passage,
      question,
      headings,
      inside,
      about,
      contents,
      tableHeads: request.tableHeads?.[index],
    };
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
 * What belongs to one answer with the best unit: the list that it leads in to, the items beside it that answer
 * too, and other units that answer and stand in another document, or say of the question what it does not.
 */
function partsOf(best: Ranked, inOrder: readonly Candidate[], sure: readonly Ranked[]): Candidate[] {
  if (leadsToItems(best)) return [best, ...firstItems(itemsBelow(best, inOrder))];
  const steps = stepsOf(best, inOrder);
  if (steps.length > 1) return [...steps];
  const parts: Candidate[] = [best];
  for (const other of firstOfEach(sure)) {
    if (isQuotedIn(parts, other, other.unit.start)) continue;
    const isBeside =
      other.documentKey === best.documentKey &&
      other.passage === best.passage &&
      other.unit.kind === 'listItem' &&
      best.unit.kind === 'listItem';
    const isNew = parts.every(
      ({ credit, documentKey }) =>
        documentKey !== other.documentKey || other.credit.some((value, term) => value > (credit[term] ?? 0)),
    );
    if (parts.length < (isBeside ? mostItems : mostClaims) && (isBeside || isNew))
      parts.push(besideOf(parts, other));
  }
  return parts;
}

/** Whether a place in the passage of a candidate stands in the quotes of others. */
const isQuotedIn = (others: readonly Candidate[], { passage }: Candidate, at: number): boolean =>
  others.some((other) => other.passage === passage && other.from <= at && at < other.unit.end);

/** Without the sentence before where that is quoted already. */
const besideOf = (others: readonly Candidate[], one: Candidate): Candidate =>
  isQuotedIn(others, one, one.from) ? { ...one, from: one.unit.start } : one;

const lessProbable = (one: Ranked): Ranked => ({ ...one, probability: otherKind * one.probability });

/** Whether a unit has any word of the question, or one of like meaning; without one it is no place to look at. */
const isNear = ({ credit, features }: Candidate): boolean =>
  credit.some((value) => value > 0) || features[featureAt('meaning')]! > 0;

/** Whether a unit says anything beside what is asked: a heading in the text, or the line that leads in to a list, does not. */
const saysMore = ({ features }: Candidate): boolean =>
  features[featureAt('adds')]! > 0 && features[featureAt('leadsIn')] === 0;

/** A title has the words of a question and says nothing of them; of a statement that is enough for yes. */
const repeats = ({ features, question }: Candidate): boolean =>
  features[featureAt('adds')] === 0 && question.kind !== 'yesNo';

/** Whether a unit has figures, and neither it nor what heads it says that they are of the kind that is asked for. */
const lacksDerived = ({ unit, question: { derived } }: Candidate): boolean => {
  const over = unit.kind === 'tableRow' ? [...unit.heads, unit.context.at(-1) ?? ''] : [unit.runIn ?? ''];
  const lines = [unit.text, ...over];
  const isSaid = (patterns: readonly RegExp[]): boolean =>
    lines.some((line) => patterns.some((pattern) => line.search(pattern) >= 0));
  return derived.length > 0 && /\p{Nd}/u.test(unit.text) && !derived.every(isSaid);
};

/** Whether a row has only numbers for what is answered in words, or by a name or a date that it does not have. */
const saysNoWords = ({ unit, features, question: { kind } }: Candidate): boolean =>
  unit.kind === 'tableRow' &&
  saysNumbers(unit.text) &&
  (kind === 'reason' || kind === 'contents' || features[featureAt('kind')] === -1);

const leadsToItems = ({ features }: Candidate): boolean => features[featureAt('leadsIn')] === 1;

/** A line that leads in to a list which is not there says nothing. */
const leadsToNothing = (candidate: Candidate, inOrder: readonly Candidate[]): boolean =>
  leadsToItems(candidate) && itemsBelow(candidate, inOrder).length === 0;

/** The items of the list that a unit leads in to, as far as its passage has them; long ones are several units. */
function itemsBelow(best: Candidate, inOrder: readonly Candidate[]): Candidate[] {
  const below = inOrder.filter(
    ({ passage, charStart }) => passage === best.passage && charStart > best.charStart,
  );
  const end = below.findIndex(({ unit }) => unit.kind !== 'listItem' && unit.leadIn !== best.unit.text);
  return below.slice(0, end < 0 ? below.length : end);
}

/** The number of a step, from 1; NaN for what is none. */
const numberOf = ({ unit: { kind, text } }: Candidate): number =>
  kind === 'listItem' ? Number(/^\s*(\d{1,2})[.)]\s/.exec(text)?.[1]) : NaN;

/** The steps of a numbered list of which one says how something is done: by itself it does not. */
function stepsOf(best: Candidate, inOrder: readonly Candidate[]): readonly Candidate[] {
  if (best.question.kind !== 'manner' || !(numberOf(best) > 0)) return [];
  const beside = inOrder.filter(({ passage }) => passage === best.passage);
  const at = beside.findIndex(({ charStart }) => charStart === best.charStart);
  const follows = (index: number): boolean => numberOf(beside[index]!) === numberOf(beside[index - 1]!) + 1;
  let [from, to] = [at, at + 1];
  while (from > 0 && follows(from)) from -= 1;
  while (to < beside.length && follows(to)) to += 1;
  return firstItems(beside.slice(from, to));
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
function isCutShort(
  best: Candidate,
  inOrder: readonly Candidate[],
  { leadInsBehind = [] }: GenerateRequest,
): boolean {
  if (!leadsToItems(best)) return false;
  const items = itemsBelow(best, inOrder);
  return firstItems(items).length < items.length || leadInsBehind[best.passage] === best.unit.text;
}

/** What a unit says: two with the same words below the same heads say the same, also where one is quoted from the other. */
const wordsOf = ({ unit: { heads, text } }: Candidate): string =>
  [...heads, withoutQuoteMarks(text)].join('\n').replaceAll(/\s+/g, ' ').toLowerCase();

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

/** The same words in several documents are sources of one claim. */
function claimOf(
  candidate: Candidate,
  ranked: readonly Ranked[],
  { passages }: Pick<GenerateRequest, 'passages'>,
): DraftClaim {
  const words = wordsOf(candidate);
  const sources = new Map([[candidate.documentKey, candidate]]);
  for (const other of ranked) {
    if (sources.size === mostSources) break;
    if (!sources.has(other.documentKey) && wordsOf(other) === words) sources.set(other.documentKey, other);
  }
  const quoteOf = ({ passage, from, unit }: Candidate): string =>
    passages[passage]!.text.slice(from, unit.end);
  return {
    text: quoteOf(candidate),
    supports: Array.from(sources.values(), (source) => {
      const { passage, charStart, from, unit, question } = source;
      const head = askedColumn(unit, question);
      const quote = quoteOf(source);
      return {
        passage,
        charStart: charStart - (unit.start - from),
        quote,
        ...(head === undefined ? {} : { head }),
      };
    }),
  };
}

/** The best first; where items of one list answer, what stands in its document in the order of that, and the rest behind it. */
function arranged(parts: readonly Candidate[]): readonly Candidate[] {
  const [best, ...others] = parts;
  const isOfList = others.some(({ unit, passage }) => unit.kind === 'listItem' && passage === best?.passage);
  if (!isOfList) return parts;
  const isBeside = (part: Candidate): boolean => part.documentKey === best?.documentKey;
  return [
    ...parts.filter(isBeside).toSorted((a, b) => a.charStart - b.charStart),
    ...others.filter((part) => !isBeside(part)),
  ];
}
