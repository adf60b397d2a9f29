import {
  capitalisedAbbreviations,
  leadingAbbreviations,
  ordinalDotLanguages,
  referenceAbbreviations,
  sentenceOpeners,
  trailingAbbreviations,
} from './abbreviations.ts';
import { type Span, trimSpan, lineSpans } from '../spans.ts';

/**
 * Where a sentence may end: stops of any script (the Unicode property Sentence_Terminal and the ellipsis), then
 * the quotes, brackets, marks of emphasis, footnote numbers and bracketed citations that belong to it.
 */
const stopPattern =
  /(\.(?:[ \u00a0]\.)+|(?:\p{Sentence_Terminal}|…)+)((?:[\p{Pe}\p{Pf}\p{M}\u200d"'“‘’«*_~`]|[ \u00a0\u202f]»(?!\p{L}))*)(?:[^\S\n\r]?\[\d[\d,;–\- ]{0,30}\])*[⁰¹²³⁴-⁹]*/gu;

/** Stops that no white space need follow. */
const unspacedStop = /[^\p{ASCII}…‼‽⁇⁈⁉]/u;
/** What comes before the next word: white space, brackets, quotes, marks of emphasis. */
const following = /\s{0,40}([\p{Ps}\p{Pi}\p{Pf}"'‘’*_~`¿¡]{0,8})([\p{L}\p{M}'’]{1,24}|\p{N}{1,12}|)/uy;
/** What may stand before the dot of a list marker or of a numbered title. */
const marker =
  /^(?:[-*•]\s)?[([]?(?:\d{1,3}(?:\.\d{1,3})*|\p{L}|[ivxl]+|[IVXL]+)$|^(?:item|article|section|chapter|part|clause|exhibit|schedule|appendix|annex|figure|fig\.|table|note|step)\s[\p{L}\p{N}.-]{1,6}$/iu;
const LONGEST_WORD = 40;
/** The number of what is abbreviated before it, as in "Kap. 3": no ordinal. */
const numberOf = /\p{L}{2}\.[ \u00a0]?\d{1,3}$/u;
/** The article in "l'art." and its like. */
const elision = /^\p{L}{1,2}['’]/u;
/** Short words with dots after each, as in "z. B.", "i. S. d." and "EE. UU.": what goes before, and what may follow. */
const initials = String.raw`(?:\p{L}|\p{Lu}{2})`;
const afterInitials = new RegExp(`(?:^|[\\s([])(?:${initials}\\.[ \u00a0])+${initials}$`, 'u');
const moreInitials = new RegExp(`^[ \u00a0]${initials}\\.`, 'u');
const onlyInitials = new RegExp(`^${initials}$`, 'u');

/**
 * Splits text into sentences. Blank lines end one, and line breaks at headings, table rows and list items;
 * inside a wrapped paragraph only punctuation does, unless it belongs to an abbreviation, an initial, a number
 * or a name. Trimmed spans in order that cover all of the text but white space. Linear in the text.
 *
 * @param language ISO 639-1; decides on ordinal numbers such as the German "3. Oktober".
 */
export function splitSentences(text: string, language = 'en'): { start: number; end: number }[] {
  const sentences: Span[] = [];
  const stops = text.matchAll(stopPattern);
  let match = stops.next().value;
  for (const unit of textUnits(text)) {
    let start = unit.start;
    for (; match !== undefined && match.index < unit.end; match = stops.next().value) {
      const end = sentenceEnd({ text, match, language, start });
      const isInside = end > start && end < unit.end;
      // A row of a table stays whole, whatever its cells say.
      if (!isInside || text[unit.start] === '|') continue;
      sentences.push(trimSpan(text, start, end));
      start = trimSpan(text, end, unit.end).start;
    }
    sentences.push({ start, end: unit.end });
  }
  return sentences;
}

interface Stop {
  readonly text: string;
  readonly match: RegExpExecArray;
  readonly language: string;
  /** Where the sentence began. */
  readonly start: number;
}

/** Where the sentence ends that began at `start`, or -1 when the stop does not end it. */
function sentenceEnd(stop: Stop): number {
  const { text, match } = stop;
  const [whole, mark = '', closers = ''] = match;
  const end = match.index + whole.length;
  if (unspacedStop.test(mark)) return goesOn(text, end, closers) ? -1 : end;
  const after = end + footnoteLength(text, match, end);
  if (after < text.length && !/\s/.test(text[after]!)) return -1;
  following.lastIndex = after;
  const [, openers = '', word = ''] = following.exec(text) ?? [];
  if (
    /^\p{Ll}(?!\p{Ll}*\p{Lu})/u.test(word) ||
    (word === '' && /^\s*[,;:]/.test(text.slice(after, after + 3)))
  )
    return -1;
  const next: NextWord = {
    word,
    isOpener: sentenceOpeners.has(word.toLowerCase()),
    inBrackets: /[([]/.test(openers),
    isReference: /^\p{N}/u.test(word) && /[.,;)]/.test(text[following.lastIndex] ?? ''),
  };
  return mark !== '.' || endsAtDot(stop, next) ? after : -1;
}

/** 「はい。」と言った is one sentence, and ３．１ one number. */
function goesOn(text: string, end: number, closers: string): boolean {
  if (closers !== '') return /^(?:と|って|の|を|が|など|[、，,。！？])/.test(text.slice(end, end + 2));
  return /^[．﹒]\p{N}/u.test(text.slice(end - 1, end + 1));
}

/** Length of a footnote number that stands right behind the stop after a word, as in "found.12 Later". */
function footnoteLength(text: string, { index, 1: mark }: RegExpExecArray, end: number): number {
  if (mark !== '.' || !/^\p{Ll}{3}$/u.test(text.slice(index - 3, index))) return 0;
  return /^\d{1,3}(?=\s|$)/.exec(text.slice(end, end + 4))?.[0].length ?? 0;
}

interface NextWord {
  /** Empty when neither a letter nor a digit follows soon. */
  readonly word: string;
  readonly isOpener: boolean;
  readonly inBrackets: boolean;
  /** A number that ends a sentence, or a part of one, of its own: what stands before it is what it numbers, as in "Doc. 1." */
  readonly isReference: boolean;
}

function endsAtDot(
  { text, match, language, start }: Stop,
  { word, isOpener, inBrackets, isReference }: NextWord,
): boolean {
  // Markdown escapes it where it is no mark of a list.
  const dot = text[match.index - 1] === '\\' ? match.index - 1 : match.index;
  const before = text.slice(Math.max(start, dot - LONGEST_WORD), dot);
  const inWord = before.slice(before.lastIndexOf(' ') + 1);
  const previous = /[\p{L}\p{M}\p{N}'’&.-]*$/u.exec(inWord)![0]; // at most 40 characters
  if (dot - start <= LONGEST_WORD && marker.test(text.slice(start, dot))) return false;
  const key = previous.toLowerCase().replace(elision, '');
  const isCapitalised = /^\p{Lu}/u.test(previous);
  if (leadingAbbreviations.has(key)) return false;
  // No initials are longer, in UTF-16 code units.
  if (
    previous.length <= 4 &&
    onlyInitials.test(previous) &&
    moreInitials.test(text.slice(match.index + 1, match.index + 5))
  )
    return false;
  if (/^\p{Ll}$/u.test(previous) && /^\p{N}/u.test(word)) return false;
  if (referenceAbbreviations.has(key)) {
    const isLetter = /^\p{Lu}$/u.test(word);
    if (/^(?:\p{N}|[IVXLC]+$|\p{L}$)/u.test(word) && (!isOpener || (isCapitalised && isLetter))) return false;
    return !isCapitalised || isOpener;
  }
  if (isCapitalised && isReference) return false;
  const isAbbreviation =
    /^(?:\p{Lu}|\p{L}{1,2}(?:\.\p{L}{1,2})+)$/u.test(previous) ||
    trailingAbbreviations.has(key) ||
    (isCapitalised && capitalisedAbbreviations.has(key)) ||
    (before.includes('.') && afterInitials.test(before));
  if (isAbbreviation) return isOpener && !inBrackets;
  const isOrdinal = /^\d{1,3}$/.test(previous) && ordinalDotLanguages.has(language) && !numberOf.test(before);
  return !isOrdinal || isOpener;
}

const tableRow = /^\|/;
const markdownHeading = /^#{1,6}\s/;
const rule = /^(?:=+|[-_*~]{3,})$/;
const bullet = /^(?:[•‣◦▪▫●○■□➢✓]|[-*+]\s)/;
/** Markers that also open ordinary lines: `1.`, `(a)`, `iv)`, `[12]`, a dash. */
const weakMarker =
  /^(?:\[\d{1,4}\]\s(?!\p{Ll})|\(?(?:\d{1,3}|[a-z]|[ivxl]{1,5})[.)]\s|[A-Z]\)\s|\([A-Z]\)\s|[–—]\s)/u;
const closedLine = /[.!?:;…。！？：；][\p{Pe}\p{Pf}"'*_\]]*$/u;
const LONGEST_HEADING = 80;

interface Line extends Span {
  readonly content: string;
  /** A blank line stands before it. */
  readonly afterBlank: boolean;
}

/**
 * Takes text apart where a sentence ends whatever its punctuation: at blank lines, and at line breaks before and
 * after headings and table rows and before list items. Wrapped paragraphs stay whole. Trimmed spans that cover
 * all of the text but white space.
 */
function textUnits(text: string): Span[] {
  const units: { start: number; end: number }[] = [];
  const lines = readLines(text);
  let listed = false;
  let aloneBefore = false;
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const isItem = isListItem(line, before, listed);
    const isAlone = standsAlone(line, before, lines[index + 1]);
    const open = units.at(-1);
    if (open === undefined || line.afterBlank || isItem || isAlone || aloneBefore) {
      units.push({ start: line.start, end: line.end });
    } else open.end = line.end;
    listed = isItem || (listed && !line.afterBlank);
    aloneBefore = isAlone;
  }
  return units;
}

function readLines(text: string): Line[] {
  let end = 0;
  return lineSpans(text).map((line) => {
    const between = text.slice(end, line.start);
    end = line.end;
    return {
      ...line,
      // Longer lines are never judged by more than their ends.
      content: line.end - line.start <= 400 ? text.slice(line.start, line.end) : excerpt(text, line),
      afterBlank: /\n[^\n]*\n|\r[^\n\r]*\r|\u2029/.test(between) || line.start === 0,
    };
  });
}

function excerpt(text: string, { start, end }: Span): string {
  return `${text.slice(start, start + 200)}${text.slice(end - 200, end)}`;
}

function isListItem(line: Line, before: Line | undefined, listed: boolean): boolean {
  if (bullet.test(line.content)) return true;
  if (!weakMarker.test(line.content)) return false;
  return before === undefined || line.afterBlank || listed || closedLine.test(before.content);
}

function standsAlone(line: Line, before: Line | undefined, next: Line | undefined): boolean {
  const { content } = line;
  if (tableRow.test(content) || markdownHeading.test(content) || rule.test(content)) return true;
  const isOpening = line.afterBlank || before === undefined || closedLine.test(before.content);
  return isOpening && isPlainHeading(content, next);
}

const numbered =
  /^(?:(?:\d{1,2}(?:\.\d{1,2})*\.?|[A-Z]\.|[IVX]+\.|(?:Chapter|Section|Article|Part|Item|Appendix|Annex|Schedule|Exhibit)\s\S{1,6})\s+)(?=\p{Lu})/u;
const capitalWord =
  /^(?:[\p{Lu}\p{N}]|(?:a|an|and|as|at|by|for|from|in|of|on|or|the|to|vs|with|de|der|des|du|et|la|und)$)/u;

/** A short line without a stop, over a line that begins anew: all capitals, numbered, or each word with a capital. */
function isPlainHeading(content: string, next: Line | undefined): boolean {
  if (content.length > LONGEST_HEADING || /[.!?:;,。！？、，]["'”’)]*$/.test(content)) return false;
  if (next === undefined || next.afterBlank || !/^[\p{Lu}\p{N}"“‘'([•\-*|]/u.test(next.content)) return false;
  const title = content.replace(numbered, '');
  if (/\p{Lu}{2}/u.test(title) && !/\p{Ll}/u.test(title)) return true;
  if (title !== content) return title.split(/\s+/).length <= 10 && next.end - next.start > content.length;
  const words = title.split(/\s+/);
  const isTitle = words.length <= 10 && words.every((word) => capitalWord.test(word.replace(/^[("“‘']/, '')));
  return isTitle && next.end - next.start > content.length + 10;
}
