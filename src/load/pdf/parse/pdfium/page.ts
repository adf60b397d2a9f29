/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { displayedPoint, type PageSpace } from '../page-space.ts';
import type { PageObject } from './objects.ts';
import { lostLetters, scaledDown, withLetters } from './lost-letters.ts';
import type { Engine } from './module.ts';
import { StyleReader } from './style.ts';
import type { StructureTag } from '../structure-tag.ts';
import { readTexCodes } from '../tex-characters.ts';
import { lineHyphen, type Characters, type CharacterStyle } from '../../words.ts';

/** A page of a document and the text in it; both are handles. */
export interface PageText {
  readonly objects: readonly PageObject[];
  readonly textPage: number;
}

/**
 * Reads the characters of one page after the other into the same arrays. Every call into the engine costs
 * about a tenth of a microsecond, so what belongs to a text object (size, weight, direction, baseline) is
 * asked for once an object, and white space for nothing at all.
 */
export class CharacterReader {
  private readonly engine: Engine;
  private capacity = 0;
  private codes = new Int32Array(0);
  private guessed = new Uint8Array(0);
  private boxes = new Float32Array(0);
  private style = new Int32Array(0);

  constructor(engine: Engine) {
    this.engine = engine;
  }

  /** @param tags elements of the structure tree by the ids of marked content. */
  read(
    { objects, textPage }: PageText,
    space: PageSpace,
    tags: ReadonlyMap<number, StructureTag>,
  ): Characters {
    const { module } = this.engine;
    const count = module._FPDFText_CountChars(textPage);
    this.reserve(count);
    const boxOf = (index: number): Float32Array => {
      this.readBox(textPage, index, space);
      return this.boxes.subarray(index * 4, index * 4 + 4);
    };
    const reader = new StyleReader(this.engine, { textPage, space, tags, boxOf });
    const styles: CharacterStyle[] = [];
    let lastObject = -1;
    for (let index = 0; index < count; index++) {
      const code = module._FPDFText_GetUnicode(textPage, index);
      // Fonts without a map to Unicode give their own codes, 2 among them.
      this.codes[index] = code === lineHyphen && module._FPDFText_IsHyphen(textPage, index) !== 1 ? 0 : code;
      // The engine ends lines with 13 and 10; one alone is of such a font.
      const isLineEnd = code === 13 ? module._FPDFText_GetUnicode(textPage, index + 1) === 10 : code === 10;
      const blank = code === 32 || isLineEnd;
      this.guessed[index] = blank ? 0 : module._FPDFText_HasUnicodeMapError(textPage, index);
      if (blank) {
        this.style[index] = this.style[index - 1] ?? 0;
        continue;
      }
      const object = module._FPDFText_GetTextObject(textPage, index);
      if (object !== lastObject) {
        const style = reader.styleAt(index, object);
        if (style !== styles.at(-1)) styles.push(style);
        lastObject = object;
      }
      this.style[index] = styles.length - 1;
      this.readBox(textPage, index, space);
    }
    const { codes, guessed, boxes, style } = this;
    const read = { count, codes, guessed, boxes, style, styles };
    readTexCodes(read);
    if (reader.leastScale >= scaledDown || space.rotation !== 0) return read;
    const lost = lostLetters(this.engine, objects, textPage);
    return lost.length === 0 ? read : withLetters(read, lost);
  }

  private reserve(count: number): void {
    if (count <= this.capacity) return;
    this.capacity = Math.max(8192, count * 2);
    this.codes = new Int32Array(this.capacity);
    this.guessed = new Uint8Array(this.capacity);
    this.boxes = new Float32Array(this.capacity * 4);
    this.style = new Int32Array(this.capacity);
  }

  private readBox(textPage: number, index: number, space: PageSpace): void {
    const { boxes } = this;
    const { module, scratch } = this.engine;
    module._FPDFText_GetLooseCharBox(textPage, index, scratch);
    const heap = module.HEAPF32;
    const at = scratch >> 2;
    let left = heap[at] ?? 0;
    let top = heap[at + 1] ?? 0;
    let right = heap[at + 2] ?? 0;
    let bottom = heap[at + 3] ?? 0;
    if (left === right || top === bottom) {
      module._FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24);
      const tight = module.HEAPF64.subarray(scratch >> 3, (scratch >> 3) + 4);
      [left = 0, right = 0, bottom = 0, top = 0] = tight;
    }
    const a = displayedPoint(space, left, top);
    const b = displayedPoint(space, right, bottom);
    boxes[index * 4] = Math.min(a.x, b.x);
    boxes[index * 4 + 1] = Math.min(a.y, b.y);
    boxes[index * 4 + 2] = Math.max(a.x, b.x);
    boxes[index * 4 + 3] = Math.max(a.y, b.y);
  }
}
