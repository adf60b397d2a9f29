import type { Section } from '../../types.ts';
import { hanNumber } from '../han-number.ts';
import { alternatives, phrasesIn } from '../words/phrases.ts';
import { wordsOf } from '../words/words-of.ts';
import { sectionsAt } from './section-at.ts';

/** What a clause is counted by, from the outside in: `18.4` is 18, 4; `5(b)` and `§ 5 lit. b` are 5, b. */
export type ClauseNumber = readonly string[];

/** A clause that a text names by its number. */
export interface ClauseReference {
  readonly number: ClauseNumber;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
}

/** How far above a place its clause may begin, in characters. */
const reach = 8_000;

const count = String.raw`\d{1,4}(?:\.\d{1,3}){0,4}[a-z]?|[IVXL]{1,6}|\(\p{Ll}{1,4}\)`;
const brackets = String.raw`(?: ?\((?:\p{Ll}{1,4}|\d{1,3})\)){0,3}`;
const numberPattern = String.raw`(?:${count})${brackets}(?![\p{L}\p{Nd}%])(?![.,]\d)`;
const hanCount = '[〇零一二两三四五六七八九十百千\\d]{1,7}';
const hanReference = new RegExp(`第(${hanCount})[条條](?:第(${hanCount})[款项項])?`, 'gu');

interface Patterns {
  /** `clause 18.4`, `§ 7` */
  readonly reference: RegExp;
  /** `Absatz 2` */
  readonly paragraph: RegExp;
  /** `Abs. 2` right behind a reference. */
  readonly within: RegExp;
  /** `and 18.5` behind a reference. */
  readonly more: RegExp;
}
const compiled = new Map<string, Patterns>();

const oneOf = (list: string) => alternatives(phrasesIn(list)) || '(?!)';

function patternsOf(language: string): Patterns {
  const known = compiled.get(language);
  if (known !== undefined) return known;
  const { amending, joins } = wordsOf(language);
  const unit = (list: string) => String.raw`(?<![\p{L}\p{N}])(?:${oneOf(list)})[.:]? ?(?:n[.º°o]{1,2} ?)?`;
  const paragraph = String.raw`${unit(amending.paragraphs)}(\d{1,3}|\(?[a-z]\)?)(?![\p{L}\p{Nd}%])(?![.,]\d)`;
  const join = oneOf(joins);
  const patterns = {
    reference: new RegExp(`${unit(amending.clauses)}(${numberPattern})`, 'giu'),
    paragraph: new RegExp(paragraph, 'giu'),
    within: new RegExp(`,? ${paragraph}`, 'iuy'),
    more: new RegExp(`(?:, ?(?:(?:${join}) )?| (?:${join}) )(${numberPattern})`, 'iuy'),
  };
  compiled.set(language, patterns);
  return patterns;
}

/** The parts of a number as it is printed. */
const partsOf = (written: string): string[] =>
  (written.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((part) => part.replace(/^0+(?=\d)/, ''));

/** Arabic digits as 0 to 9, white space as spaces: offsets stay. */
const plain = (text: string): string =>
  text
    .replaceAll(/[٠-٩]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0x630))
    .replaceAll(/\s/g, ' ');

