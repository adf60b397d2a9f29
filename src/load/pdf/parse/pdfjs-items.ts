import { toFrame, turnOf, type PageSize } from '../geometry.ts';
import { isIdeographic, type Word } from '../words.ts';

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
  return words;
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
  const [a, b, c, d, e, f] = multiply(transform, item.transform);
  const along = Math.hypot(a, b) || 1;
  const size = Math.hypot(c, d);
  const scale = Math.hypot(transform[0] ?? 1, transform[1] ?? 0);
  const step = (item.width * scale) / Math.max(1, item.str.length) / along;
  const turn = turnOf(a, b);
  const { ascent, descent } = metrics(styles[item.fontName]);
  const at = (x: number, y: number): { x: number; y: number } => ({
    x: e + a * x + c * y,
    y: f + b * x + d * y,
  });
  const low = at(part.start * step, descent);
  const high = at((part.start + part.text.length) * step, ascent);
  const origin = at(part.start * step, 0);
  const box = {
    x0: Math.min(low.x, high.x),
    y0: Math.min(low.y, high.y),
    x1: Math.max(low.x, high.x),
    y1: Math.max(low.y, high.y),
  };
  const baseline = toFrame(turn, { x0: origin.x, y0: origin.y, x1: origin.x, y1: origin.y }, page).y0;
  return { text: part.text, ...toFrame(turn, box, page), baseline, size, bold: false, turn, joined };
}

/** Ascent above and descent below the baseline, in sizes, with usual values where the font states none. */
function metrics(style: TextStyles[string]): { ascent: number; descent: number } {
  const { ascent, descent } = style ?? {};
  return {
    ascent: ascent !== undefined && ascent > 0.2 && ascent <= 1.2 ? ascent : 0.8,
    descent: descent !== undefined && descent < 0 && descent >= -0.6 ? descent : -0.2,
  };
}

/** The product of two affine matrices `[a b c d e f]`: first `n`, then `m`. */
function multiply(
  m: readonly number[],
  n: readonly number[],
): [number, number, number, number, number, number] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [p = 1, q = 0, r = 0, s = 1, t = 0, u = 0] = n;
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}

function isSameWord(before: Word, word: Word): boolean {
  if (before.turn !== word.turn || isIdeographic(before.text) || isIdeographic(word.text)) return false;
  const size = Math.max(before.size, word.size);
  if (Math.abs(before.baseline - word.baseline) > 0.3 * size) return false;
  return Math.max(word.x0 - before.x1, before.x0 - word.x1) < 0.15 * size;
}

function merge(before: Word, word: Word): Word {
  return {
    ...before,
    text: before.text + word.text,
    x0: Math.min(before.x0, word.x0),
    y0: Math.min(before.y0, word.y0),
    x1: Math.max(before.x1, word.x1),
    y1: Math.max(before.y1, word.y1),
  };
}
