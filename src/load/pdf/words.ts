import { composeAccents } from './parse/accents.ts';
import { withoutDottedRules } from './parse/dotted-rules.ts';
import type { StructureTag } from './parse/structure-tag.ts';
import { isRaised, wordOf } from './parse/superscripts.ts';
import { superscript } from '../write/superscript.ts';
import { stylesOfNoText } from './parse/styles-of-no-text.ts';
import { toFrame, turns, type Box, type PageSize, type Turn } from './geometry.ts';

/** How a stretch of characters of one text object is set. */
export interface CharacterStyle {
  /** Points, after all scaling. */
  readonly size: number;
  readonly bold: boolean;
  /** The font has no name: it is one of drawings or bitmaps. */
  readonly nameless?: boolean | undefined;
  readonly turn: Turn;
  /** It runs across the page in none of the quarter turns, `turn` being the nearest. */
  readonly slanted?: boolean;
  /** Where the baseline lies in the upright frame of `turn`. */
  readonly baseline: number;
  /** Height above and depth below the baseline, in sizes, both positive. */
  readonly ascent: number;
  readonly descent: number;
  /** Of the structure tree. */
  readonly tag?: StructureTag | undefined;
}

/**
 * The characters of one page in the order of the content stream, as parallel arrays that the reader reuses
 * from page to page: only the first `count` entries hold.
 */
export interface Characters {
  readonly count: number;
  /** Unicode code points; `lineHyphen` stands for a hyphen that ends a line. */
  readonly codes: Int32Array;
  /** x0, y0, x1, y1 on the displayed page, four entries a character. */
  readonly boxes: Float32Array;
  /** 1 where the font does not say which character it is, so that the code is the font's own. */
  readonly guessed: Uint8Array;
  /** Index into `styles`. */
  readonly style: Int32Array;
  readonly styles: readonly CharacterStyle[];
}

/** PDFium's code for a hyphen at the end of a line. */
export const lineHyphen = 2;

/** A white-space separated word, or one CJK character, in the upright frame of its turn. */
export interface Word extends Box {
  readonly text: string;
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
  readonly turn: Turn;
  /** No white space stands between this word and the one before. */
  readonly joined: boolean;
  /** 0…1, of words read by OCR. */
  readonly confidence?: number;
  /** Element of the structure tree that its first character belongs to. */
  readonly tag?: StructureTag | undefined;
}

/** The words of each turn, in their order; on nearly all pages there is one turn. */
export function groupByTurn(
  words: readonly Word[],
): { readonly turn: Turn; readonly words: readonly Word[] }[] {
  const groups = turns.map((turn) => ({ turn, words: [] as Word[] }));
  for (const word of words) groups[word.turn]!.words.push(word);
  return groups.filter((group) => group.words.length > 0);
}

const ideographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
const whiteSpace = /\s/u;

/** Whether a character is set as a word of its own, as in Chinese and Japanese. */
export function isIdeographic(text: string): boolean {
  return text.charCodeAt(0) >= 0x2e80 && ideographic.test(text);
}

/** Ligatures are spelt out and symbol-font bullets named, so that text can be searched. */
const spelled = new Map<number, string>([
  [0xfb00, 'ff'],
  [0xfb01, 'fi'],
  [0xfb02, 'fl'],
  [0xfb03, 'ffi'],
  [0xfb04, 'ffl'],
  [0xfb05, 'st'],
  [0xfb06, 'st'],
  [0xf0b7, '•'],
  [0xf0a7, '▪'],
  [0xf0d8, '➢'],
  [lineHyphen, '-'],
]);

/** What a code point adds to the text: nothing for controls and lone surrogates, undefined for white space. */
function spell(code: number): string | undefined {
  if (code > 0x20 && code < 0x7f) return String.fromCharCode(code);
  const named = spelled.get(code);
  if (named !== undefined) return named;
  if (code === 0x20 || code === 0xa0 || (code >= 9 && code <= 13)) return undefined;
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return '';
  if ((code >= 0xd800 && code < 0xe000) || code > 0x10ffff || code === 0xfffe || code === 0xffff) return '';
  if (code === 0x200b || code === 0xfeff) return '';
  const text = String.fromCodePoint(code);
  return whiteSpace.test(text) ? undefined : text;
}

