import { copySlice } from '../../text/copy-slice.ts';
import { segmentSpans } from '../../text/graphemes-and-words.ts';
import { splitSentences } from '../../text/structure/sentences.ts';
import { type Span, isSpace, lineSpans, trimSpan } from '../../text/spans.ts';
import { codePointStart } from '../../text/tokens/uninterrupted.ts';
import type { ChunkKind } from '../../types.ts';
import type { Measure } from './measure.ts';
import { paragraphSpans } from './outline.ts';

/** Takes a span apart into trimmed spans in order that cover all of it but white space. */
type Splitter = (text: string, span: Span, language?: string) => Span[];

const sentences: Splitter = (text, { start, end }, language) =>
  splitSentences(copySlice(text, start, end), language).map((part) => ({
    start: start + part.start,
    end: start + part.end,
  }));

const paragraphs: Splitter = (text, { start, end }) => paragraphSpans(text, start, end);

const lines: Splitter = (text, { start, end }) => lineSpans(text, start, end);

/** Up to a stop before white space, whatever comes next, or to a comma of scripts that are written without spaces. */
const clause = /\S[\s\S]*?(?:[.;:!?…][\p{Pe}\p{Pf}"'’]*(?=\s)|[；：，、](?![\p{M}\u200d])|$)/gu;

const matches =
  (pattern: RegExp): Splitter =>
  (text, { start, end }) =>
    Array.from(text.slice(start, end).matchAll(pattern), ({ 0: part, index }) => ({
      start: start + index,
      end: start + index + part.length,
    }));

const segments =
  (granularity: 'word' | 'grapheme'): Splitter =>
  (text, { start, end }) =>
    segmentSpans(text.slice(start, end), granularity).map((part) => ({
      start: start + part.start,
      end: start + part.end,
    }));

/** Coarse to fine. The dictionary parts words of scripts that are written without spaces. */
const fromWords: readonly Splitter[] = [matches(/\S+/g), segments('word'), segments('grapheme')];
const fromSentences: readonly Splitter[] = [sentences, matches(clause), ...fromWords];
const splitters: Readonly<Record<ChunkKind, readonly Splitter[]>> = {
  text: fromSentences,
  list: fromSentences,
  heading: fromSentences,
  figure: fromSentences,
  table: [lines, ...fromWords],
  code: [lines, ...fromWords],
};

export interface DivideOptions {
  readonly measure: Measure;
  /** Tokens. */
  readonly limit: number;
  readonly language?: string;
}

/**
 * Sentences, rows or lines of a span; a sentence that has more than `limit` tokens is divided into clauses, what is still
 * too long into words, those into the words of a dictionary, and those into graphemes, the only parts that may be left
 * too long.
 */
export function divide(span: Span, kind: ChunkKind, options: DivideOptions): Span[] {
  return divideBy(splitters[kind], span, options);
}

/** Paragraphs of a span; lines of one that has more than `limit` tokens, sentences of such a line, and so on. */
export function divideRecursively(span: Span, options: DivideOptions): Span[] {
  return divideBy([paragraphs, lines, ...fromSentences], span, options);
}

/** The words of a span, or finer parts where one word has more than `limit` tokens. */
export function divideIntoWords(span: Span, options: DivideOptions): Span[] {
  return divideBy(fromWords, span, options);
}

/** Tokens: what has more, in neither sentences nor lines that are short enough, is cut by length. */
const mostTokens = 16_384;
/** Of a chunk: parts of what is cut by length. */
const partsOfChunk = 16;
/** Characters behind a part that are seen: the rules of words and graphemes look ahead. */
const nextCharacters = 8;
const isAscii = /^\p{ASCII}*$/u;

function divideBy([splitter, ...finer]: readonly Splitter[], span: Span, options: DivideOptions): Span[] {
  const { measure, limit, language } = options;
  if (splitter === undefined) return [span];
  const isWithoutBreaks = finer.length < fromWords.length;
  const isLong = isWithoutBreaks && measure.estimate(span.start, span.end) > Math.max(mostTokens, 2 * limit);
  const parts = isLong ? divideByLength(span, options) : splitter(measure.text, span, language);
  return parts.flatMap((part) => (measure.fits(part, limit) ? [part] : divideBy(finer, part, options)));
}

/**
 * Parts of at most a sixteenth of `limit` tokens: up to white space where there is some, else up to the end of a word of a
 * dictionary, or of a grapheme. Parts of single words or characters would take many times the memory of the text.
 */
function divideByLength({ start, end }: Span, { measure, limit }: DivideOptions): Span[] {
  const { text } = measure;
  const tokens = Math.max(1, Math.floor(limit / partsOfChunk));
  const parts: Span[] = [];
  for (let from = start; from < end;) {
    const reach = Math.max(from + 1, measure.reach(from, tokens));
    const to = reach >= end ? end : lastBreak(text, from, reach);
    const part = trimSpan(text, from, to);
    if (part.start < part.end) parts.push(part);
    from = to;
  }
  return parts;
}

/** The last place to cut behind `from` and not behind `reach`. */
function lastBreak(text: string, from: number, reach: number): number {
  for (let at = reach; at > from; at--) if (isSpace(text.charCodeAt(at))) return at;
  const seen = text.slice(from, reach + nextCharacters);
  if (isAscii.test(seen)) return reach;
  for (const granularity of ['word', 'grapheme'] as const) {
    const ends = segmentSpans(seen, granularity).map((segment) => from + segment.end);
    const last = ends.findLast((at) => at > from && at <= reach);
    if (last !== undefined) return last;
  }
  const cut = codePointStart(text, reach);
  return cut > from ? cut : reach + 1;
}
