import { boundsOf, toFrame, turnOf, type PageSize } from '../../geometry.ts';
import { isIdeographic, raisedBeside, type Word } from '../../words.ts';
import { multiply, type Matrix } from '../matrix.ts';
import { boxAround, type Point } from '../page-space.ts';
import { wordOf } from '../superscripts.ts';

/** A run of text as pdf.js reports it: `transform` maps the unit em square at its origin to user space. */
export interface TextItem {
  readonly str: string;
  readonly transform: readonly number[];
  /** Advance in user space. */
  readonly width: number;
  readonly height: number;
  readonly fontName: string;
  readonly hasEOL: boolean;
}

export type TextStyles = Readonly<
  Record<string, { readonly ascent?: number; readonly descent?: number } | undefined>
>;

interface Setting {
  /** The viewport's transform from user space to the displayed page. */
  readonly transform: readonly number[];
  readonly styles: TextStyles;
  readonly page: PageSize;
}

/** Splits items at white space and CJK characters, and gives each part its share of the item's width by length. */
export function itemsToWords(items: readonly TextItem[], setting: Setting): Word[] {
  const words: Word[] = [];
  let spaced = true;
  for (const item of items) {
    for (const [index, part] of partsOf(item.str).entries()) {
      const joined = index > 0 ? !part.spaced : !spaced && !part.spaced;
      const word = placeWord(item, part, { ...setting, joined });
      const before = words.at(-1);
      if (index === 0 && joined && before && isSameWord(before, word))
        words[words.length - 1] = merge(before, word);
      else words.push(word);
    }
    if (item.str !== '') spaced = /\s$/.test(item.str);
    if (item.hasEOL) spaced = true;
  }
  return words.map(raisedBeside);
}

interface Part {
  readonly text: string;
  readonly start: number;
  readonly spaced: boolean;
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  const pattern =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\uff00-\uffef]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3001-\u303f\uff00-\uffef]+/gu;
  for (const match of text.matchAll(pattern)) {
    const visible = match[0].replace(/\p{Cc}/gu, '');
    const spaced = /\s/.test(text[match.index - 1] ?? '');
    if (visible !== '') parts.push({ text: visible, start: match.index, spaced });
  }
  return parts;
}

function placeWord(
  item: TextItem,
  part: Part,
  { transform, styles, page, joined }: Setting & { joined: boolean },
): Word {
  const [a, b, c, d, e, f] = multiply(item.transform as Matrix, transform as Matrix);
  const along = Math.hypot(a, b) || 1;
  const size = Math.hypot(c, d);
  const scale = Math.hypot(transform[0] ?? 1, transform[1] ?? 0);
  const step = (item.width * scale) / Math.max(1, item.str.length) / along;
  const turn = turnOf(a, b);
  const { ascent, descent } = metrics(styles[item.fontName]);
  const at = (x: number, y: number): Point => ({ x: e + a * x + c * y, y: f + b * x + d * y });
  const low = at(part.start * step, descent);
  const high = at((part.start + part.text.length) * step, ascent);
  const origin = at(part.start * step, 0);
  const baseline = toFrame(turn, boxAround(origin), page).y0;
  const box = toFrame(turn, boxAround(low, high), page);
  return { text: part.text, ...box, baseline, size, bold: false, turn, joined };
}

/** Ascent above and descent below the baseline, in sizes, with usual values where the font states none. */
function metrics(style: TextStyles[string]): { ascent: number; descent: number } {
  const { ascent, descent } = style ?? {};
  return {
    ascent: ascent !== undefined && ascent > 0.2 && ascent <= 1.2 ? ascent : 0.8,
    descent: descent !== undefined && descent < 0 && descent >= -0.6 ? descent : -0.2,
  };
}

function isSameWord(before: Word, word: Word): boolean {
  if (before.turn !== word.turn || isIdeographic(before.text) || isIdeographic(word.text)) return false;
  const size = Math.max(before.size, word.size);
  if (Math.abs(before.baseline - word.baseline) > 0.3 * size) return false;
  return Math.max(word.x0 - before.x1, before.x0 - word.x1) < 0.15 * size;
}

function merge(before: Word, word: Word): Word {
  const text = wordOf([before, word].map((part) => ({ text: part.text, style: part })));
  return { ...before, text, ...boundsOf([before, word]) };
}