/** A gap this wide, in sizes, parts two words even where the file holds no space. */
const wordGap = 0.6;
/** So does one as wide as a narrow space where a letter stands close to the one before it; in spaced letters none does. */
const narrowSpace = 0.17;
const close = 0.05;

/** The glyph of lam with an alef is one; engines give its letters the wrong way round when they reverse a line. */
const lam = 0x644;
const alefs = [0x622, 0x623, 0x625, 0x627];

/** Modifier letters that fonts are said to have in the place of full-width forms, so far from them, and tones, which are as wide. */
const modifiers = { first: 0x2bd, last: 0x2dc, toFullWidth: 0xff01 - 0x2bd };
const tones = new Set([0x2c7, 0x2c9, 0x2ca, 0x2cb, 0x2d9]);
/** Width of such a form, in sizes; a modifier letter takes half of it or less. */
const fullWidth = 0.9;

/** Some Chinese fonts say that their brackets, commas and colons are modifier letters, as `˄` for `（`: these are narrow. */
function isFullWidth({ boxes, style, styles }: Characters, index: number): boolean {
  const set = styles[style[index] ?? 0];
  if (!set || set.turn % 2 === 1) return false;
  return boxes[index * 4 + 2]! - boxes[index * 4]! >= fullWidth * set.size;
}

function codeAt(characters: Characters, index: number): number {
  const { codes, boxes } = characters;
  const code = codes[index] ?? 0;
  if (code >= modifiers.first && code <= modifiers.last && !tones.has(code))
    return isFullWidth(characters, index) ? code + modifiers.toFullWidth : code;
  if (code < alefs[0]! || code > lam) return code;
  if (alefs.includes(code) && codes[index + 1] === lam && isSameGlyph(boxes, index)) return lam;
  const before = codes[index - 1] ?? 0;
  return code === lam && alefs.includes(before) && isSameGlyph(boxes, index - 1) ? before : code;
}

function isSameGlyph(boxes: Float32Array, index: number): boolean {
  const at = index * 4;
  return boxes[at] === boxes[at + 4] && boxes[at + 2] === boxes[at + 6];
}

class WordBuilder {
  readonly words: Word[] = [];
  private readonly page: PageSize;
  private text = '';
  /** Of `text`, and what stands before it in the word and is set in another way. */
  private textStyle: CharacterStyle | undefined;
  private before: { readonly text: string; readonly style: CharacterStyle }[] = [];
  private x0 = 0;
  private y0 = 0;
  private x1 = 0;
  private y1 = 0;
  private style: CharacterStyle | undefined;
  private joined = false;
  private spaced = true;
  /** Before the last character, from the one before it. */
  private gap = 0;
  /** Where the last glyph begins. */
  private glyph = 0;
  /** The engine saw the end of a line, where letters that are set one by one may stand close together. */
  private broken = false;

  constructor(page: PageSize) {
    this.page = page;
  }

  /** @param box is only read. */
  add(text: string, box: Box, style: CharacterStyle): void {
    const frame = this.besideLetters(text, style.turn === 0 ? box : toFrame(style.turn, box, this.page));
    const gap = frame.x0 - this.x1;
    if (this.broken && !(Math.abs(gap) < close * style.size && this.style?.baseline === style.baseline))
      this.space();
    this.broken = false;
    if (this.text !== '' && (this.isApart(frame, style) || this.endsBefore(text, gap, style))) this.space();
    const alone = isIdeographic(text);
    if (this.text !== '' && (alone || isIdeographic(this.text))) this.close();
    this.gap = gap;
    if (this.text === '') this.open(frame, style);
    else if (style !== this.textStyle) this.endPart();
    this.textStyle = style;
    this.text += text;
    this.x0 = Math.min(this.x0, frame.x0);
    this.x1 = Math.max(this.x1, frame.x1);
    this.y0 = Math.min(this.y0, style.baseline - style.ascent * style.size);
    this.y1 = Math.max(this.y1, style.baseline + style.descent * style.size);
  }

  space(): void {
    this.close();
    this.spaced = true;
  }

  breakLine(): void {
    this.broken = true;
  }

  /** A character that adds nothing, whose place is no gap. */
  leaveOut(): void {
    this.gap = Infinity;
  }

