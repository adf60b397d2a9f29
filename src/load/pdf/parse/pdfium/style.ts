/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { fontHeight } from '../font-height.ts';
import { isBold } from '../is-bold.ts';
import { glyphSizes, leastStated, tooLarge } from './glyph-sizes.ts';
import { median, toFrame, turnOf, type Turn } from '../../geometry.ts';
import { boxAround, displayedPoint, displayedSize, type PageSpace, type Point } from '../page-space.ts';
import { scratchBytes, type Engine } from './module.ts';
import type { StructureTag } from '../structure-tag.ts';
import { isSlanted } from '../slanted.ts';
import type { CharacterStyle } from '../../words.ts';

const boldFlag = 1 << 18;

/** The page whose characters are read. */
interface ReadPage {
  readonly textPage: number;
  readonly space: PageSpace;
  /** Elements of the structure tree by the ids of marked content. */
  readonly tags: ReadonlyMap<number, StructureTag>;
  /** x0, y0, x1, y1 of a character on the displayed page. */
  readonly boxOf: (index: number) => Float32Array;
}

interface Font extends Pick<CharacterStyle, 'bold' | 'nameless' | 'ascent' | 'descent'> {
  /** Characters set in it have been seen side by side, so that none stands below another. */
  horizontal: boolean;
}

/** Reads how the text objects of one page are set. Many hold two or three characters; those set alike share a style. */
export class StyleReader {
  private readonly engine: Engine;
  private readonly page: ReadPage;
  /** By handles, which are good for one page only. */
  private readonly fonts = new Map<number, Font>();
  /** Points that a unit of the fonts' sizes takes on the page, the fewest. */
  leastScale = Infinity;
  /** Sizes of fonts that state none, once one has been seen that may be such. */
  private glyphSizes: ReadonlyMap<number, number> | undefined;
  private last: { readonly style: CharacterStyle; readonly font: Font } | undefined;

  constructor(engine: Engine, page: ReadPage) {
    this.engine = engine;
    this.page = page;
  }

  /** How the text object is set that a character belongs to; the same style as last time where it is set alike. */
  styleAt(index: number, object: number): CharacterStyle {
    const { origin, turn, slanted, size: stated } = this.placeOf(index);
    const handle = object === 0 ? 0 : this.engine.module._FPDFTextObj_GetFont(object);
    const font = this.font(handle);
    const size = stated < leastStated ? this.sizeByGlyphs(index, handle, stated) : stated;
    const tag = this.tagOf(object);
    if (turn === 0 && this.isVertical(index, object, { font, size }))
      return this.verticalStyle(index, { font, size, tag });
    const baseline = this.baselineOf(turn, origin);
    const { last } = this;
    const alike =
      last?.font === font &&
      last.style.size === size &&
      last.style.baseline === baseline &&
      last.style.turn === turn &&
      last.style.slanted === slanted &&
      last.style.tag === tag;
    if (alike) return last.style;
    const { bold, nameless, ascent, descent } = font;
    const style = { size, bold, nameless, turn, slanted, baseline, ascent, descent, tag };
    this.last = { style, font };
    return style;
  }

  /** From the matrix of a character. */
  private placeOf(index: number): { origin: Point; turn: Turn; slanted: boolean; size: number } {
    const { module, scratch } = this.engine;
    const { textPage, space } = this.page;
    module._FPDFText_GetMatrix(textPage, index, scratch);
    const at = scratch >> 2;
    const a = module.HEAPF32[at]!;
    const b = module.HEAPF32[at + 1]!;
    const c = module.HEAPF32[at + 2]!;
    const d = module.HEAPF32[at + 3]!;
    const e = module.HEAPF32[at + 4]!;
    const f = module.HEAPF32[at + 5]!;
    const scale = c === 0 ? Math.abs(d) : Math.hypot(c, d); // nearly all text is upright
    this.leastScale = Math.min(this.leastScale, scale);
    const size = module._FPDFText_GetFontSize(textPage, index) * scale;
    const origin = displayedPoint(space, e, f);
    const along = displayedPoint(space, e + a, f + b);
    const [dx, dy] = [along.x - origin.x, along.y - origin.y];
    return { origin, turn: turnOf(dx, dy), slanted: isSlanted(dx, dy), size };
  }

