/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import type { Box } from '../../geometry.ts';
import type { Characters } from '../../words.ts';
import type { Engine } from './module.ts';
import { boundsOf, textObject, type PageObject } from './objects.ts';

/** Scaled down to less than this, text has letters that PDFium may lose. */
export const scaledDown = 0.9;
const space = 32;
/** Text objects before one that PDFium compares it with. */
const compared = 5;
/** Points by which the bounds of the same glyph may differ in size and height on the page. */
const sameBounds = 0.05;
/** Widths of a letter after which the same one is another, and not drawn once more. */
const behind = 0.9;
/** Sizes between two letters of a word at most. */
const noSpace = 0.1;

/** A letter that is missing from the characters of a page. */
export interface LostLetter {
  /** Index of the same letter, the one before it. */
  readonly twin: number;
  /** Points from that to this one, in the coordinates of the page. */
  readonly dx: number;
}

/** A text object and the index of its character. */
interface Letter {
  readonly index: number;
  readonly found: PageObject;
}

/**
 * PDFium leaves out what it takes for the letter before drawn once more, as some programs draw bold text: the same, over more
 * than half of that one and less than nine tenths of its width further on. But it takes the width before the page is scaled:
 * in text that is scaled down, the second of two slanted letters that are text objects of their own is lost, as in `effect`.
 *
 * @returns in the order in which they are drawn; those that are drawn once more are among them.
 */
export function lostLetters(engine: Engine, objects: readonly PageObject[], textPage: number): LostLetter[] {
  const characters = loneCharacters(engine, textPage);
  const lost: LostLetter[] = [];
  const last: Letter[] = [];
  const fontOf = ({ object }: PageObject) => engine.module._FPDFTextObj_GetFont(object);
  for (const found of objects) {
    if (found.type !== textObject) continue;
    const index = characters.get(found.object);
    if (index !== undefined) {
      last.push({ index, found });
      if (last.length > compared) last.shift();
      continue;
    }
    const [font, bounds] = [fontOf(found), boundsOf(engine, found)];
    const twin = last.findLast(
      (letter) => fontOf(letter.found) === font && isDrawnOver(boundsOf(engine, letter.found), bounds),
    );
    if (twin) lost.push({ twin: twin.index, dx: bounds.x0 - boundsOf(engine, twin.found).x0 });
  }
  return lost.filter(({ twin }) => twin !== several);
}

/** Characters with lost letters, each behind its twin; the space that PDFium saw in the place of one is none. */
export function withLetters(characters: Characters, lost: readonly LostLetter[]): Characters {
  const { boxes, codes, count, guessed, style, styles } = characters;
  const shifts = new Map(lost.map(({ twin, dx }) => [twin, dx]));
  const order: { readonly index: number; readonly dx: number }[] = [];
  for (let index = 0; index < count; index++) {
    order.push({ index, dx: 0 });
    const dx = shifts.get(index) ?? 0;
    const [left = 0, , right = 0] = boxes.subarray(index * 4, index * 4 + 3);
    if (dx <= 0 || dx < behind * (right - left)) continue;
    order.push({ index, dx });
    const next = boxes[(index + 2) * 4] ?? Infinity;
    const isNear = Math.abs(next - right - dx) < noSpace * (styles[style[index]!]?.size ?? 0);
    if (codes[index + 1] === space && isNear) index++;
  }
  return {
    count: order.length,
    codes: Int32Array.from(order, ({ index }) => codes[index]!),
    guessed: Uint8Array.from(order, ({ index }) => guessed[index]!),
    boxes: Float32Array.from(
      order.flatMap(({ index, dx }) => {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = boxes.subarray(index * 4, index * 4 + 4);
        return [x0 + dx, y0, x1 + dx, y1];
      }),
    ),
    style: Int32Array.from(order, ({ index }) => style[index]!),
    styles,
  };
}

/** Stands for an index where a text object has more characters than one. */
const several = -1;

/** Text objects by their address, with the index of their character. */
function loneCharacters({ module }: Engine, textPage: number): Map<number, number> {
  const count = module._FPDFText_CountChars(textPage);
  const characters = new Map<number, number>();
  for (let index = 0; index < count; index++) {
    const object = module._FPDFText_GetTextObject(textPage, index);
    if (object !== 0) characters.set(object, characters.has(object) ? several : index);
  }
  return characters;
}

/** Whether bounds may be those of the same glyph, more than half of it over the other. */
function isDrawnOver(one: Box, other: Box): boolean {
  const width = other.x1 - other.x0;
  const shared = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  return (
    shared > width / 2 &&
    Math.abs(one.x1 - one.x0 - width) < sameBounds &&
    Math.abs(one.y0 - other.y0) < sameBounds &&
    Math.abs(one.y1 - other.y1) < sameBounds
  );
}