  /** The letters of a ligature are all said to stand where it begins; they stand side by side. */
  private besideLetters(text: string, frame: Box): Box {
    const isOfLigature = this.text !== '' && frame.x0 === this.glyph && /^[a-z]+$/.test(text);
    if (!isOfLigature) this.glyph = frame.x0;
    return isOfLigature ? { ...frame, x0: this.x1, x1: this.x1 + frame.x1 - frame.x0 } : frame;
  }

  private endPart(): void {
    this.before.push({ text: this.text, style: this.textStyle! });
    this.text = '';
  }

  private open(frame: Box, style: CharacterStyle): void {
    this.style = style;
    this.joined = !this.spaced;
    this.spaced = false;
    this.x0 = frame.x0;
    this.x1 = frame.x1;
    this.y0 = Infinity;
    this.y1 = -Infinity;
  }

  private isApart(frame: Box, style: CharacterStyle): boolean {
    const last = this.style;
    if (!last) return false;
    if (last.turn !== style.turn) return true;
    const size = Math.max(last.size, style.size);
    if (Math.abs(last.baseline - style.baseline) > 0.6 * size) return true;
    return Math.max(frame.x0 - this.x1, this.x0 - frame.x1) > wordGap * size;
  }

  /** Whether the word is over, by a gap that is narrow: a space that the engine did not see. */
  private endsBefore(text: string, gap: number, { size }: CharacterStyle): boolean {
    if (gap < narrowSpace * size || this.gap > close * size) return false;
    return /\p{L}[\p{L},;:]$/u.test(this.text) && /^\p{L}/u.test(text);
  }

  private close(): void {
    const { style, text, textStyle, before } = this;
    this.text = '';
    if (!style || text === '') return;
    if (before.length > 0) this.before = [];
    this.words.push({
      text: before.length === 0 ? text : wordOf([...before, { text, style: textStyle! }]),
      x0: this.x0,
      y0: this.y0,
      x1: this.x1,
      y1: this.y1,
      baseline: style.baseline,
      size: style.size,
      bold: style.bold,
      turn: style.turn,
      joined: this.joined,
      tag: style.tag,
    });
  }
}

/**
 * Splits the characters of a page at white space, wide gaps and line changes, and each CJK character from
 * its neighbours; without watermarks and what is too small to see. Words keep the order of the content stream.
 */
export function charactersToWords(characters: Characters, page: PageSize): Word[] {
  const builder = new WordBuilder(page);
  const { boxes, style, styles } = characters;
  const accents = composeAccents(characters, page);
  const leftOut = stylesOfNoText(characters);
  // One for all characters: a page has thousands.
  const box = { x0: 0, y0: 0, x1: 0, y1: 0 };
  for (let index = 0; index < characters.count; index++) {
    const code = codeAt(characters, index);
    const text = accents.get(index) ?? spell(code);
    const set = styles[style[index] ?? 0];
    if (code === 10 || code === 13) {
      builder.breakLine();
      continue;
    }
    if (text === undefined || !set || leftOut.has(set)) {
      builder.space();
      continue;
    }
    if (text === '') {
      builder.leaveOut();
      continue;
    }
    const at = index * 4;
    box.x0 = boxes[at] ?? 0;
    box.y0 = boxes[at + 1] ?? 0;
    box.x1 = boxes[at + 2] ?? 0;
    box.y1 = boxes[at + 3] ?? 0;
    builder.add(text, box, set);
    if (code === lineHyphen) builder.space();
  }
  builder.space();
  return withoutDottedRules(builder.words).map(raisedBeside);
}

/** Space between a word and its superscript at most, in sizes, and digits of one. */
const superscriptGap = 0.4;
const mostDigits = 3;

/** A number that is a superscript of the word before or behind it, and set apart from it. */
export function raisedBeside(word: Word, index: number, words: readonly Word[]): Word {
  const isMark = isSuperscriptOf(word, words[index - 1]) || isSuperscriptOf(word, words[index + 1]);
  const text = isMark ? superscript(word.text) : word.text;
  return text === word.text ? word : { ...word, text };
}

function isSuperscriptOf(word: Word, other: Word | undefined): boolean {
  if (other === undefined || other.size <= word.size || other.turn !== word.turn) return false;
  if (word.text.length > mostDigits) return false;
  const gap = Math.max(word.x0 - other.x1, other.x0 - word.x1);
  return Math.abs(gap) < superscriptGap * other.size && isRaised(word, other);
}