  /** The stated size, unless the character is far too large for it. */
  private sizeByGlyphs(index: number, font: number, stated: number): number {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = this.page.boxOf(index);
    if (Math.max(x1 - x0, y1 - y0) < tooLarge * stated) return stated;
    this.glyphSizes ??= glyphSizes(this.engine, this.page.textPage, (at) => this.placeOf(at).size);
    return this.glyphSizes.get(font) ?? (median([...this.glyphSizes.values()]) || stated);
  }

  private tagOf(object: number): StructureTag | undefined {
    const { tags } = this.page;
    if (object === 0 || tags.size === 0) return undefined;
    return tags.get(this.engine.module._FPDFPageObj_GetMarkedContentID(object));
  }

  private baselineOf(turn: Turn, { x, y }: Point): number {
    if (turn === 0) return y; // nearly all text
    return toFrame(turn, boxAround({ x, y }), displayedSize(this.page.space)).y0;
  }

  /** Whether the next character of the same text object stands below this one. Remembers fonts that run across. */
  private isVertical(index: number, object: number, { font, size }: { font: Font; size: number }): boolean {
    const { textPage } = this.page;
    if (font.horizontal || object === 0) return false;
    if (this.engine.module._FPDFText_GetTextObject(textPage, index + 1) !== object) return false;
    const here = this.origin(index);
    const next = this.origin(index + 1);
    font.horizontal = Math.abs(next.x - here.x) >= 0.1 * size;
    return !font.horizontal && Math.abs(next.y - here.y) > 0.5 * size;
  }

  /** Vertical Chinese and Japanese reads downwards, as turned text does; its glyphs fill a square. */
  private verticalStyle(
    index: number,
    { font, size, tag }: { font: Font; size: number; tag: StructureTag | undefined },
  ): CharacterStyle {
    const { space, boxOf } = this.page;
    const [x0 = 0, , x1 = 0] = boxOf(index);
    const baseline = displayedSize(space).width - (x0 + x1) / 2 + size / 2;
    return { size, bold: font.bold, turn: 1, baseline, ascent: 1, descent: 0, tag };
  }

  private origin(index: number): Point {
    const { module, scratch } = this.engine;
    const { textPage, space } = this.page;
    module._FPDFText_GetCharOrigin(textPage, index, scratch, scratch + 8);
    const at = scratch >> 3;
    return displayedPoint(space, module.HEAPF64[at]!, module.HEAPF64[at + 1]!);
  }

  private font(handle: number): Font {
    let known = this.fonts.get(handle);
    if (!known) {
      known = handle === 0 ? unknownFont() : this.readFont(handle);
      this.fonts.set(handle, known);
    }
    return known;
  }

  private readFont(font: number): Font {
    const { module, scratch } = this.engine;
    const length = Math.min(scratchBytes, module._FPDFFont_GetBaseFontName(font, scratch, scratchBytes));
    const name = String.fromCharCode(...module.HEAPU8.subarray(scratch, scratch + Math.max(0, length - 1)));
    module._FPDFFont_GetAscent(font, 1, scratch);
    module._FPDFFont_GetDescent(font, 1, scratch + 4);
    const [ascent = 0, descent = 0] = module.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 2);
    const bold =
      (module._FPDFFont_GetFlags(font) & boldFlag) !== 0 || isBold(name, module._FPDFFont_GetWeight(font));
    const embedded = module._FPDFFont_GetIsEmbedded(font) === 1;
    const height = fontHeight(embedded ? '' : name, { ascent, descent });
    return { bold, nameless: name === '', ...height, horizontal: false };
  }
}

function unknownFont(): Font {
  return { bold: false, ...fontHeight('', { ascent: 0, descent: 0 }), horizontal: false };
}
