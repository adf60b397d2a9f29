/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { fontHeight } from './font-height.ts';
import { turnOf, toFrame, type Box, type PageSize } from './geometry.ts';
import type { PdfiumModule } from './pdfium-module.ts';
import type { StructureTag } from './structure-tag.ts';
import { lineHyphen, type Characters, type CharacterStyle } from './words.ts';

/** Where a page's user space lies: the visible box, and the clockwise quarter turns it is shown with. */
export interface PageSpace {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
  readonly rotation: number;
}

/** Width and height as displayed. */
export function displayedSize({ left, bottom, right, top, rotation }: PageSpace): PageSize {
  const width = right - left;
  const height = top - bottom;
  return rotation % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** A point of user space (y upwards) on the displayed page (y downwards). */
export function displayedPoint(space: PageSpace, x: number, y: number): { x: number; y: number } {
  const { left, bottom, right, top, rotation } = space;
  if (rotation === 0) return { x: x - left, y: top - y };
  if (rotation === 1) return { x: y - bottom, y: x - left };
  if (rotation === 2) return { x: right - x, y: y - bottom };
  return { x: top - y, y: right - x };
}

type FontFacts = Pick<CharacterStyle, 'bold' | 'ascent' | 'descent'>;

/** Bytes kept for out-parameters. */
export const scratchBytes = 4096;
const boldFlag = 1 << 18;
const boldName = /bold|black|heavy|demi|semibd/i;

/**
 * Reads the characters of one page after the other into the same arrays. Every call into the engine costs
 * about a tenth of a microsecond, so what belongs to a text object (size, weight, direction, baseline) is
 * asked for once an object, and white space for nothing at all.
 */
export class CharacterReader {
  private readonly module: PdfiumModule;
  private readonly scratch: number;
  private capacity = 0;
  private codes = new Int32Array(0);
  private guessed = new Uint8Array(0);
  private boxes = new Float32Array(0);
  private style = new Int32Array(0);
  private readonly fonts = new Map<number, FontFacts>();

  /** @param scratch address of `scratchBytes` bytes in the engine's memory, 8-byte aligned. */
  constructor(module: PdfiumModule, scratch: number) {
    this.module = module;
    this.scratch = scratch;
  }

  space(page: number): PageSpace {
    const { module, scratch } = this;
    module._FPDF_GetPageBoundingBox(page, scratch);
    const [left = 0, top = 0, right = 0, bottom = 0] = module.HEAPF32.subarray(
      scratch >> 2,
      (scratch >> 2) + 4,
    );
    return { left, bottom, right, top, rotation: module._FPDFPage_GetRotation(page) & 3 };
  }

  /** @param tags elements of the structure tree by the ids of marked content. */
  read(textPage: number, space: PageSpace, tags: ReadonlyMap<number, StructureTag>): Characters {
    const { module } = this;
    const count = module._FPDFText_CountChars(textPage);
    this.reserve(count);
    // Handles of fonts are good for one page only.
    this.fonts.clear();
    const styles: CharacterStyle[] = [];
    let lastObject = -1;
    let current = 0;
    for (let index = 0; index < count; index++) {
      const code = module._FPDFText_GetUnicode(textPage, index);
      // Fonts without a map to Unicode give their own codes, 2 among them.
      this.codes[index] = code === lineHyphen && module._FPDFText_IsHyphen(textPage, index) !== 1 ? 0 : code;
      const blank = code === 32 || code === 13 || code === 10;
      this.guessed[index] = blank ? 0 : module._FPDFText_HasUnicodeMapError(textPage, index);
      if (blank) continue;
      const object = module._FPDFText_GetTextObject(textPage, index);
      if (object !== lastObject) {
        current = styles.push(this.taggedStyle(textPage, index, { space, object, tags })) - 1;
        lastObject = object;
      }
      this.style[index] = current;
      this.readBox(textPage, index, space);
    }
    const { codes, guessed, boxes, style } = this;
    return { count, codes, guessed, boxes, style, styles };
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
    const { module, scratch, boxes } = this;
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

  private taggedStyle(
    textPage: number,
    index: number,
    { space, object, tags }: { space: PageSpace; object: number; tags: ReadonlyMap<number, StructureTag> },
  ): CharacterStyle {
    const style = this.readStyle(textPage, index, space, object);
    if (object === 0 || tags.size === 0) return style;
    return { ...style, tag: tags.get(this.module._FPDFPageObj_GetMarkedContentID(object)) };
  }

  private readStyle(textPage: number, index: number, space: PageSpace, object: number): CharacterStyle {
    const { module, scratch } = this;
    module._FPDFText_GetMatrix(textPage, index, scratch);
    const at = scratch >> 2;
    const a = module.HEAPF32[at]!;
    const b = module.HEAPF32[at + 1]!;
    const c = module.HEAPF32[at + 2]!;
    const d = module.HEAPF32[at + 3]!;
    const e = module.HEAPF32[at + 4]!;
    const f = module.HEAPF32[at + 5]!;
    const scale = c === 0 ? Math.abs(d) : Math.hypot(c, d); // nearly all text is upright
    const size = module._FPDFText_GetFontSize(textPage, index) * scale;
    const origin = displayedPoint(space, e, f);
    const along = displayedPoint(space, e + a, f + b);
    const turn = turnOf(along.x - origin.x, along.y - origin.y);
    const handle = object === 0 ? 0 : module._FPDFTextObj_GetFont(object);
    const font = this.font(handle);
    if (turn === 0 && this.isVertical(textPage, index, { object, size, space })) {
      return this.verticalStyle({ textPage, index, size, bold: font.bold }, space);
    }
    const point: Box = { x0: origin.x, y0: origin.y, x1: origin.x, y1: origin.y };
    const baseline = toFrame(turn, point, displayedSize(space)).y0;
    const { bold, ascent, descent } = font;
    return { size, bold, turn, baseline, ascent, descent };
  }

  /** Whether the next character of the same text object stands below this one. */
  private isVertical(
    textPage: number,
    index: number,
    { object, size, space }: { object: number; size: number; space: PageSpace },
  ): boolean {
    const { module } = this;
    if (object === 0 || module._FPDFText_GetTextObject(textPage, index + 1) !== object) return false;
    const here = this.origin(textPage, index, space);
    const next = this.origin(textPage, index + 1, space);
    return Math.abs(next.x - here.x) < 0.1 * size && Math.abs(next.y - here.y) > 0.5 * size;
  }

  /** Vertical Chinese and Japanese reads downwards, as turned text does; its glyphs fill a square. */
  private verticalStyle(
    { textPage, index, size, bold }: { textPage: number; index: number; size: number; bold: boolean },
    space: PageSpace,
  ): CharacterStyle {
    this.readBox(textPage, index, space);
    const [x0 = 0, , x1 = 0] = this.boxes.subarray(index * 4, index * 4 + 4);
    const baseline = displayedSize(space).width - (x0 + x1) / 2 + size / 2;
    return { size, bold, turn: 1, baseline, ascent: 1, descent: 0 };
  }

  private origin(textPage: number, index: number, space: PageSpace): { x: number; y: number } {
    const { module, scratch } = this;
    module._FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
    const at = scratch >> 3;
    return displayedPoint(space, module.HEAPF64[at]!, module.HEAPF64[at + 1]!);
  }

  private font(handle: number): FontFacts {
    let known = this.fonts.get(handle);
    if (!known) {
      known =
        handle === 0 ? { bold: false, ...fontHeight('', { ascent: 0, descent: 0 }) } : this.readFont(handle);
      this.fonts.set(handle, known);
    }
    return known;
  }

  private readFont(font: number): FontFacts {
    const { module, scratch } = this;
    const length = Math.min(scratchBytes, module._FPDFFont_GetBaseFontName(font, scratch, scratchBytes));
    const name = String.fromCharCode(...module.HEAPU8.subarray(scratch, scratch + Math.max(0, length - 1)));
    module._FPDFFont_GetAscent(font, 1, scratch);
    module._FPDFFont_GetDescent(font, 1, scratch + 4);
    const [ascent = 0, descent = 0] = module.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 2);
    const bold =
      module._FPDFFont_GetWeight(font) >= 600 ||
      (module._FPDFFont_GetFlags(font) & boldFlag) !== 0 ||
      boldName.test(name);
    const embedded = module._FPDFFont_GetIsEmbedded(font) === 1;
    return { bold, ...fontHeight(embedded ? '' : name, { ascent, descent }) };
  }
}
