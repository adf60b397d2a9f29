import { codePointStart } from '../../text/tokens/uninterrupted.ts';
import { alignQuote } from './align.ts';
import { characterAt, foldText, type FoldedText } from './fold.ts';

interface QuoteHint {
  /** Where the quote is said to start. */
  readonly charStart?: number;
  /** The passage that it is said to stand in. */
  readonly within?: { readonly start: number; readonly end: number };
}

export interface QuoteLocation {
  /** Empty, at the hint, when `located` is `no`. */
  readonly charStart: number;
  readonly charEnd: number;
  readonly located: 'exact' | 'normalised' | 'fuzzy' | 'no';
  /** 1 for exact and normalised; else the best similarity met, 0…1. */
  readonly similarity: number;
}

/** Below this a fuzzy match is none. */
const fuzzyThreshold = 0.9;
/** Characters compared at occurrences that cut a word, at most: bounds the time on periodic texts. */
const maxWasted = 5_000_000;

/**
 * Finds a quote in its source. In order: exactly at the hint, in the passage, in the document; then with
 * white space, hyphenation, quote marks, ligatures and case folded, in the passage, then in the document; then
 * by alignment of words, in the passage (in the document when none is given). Only whole words are taken;
 * numbers, negations and words of direction or modality must be equal in every case.
 *
 * Invariants: `exact` means `text.slice(charStart, charEnd) === quote`; `normalised` means that the span and
 * the quote fold to the same text; `fuzzy` means a similarity of at least 0.9.
 */