/** The clauses that a text names: `clause 18.4`, `Sections 3 and 5(b)`, `§ 7 Abs. 2`, `第七条第二款`; in the order of the text. */
export function clauseReferences(text: string, language = 'en'): ClauseReference[] {
  const read = plain(text);
  const { reference, within, more } = patternsOf(language);
  const found: ClauseReference[] = [];
  for (const match of read.matchAll(reference)) {
    const { 1: written = '', index } = match;
    if (index < (found.at(-1)?.end ?? 0)) continue; // `paragraph 2` of the one before
    let end = index + match[0].length;
    const number = partsOf(written);
    for (let inside; (inside = matchAt(within, read, end)) !== null; end += inside[0].length) {
      number.push(...partsOf(inside[1]!));
    }
    found.push({ number, start: index, end });
    for (let next; (next = matchAt(more, read, end)) !== null; end += next[0].length) {
      found.push({ number: partsOf(next[1]!), start: end, end: end + next[0].length });
    }
  }
  for (const { 0: all, 1: clause = '', 2: inside, index } of read.matchAll(hanReference)) {
    const number = [clause, ...(inside === undefined ? [] : [inside])];
    found.push({
      number: number.map((one) => String(hanNumber(one))),
      start: index,
      end: index + all.length,
    });
  }
  return withParagraphs(found, read, language);
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** `paragraph (b) of Section 5` is 5, b, as is `In Section 5 paragraph (b)`: a paragraph is one of the clause that stands nearest. */
function withParagraphs(
  found: readonly ClauseReference[],
  text: string,
  language: string,
): ClauseReference[] {
  const joins = phrasesIn(wordsOf(language).joins);
  const all = Array.from(
    text.matchAll(patternsOf(language).paragraph),
    ({ 0: words, 1: written, index }) => ({
      number: partsOf(written!),
      start: index,
      end: index + words.length,
    }),
  );
  const inner = all.filter(({ start, end }) => !found.some((one) => start < one.end && one.start < end));
  const isPart = ({ number }: ClauseReference) => /^\p{L}$/u.test(number[0]!);
  const outer = found.filter((one) => !isPart(one));
  const within = [...inner, ...found.filter(isPart)];
  return outer.map((one) => {
    const before = within.find(({ end }) => isOf(text.slice(end, one.start), joins));
    if (before !== undefined)
      return { ...one, number: [...one.number, ...before.number], start: before.start };
    const behind = within.find(({ start }) => start >= one.end && start - one.end <= farthest);
    return behind === undefined
      ? one
      : { ...one, number: [...one.number, ...behind.number], end: behind.end };
  });
}

/** Characters between a clause and the paragraph of it that is meant. */
const farthest = 20;

/** Whether what stands between two numbers are one or two short words that join nothing: `of the`, `des`. */
function isOf(between: string, joins: readonly string[]): boolean {
  const words = between.trim();
  return between.length <= farthest && /^(?:\p{Ll}{1,5}['’]? ?){1,2}$/u.test(words) && !joins.includes(words);
}

/** `18.4 If …`, `**18.4.** …` */
/** Its clauses are counted anew. */
const schedule =
  /^[\s#*_]{0,9}(?:schedule|annex|annexe|appendix|exhibit|anlage|anhang|anexo|allegato|bijlage|附件|附录|附錄|別紙|別表)(?![\p{Ll}\p{Lu}])/iu;
const decimalMark = /^[\s*_#>|-]{0,9}(\d{1,3}(?:\.\d{1,3}){1,4})[.)]?[*_]{0,2}\s/u;
/** `2. If …`, `(2) If …` */
const digitMark = /^[\s*_#>|-]{0,9}(?:\((\d{1,3}[a-z]?)\)|(\d{1,3}[a-z]?)[.)])[*_]{0,2}\s/u;
/** `(b) …`, `b) …`, `b. …` */
const letterMark = /^[\s*_#>|-]{0,9}\(?(\p{Ll}{1,4})[.)][*_]{0,2}\s/u;
const headingMark = new RegExp(
  String.raw`^[\s*_#§]{0,9}(\d{1,3}(?:\.\d{1,3}){0,4}[a-z]?)(?![\p{L}\p{Nd}%])(?![.,]\d)`,
  'u',
);

/**
 * The number of the clause in which a place of a document stands, by the headings over it and the numbers at the beginning of lines above it
 * in its section; empty where nothing is counted.
 */
export function clauseAt(
  text: string,
  offset: number,
  { sections, language }: { sections: readonly Section[]; language?: string | undefined },
): ClauseNumber {
  const over = sectionsAt(sections, offset).reverse(); // innermost first
  if (over.some(({ heading }) => schedule.test(heading))) return [];
  const heads = over.map(({ heading }) => labelOfHeading(heading, language));
  const at = heads.findIndex((number) => number.length > 0);
  const section = over[at] ?? over.at(-1);
  const from = Math.max(section?.charStart ?? 0, offset - reach);
  const lineEnd = text.indexOf('\n', offset);
  const lines = text.slice(from, lineEnd === -1 ? text.length : lineEnd).split('\n');
  const path = new Path(heads[at] ?? []);
  const first = from === section?.charStart && at !== -1 ? 1 : 0;
  for (let index = first; index < lines.length; index += 1) {
    if (!goesOn(lines[index - 1] ?? '', lines[index]!)) path.read(lines[index]!, language);
  }
  return path.number;
}

/** `… In clause⏎4.1 of the Agreement`: a number that a sentence has come to begins no clause. */
const goesOn = (before: string, line: string): boolean =>
  /^\s*\d[\d.]*\s+\p{Ll}/u.test(line) && /[\p{L},]\s*$/u.test(before);

function labelOfHeading(heading: string, language: string | undefined): ClauseNumber {
  return labelOfLine(heading, language) ?? partsOf(headingMark.exec(heading)?.[1] ?? '');
}

/** `Section 5.`, `§ 7 Notice`, `第七条` at the beginning of a line, and nothing before a sentence that goes on: `Section 5 applies`. */
function labelOfLine(line: string, language = 'en'): ClauseNumber | undefined {
  const start = line.slice(0, 60).replace(/^[\s*_#>|-]{1,9}/u, '');
  const [first] = clauseReferences(start, language);
  if (first?.start !== 0) return undefined;
  return /^[.:)*_–—-]*\s*(?:$|[(\p{Lu}\p{Lo}*_–—-])/u.test(start.slice(first.end)) ? first.number : undefined;
}

/** Where the numbers at the beginning of lines have led to. */
class Path {
  /** Of the heading over all lines: what begins with another number is no clause of it. */
  readonly #heading: string | undefined;
  #clause: ClauseNumber;
  /** Whether its clauses have numbers alone: `1.`, `2.` */
  #isCounted = false;
  #digit: string | undefined;
  #letters: string[] = [];

  constructor(clause: ClauseNumber) {
    this.#clause = clause;
    this.#heading = clause[0];
  }

  get number(): ClauseNumber {
    return [...this.#clause, ...(this.#digit === undefined ? [] : [this.#digit]), ...this.#letters];
  }

  read(line: string, language?: string): void {
    const decimal = decimalMark.exec(line)?.[1];
    const clause = decimal === undefined ? labelOfLine(line, language) : partsOf(decimal);
    const isOther = decimal !== undefined && this.#heading !== undefined && clause![0] !== this.#heading;
    if (clause !== undefined && !isOther) return this.#begin(clause);
    const [, inBrackets, digit = inBrackets] = digitMark.exec(line) ?? [];
    if (digit !== undefined) {
      if (this.#clause.length === 0 || this.#isCounted) return this.#begin([digit], true);
      this.#digit = digit;
      this.#letters = [];
      return;
    }
    const letter = letterMark.exec(line)?.[1];
    if (letter === undefined || this.number.length === 0) return;
    const [first] = this.#letters;
    const isRoman = /^[ivx]+$/.test(letter) && first !== undefined && !follows(letter, first);
    if (isRoman) this.#letters = [first, letter];
    else if (letter.length === 1) this.#letters = [letter];
  }

  #begin(clause: ClauseNumber, isCounted = false): void {
    this.#clause = clause;
    this.#isCounted = isCounted;
    this.#digit = undefined;
    this.#letters = [];
  }
}

const follows = (letter: string, before: string): boolean =>
  letter.length === 1 && letter.charCodeAt(0) === before.charCodeAt(0) + 1;

/** Whether one clause is the other, holds it, or stands in it. */
export function isSameClause(one: ClauseNumber, other: ClauseNumber): boolean {
  const shared = Math.min(one.length, other.length);
  return shared > 0 && one.slice(0, shared).every((part, index) => part === other[index]);
}
