import { analyse } from '../../text/terms/analyser.ts';
import { splitSentences } from '../../text/structure/sentences.ts';
import { trimSpan, type Span } from '../../text/spans.ts';
import { graphemeEdge, wordEdge } from '../../text/word-edge.ts';
import type { Chunk, Hit, RetrieveResponse } from '../../types.ts';

/** Half-open, in the document's text. */
export interface TextRange {
  /** Where it begins. */
  readonly charStart: number;
  /** Where it ends: the unit after its last one. */
  readonly charEnd: number;
}

/** What of a chunk tells best why it was found. */
export interface Excerpt {
  /** Sentences, or parts of long ones, in the order of the text, not overlapping. */
  readonly pieces: readonly TextRange[];
  /** The words of the query within those pieces, in the order of the text, not overlapping. */
  readonly highlights: readonly TextRange[];
  /** Where the sentence begins that has most of the query; absent where the chunk has no word of it. */
  readonly bestStart?: number;
}

/** How long an excerpt may be. */
export interface ExcerptOptions {
  /** Characters that the pieces may have together. */
  readonly maxChars?: number;
}

interface Wanted {
  /** Analysed terms of the query, and the beginnings of words (`invoic*`), by how much each tells. */
  readonly weights: ReadonlyMap<string, number>;
  /** ISO 639-1. */
  readonly language: string | undefined;
  readonly maxChars: number;
}

/** Of a part of a long sentence, what stands before the first word of the query. */
const leadChars = 60;
/** A sentence shorter than this is not begun when it does not fit. */
const shortestPiece = 40;

/** Of no stemmer and no stop words: words are only folded. */
const noLanguage = 'und';

const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’.,][\p{L}\p{N}\p{M}]+)*/gu;

/**
 * The sentences of a hit's chunk that together have most of the query: first the one with the most, then each that adds
 * most, as far as there is room. Without a word of the query, the chunk's beginning.
 */
export function excerptOf(
  { queries, sources }: Pick<RetrieveResponse, 'queries' | 'sources'>,
  { chunk }: Pick<Hit, 'chunk'>,
  { maxChars = 280 }: ExcerptOptions = {},
): Excerpt {
  const { content, charStart } = chunk;
  const source = sources.find(({ document }) => document.documentId === chunk.documentId);
  const language = source?.document.language;
  const wanted = { weights: weightsOf(queries, language), language, maxChars };
  const sentences = splitSentences(content, language).map((span) => ({
    ...span,
    words: matchedWords(content, span, wanted),
  }));
  const telling = chooseSentences(sentences, wanted);
  const whole = { ...trimSpan(content, 0, content.length), words: [] };
  const chosen = telling.length > 0 ? telling : [{ sentence: whole, room: maxChars }];
  const pieces = chosen.map(({ sentence, room }) => fit(content, sentence, room)).sort(byStart);
  const isShown = ({ start, end }: Span) => pieces.some((piece) => piece.start <= start && end <= piece.end);
  const toRange = ({ start, end }: Span) => ({ charStart: charStart + start, charEnd: charStart + end });
  const best = telling[0]?.sentence;
  return {
    pieces: pieces.map(toRange),
    highlights: unite(sentences.flatMap(({ words }) => words.filter(isShown))).map(toRange),
    ...(best ? { bestStart: charStart + best.start } : {}),
  };
}

/** Of a search by vectors alone, every term weighs the same. */
function weightsOf({ terms, standard }: RetrieveResponse['queries'], language: string | undefined) {
  return terms.length > 0
    ? new Map(
        terms.flatMap(({ term, forms = [], weight, idf = 1 }) =>
          [term, ...forms].map((one) => [one, weight * idf] as const),
        ),
      )
    : new Map(analyse(standard, language).map((term) => [term, 1]));
}

/** Neighbouring pairs of characters, the terms of scripts without spaces, share one. */
function unite(words: readonly Span[]): Span[] {
  const united: { start: number; end: number }[] = [];
  for (const { start, end } of words) {
    const last = united.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else united.push({ start, end });
  }
  return united;
}

interface Word extends Span {
  /** The query's terms that it stands for. */
  readonly terms: readonly string[];
}

interface Sentence extends Span {
  readonly words: readonly Word[];
}

const byStart = (one: Span, other: Span) => one.start - other.start;

