import { toFrame, type Box, type PageSize, type Turn } from '../geometry.ts';

/** What is asked of the characters of a page: see words.ts. */
interface Characters {
  readonly count: number;
  readonly codes: Int32Array;
  readonly boxes: Float32Array;
  readonly style: Int32Array;
  readonly styles: readonly { readonly size: number; readonly turn: Turn; readonly baseline: number }[];
}

/** Accents that stand alone, and the marks that combine with the letter before them. */
const marks = new Map<number, string>([
  [0x60, '\u0300'],
  [0xb4, '\u0301'],
  [0x2c6, '\u0302'],
  [0x2dc, '\u0303'],
  [0xaf, '\u0304'],
  [0x2d8, '\u0306'],
  [0x2d9, '\u0307'],
  [0xa8, '\u0308'],
  [0x2da, '\u030a'],
  [0x2dd, '\u030b'],
  [0x2c7, '\u030c'],
  [0xb8, '\u0327'],
]);
const dotless = new Map([
  ['ı', 'i'],
  ['ȷ', 'j'],
]);

/** Share of the narrower one of accent and letter that lies over the other. */
const minOverlap = 0.5;
/** Baselines of one line, in sizes: accents of capitals are raised. */
const sameLine = 0.6;

/** The accent of a capital, which is raised, may stand behind all other characters of the line: so many from its letter at most. */
const nearby = 256;

/**
 * What characters add to the text where fonts have accents and letters apart, as those of TeX do, by their index: the letter
 * under an accent is one with it, and the accent adds nothing. An accent with no letter under it stands for itself, as in
 * code.
 */
export function composeAccents(characters: Characters, page: PageSize): Map<number, string> {
  const composed = new Map<number, string>();
  for (let accent = 0; accent < characters.count; accent++) {
    if (!marks.has(characters.codes[accent]!)) continue;
    const letter = letterUnder(characters, accent, page);
    if (letter === undefined || composed.has(letter)) continue;
    composed.set(letter, compose(characters.codes[letter]!, characters.codes[accent]!)!);
    composed.set(accent, '');
  }
  return composed;
}

/** The index of the letter that lies under most of an accent. */
function letterUnder(characters: Characters, accent: number, page: PageSize): number | undefined {
  const end = Math.min(characters.count, accent + nearby);
  let [found, most]: [number | undefined, number] = [undefined, 0];
  for (let letter = Math.max(0, accent - nearby); letter < end; letter++) {
    if (!areInOneColumn(characters, letter, accent)) continue;
    if (compose(characters.codes[letter]!, characters.codes[accent]!) === undefined) continue;
    const shared = sharedWidth(characters, [letter, accent], page);
    if (shared > most) [found, most] = [letter, shared];
  }
  return found;
}

/** Quickly, whether one may stand over the other: their boxes share a part of the page's width or, where text is turned, height. */
function areInOneColumn({ boxes, style, styles }: Characters, letter: number, accent: number): boolean {
  const axis = (styles[style[accent]!]?.turn ?? 0) % 2;
  const [a, b] = [letter * 4 + axis, accent * 4 + axis];
  return boxes[a]! < boxes[b + 2]! && boxes[b]! < boxes[a + 2]!;
}

/** One character of a letter and an accent; undefined where there is none. */
function compose(letter: number, accent: number): string | undefined {
  if (letter < 0x41 || letter > 0x10ffff) return undefined;
  const text = String.fromCodePoint(letter);
  if (!/\p{L}/u.test(text)) return undefined;
  const composed = ((dotless.get(text) ?? text) + marks.get(accent)!).normalize('NFC');
  return composed.length === 1 ? composed : undefined;
}

/** Points of a line that a letter and an accent both take up; 0 where they stand beside each other. */
function sharedWidth(
  characters: Characters,
  [letter, accent]: readonly [number, number],
  page: PageSize,
): number {
  const [below, above] = [letter, accent].map((index) => characters.styles[characters.style[index]!]);
  if (below === undefined || below.turn !== above?.turn) return 0;
  if (Math.abs(below.baseline - above.baseline) > sameLine * Math.max(below.size, above.size)) return 0;
  const [a, b] = [letter, accent].map((index) => toFrame(below.turn, boxAt(characters, index), page));
  const shared = Math.min(a!.x1, b!.x1) - Math.max(a!.x0, b!.x0);
  return shared > minOverlap * Math.min(a!.x1 - a!.x0, b!.x1 - b!.x0) ? shared : 0;
}

function boxAt({ boxes }: Characters, index: number): Box {
  const at = index * 4;
  return { x0: boxes[at]!, y0: boxes[at + 1]!, x1: boxes[at + 2]!, y1: boxes[at + 3]! };
}