export function locateQuote(text: string, quote: string, hint: QuoteHint = {}): QuoteLocation {
  const document = { start: 0, end: text.length };
  const passage = hint.within === undefined ? document : clamp(hint.within, text.length);
  const nowhere = Math.min(Math.max(hint.charStart ?? passage.start, 0), text.length);
  if (quote.trim() === '') {
    return { charStart: nowhere, charEnd: nowhere, located: 'no', similarity: 0 };
  }
  const exact =
    exactAt(text, quote, hint.charStart) ?? exactIn(text, quote, passage) ?? exactIn(text, quote, document);
  if (exact !== undefined) {
    return { charStart: exact, charEnd: exact + quote.length, located: 'exact', similarity: 1 };
  }
  const scope = foldScope(text, passage);
  const normalised =
    foldedIn(text, quote, scope) ??
    (isWhole(passage, text) ? undefined : foldedIn(text, quote, foldScope(text, document)));
  if (normalised !== undefined) return { ...normalised, located: 'normalised', similarity: 1 };
  const { charStart, charEnd, similarity } = alignQuote(scope.folded, quote);
  const [start, end] = [passage.start + charStart, passage.start + charEnd];
  if (similarity >= fuzzyThreshold && takesWholeWords(text, start, end)) {
    return { charStart: start, charEnd: end, located: 'fuzzy', similarity };
  }
  return { charStart: nowhere, charEnd: nowhere, located: 'no', similarity };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function clamp(range: Range, length: number): Range {
  const start = Math.min(Math.max(range.start, 0), length);
  return { start, end: Math.min(Math.max(range.end, start), length) };
}

function exactAt(text: string, quote: string, charStart: number | undefined): number | undefined {
  if (charStart === undefined || charStart < 0 || !text.startsWith(quote, charStart)) return undefined;
  return takesWholeWords(text, charStart, charStart + quote.length) ? charStart : undefined;
}

function exactIn(text: string, quote: string, range: Range): number | undefined {
  const scope = text.slice(range.start, range.end);
  const index = wholeWordIndex(scope, quote, (start, end) =>
    takesWholeWords(text, range.start + start, range.start + end),
  );
  return index === undefined ? undefined : range.start + index;
}

interface FoldedScope {
  readonly start: number;
  readonly folded: FoldedText;
}

function foldScope(text: string, range: Range): FoldedScope {
  return { start: range.start, folded: foldText(text.slice(range.start, range.end)) };
}

function isWhole(range: Range, text: string): boolean {
  return range.start === 0 && range.end === text.length;
}

/** The quote as it is, then without the quote marks or dots that its writer may have put around it. */
function foldedIn(
  text: string,
  quote: string,
  scope: FoldedScope,
): { charStart: number; charEnd: number } | undefined {
  for (const variant of new Set([quote, bare(quote)])) {
    const needle = foldText(variant).text.trim();
    const index = needle === '' ? undefined : foldedIndex(text, needle, scope);
    if (index !== undefined) return sourceSpan(scope, index, index + needle.length);
  }
  return undefined;
}

function foldedIndex(text: string, needle: string, scope: FoldedScope): number | undefined {
  return wholeWordIndex(scope.folded.text, needle, (start, end) => {
    if (cutsFoldedCharacter(scope.folded, start) || cutsFoldedCharacter(scope.folded, end)) return false;
    const { charStart, charEnd } = sourceSpan(scope, start, end);
    return takesWholeWords(text, charStart, charEnd);
  });
}

/** Whether an edge lies within what one source character folds to, such as a ligature. */
function cutsFoldedCharacter({ starts }: FoldedText, edge: number): boolean {
  return edge > 0 && edge < starts.length && starts[edge] === starts[edge - 1];
}

/** The first place of `needle` that `accept` agrees with. */
function wholeWordIndex(
  haystack: string,
  needle: string,
  accept: (start: number, end: number) => boolean,
): number | undefined {
  let index = haystack.indexOf(needle);
  for (let wasted = 0; index !== -1 && wasted < maxWasted; wasted += needle.length) {
    if (accept(index, index + needle.length)) return index;
    index = haystack.indexOf(needle, index + 1);
  }
  return undefined;
}

function sourceSpan(
  { start, folded }: FoldedScope,
  from: number,
  to: number,
): { charStart: number; charEnd: number } {
  return { charStart: start + (folded.starts[from] ?? 0), charEnd: start + (folded.ends[to - 1] ?? 0) };
}

function bare(quote: string): string {
  const trimmed = quote.trim();
  const ended = trimmed.replace(/(?:\.\.\.|…)$/u, '');
  const wrapped = /^["“”„«»‘'](.*)["“”«»’']$/su.exec(ended.trim());
  return wrapped?.[1] ?? ended;
}

/** Scripts whose words are joined by spaces, so that a letter on both sides of an edge means a cut word. */
const wordCharacter = /^[\p{L}\p{N}_]$/u;
const unspaced =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]$/u;
const mark = /^(?:\p{M}|\u200d)$/u;
const digit = /^\p{Nd}$/u;
/** Between two digits these make one number of them: `1.5`, `1/2`, `10:30`, `1 500` with a space that does not break. */
const withinNumber = /^[.,/:\u00a0\u2009\u202f]$/;
/** What a joined word has between its parts: a hyphen, and the line break that may follow it. */
const joint = /\p{L}[-\u2010\u2011\u00ad](?:\r?\n)?$/u;

/**
 * Whether `[start, end)` takes only whole words and whole numbers of the text: `5 million` is not to be found
 * in `1.5 million` or `15 million`, nor `art` in `party`, nor `safe` in `un-safe`. In scripts without spaces any character edge will do.
 */
function takesWholeWords(text: string, start: number, end: number): boolean {
  return !cutsWord(text, start) && !cutsWord(text, end);
}

function cutsWord(text: string, edge: number): boolean {
  if (edge <= 0 || edge >= text.length) return false;
  if (codePointStart(text, edge) !== edge) return true;
  const before = text.slice(codePointStart(text, edge - 1), edge);
  const after = characterAt(text, edge);
  if (mark.test(after)) return true;
  if (withinNumber.test(before) && digit.test(after)) return digit.test(text.charAt(edge - 2));
  if (digit.test(before) && withinNumber.test(after)) return digit.test(text.charAt(edge + 1));
  if (/^\p{L}$/u.test(after) && joint.test(text.slice(Math.max(0, edge - 5), edge))) return true;
  return isSpacedWord(before) && isSpacedWord(after);
}

function isSpacedWord(character: string): boolean {
  return wordCharacter.test(character) && !unspaced.test(character);
}