interface Chosen {
  readonly sentence: Sentence;
  /** Characters that it may have. */
  readonly room: number;
}

/** Best first; then what follows the best one, where there is room left. */
function chooseSentences(sentences: readonly Sentence[], { weights, maxChars }: Wanted): Chosen[] {
  const chosen: Chosen[] = [];
  const covered = new Set<string>();
  let left = maxChars;
  while (left >= shortestPiece) {
    const rest = sentences.filter((one) => !chosen.some(({ sentence }) => sentence === one));
    const next = mostTelling(rest, (term) => (covered.has(term) ? 0 : (weights.get(term) ?? 0)));
    if (next === undefined) break;
    chosen.push({ sentence: next, room: left });
    for (const term of next.words.flatMap(({ terms }) => terms)) covered.add(term);
    left -= next.end - next.start;
  }
  const best = chosen[0]?.sentence;
  for (const sentence of best ? sentences.slice(sentences.indexOf(best) + 1) : []) {
    const length = sentence.end - sentence.start;
    const isRoom = left >= Math.min(length, shortestPiece);
    if (!isRoom || chosen.some((one) => one.sentence === sentence)) break;
    chosen.push({ sentence: { ...sentence, words: [] }, room: left }); // without words it is cut at its end
    left -= length;
  }
  return chosen;
}

/** The first of those whose distinct terms weigh most; none where nothing weighs. */
function mostTelling(
  sentences: readonly Sentence[],
  weightOf: (term: string) => number,
): Sentence | undefined {
  let best: Sentence | undefined;
  let most = 0;
  for (const sentence of sentences) {
    const terms = new Set(sentence.words.flatMap((word) => word.terms));
    const weight = [...terms].reduce((sum, term) => sum + weightOf(term), 0);
    if (weight > most) [best, most] = [sentence, weight];
  }
  return best;
}

/** The sentence, or whole words of it from shortly before the first word of the query. */
function fit(content: string, { start, end, words }: Sentence, room: number): Span {
  if (end - start <= room) return { start, end };
  const first = words[0]?.start ?? start;
  const wanted = Math.max(start, first - leadChars);
  const behind = wordEdge(content, wanted, 1);
  const from = wanted === start ? start : behind <= first ? behind : wordEdge(content, wanted, -1);
  if (end - from <= room) return trimSpan(content, from, end);
  const cut = wordEdge(content, from + room, -1);
  // A word that is longer than the room is cut between graphemes.
  return trimSpan(content, from, cut > from ? cut : graphemeEdge(content, from + room));
}

function matchedWords(content: string, { start, end }: Span, { weights, language }: Wanted): Word[] {
  return [...content.slice(start, end).matchAll(wordPattern)].flatMap(({ 0: word, index }) => {
    const terms = analyse(word, language);
    const from = start + index;
    const found = [...terms.filter((term) => weights.has(term)), ...beginningsOf(word, weights)];
    if (terms.length > 1) return found.flatMap((term) => placesIn(word, term, from)).sort(byStart);
    return found.length === 0 ? [] : [{ start: from, end: from + word.length, terms: found }];
  });
}

/** The beginnings in the query that a word has; they are of words, not of their stems. */
function beginningsOf(word: string, weights: Wanted['weights']): string[] {
  const beginnings = [...weights.keys()].filter((term) => term.endsWith('*'));
  if (beginnings.length === 0) return [];
  const [folded = ''] = analyse(word, noLanguage);
  return beginnings.filter((beginning) => folded.startsWith(beginning.slice(0, -1)));
}

/** Wherever a term stands in a run of several, as scripts without spaces have them. */
function placesIn(run: string, term: string, from: number): Word[] {
  const text = run.toLowerCase();
  const places: Word[] = [];
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + term.length)) {
    places.push({ start: from + at, end: from + at + term.length, terms: [term] });
  }
  return places;
}

/** The heading that a place of the document stands under, as a chunk knows it: of several sections the last that begins before it. */
export function sectionOf(
  { sections = [], sectionHeading }: Pick<Chunk, 'sections' | 'sectionHeading'>,
  place: number | undefined,
): string | undefined {
  if (place === undefined) return sectionHeading;
  return sections.findLast(({ charStart }) => charStart <= place)?.heading ?? sectionHeading;
}
