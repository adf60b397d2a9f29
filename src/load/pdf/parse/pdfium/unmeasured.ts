/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import type { Engine } from './module.ts';
import { identity } from '../matrix.ts';
import { textObject, type PageObject } from './objects.ts';

/** PDFium takes text objects that are narrower, in points, for nothing. */
const narrowest = 0.01;
/** Of text by its number in PDF: filled, then drawn around, so that its bounds are those of its glyphs and half a line. */
const filledAndDrawn = 2;

/**
 * Gives bounds to text objects of one glyph each of which the size is not known, as the font is not in the file: without any,
 * PDFium leaves them out, such as a single letter between words of another font in Japanese.
 */
export function measureGlyphs({ module, scratch }: Engine, objects: readonly PageObject[]): void {
  const at = scratch >> 2;
  for (const { object, type } of objects) {
    if (type !== textObject) continue;
    module._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
    if (Math.abs(module.HEAPF32[at + 2]! - module.HEAPF32[at]!) >= narrowest) continue;
    if (module._FPDFFont_GetIsEmbedded(module._FPDFTextObj_GetFont(object)) === 1) continue;
    const mode = module._FPDFTextObj_GetTextRenderMode(object);
    module._FPDFTextObj_SetTextRenderMode(object, filledAndDrawn);
    module._FPDFPageObj_Transform(object, ...identity); // the bounds are reckoned anew
    module._FPDFTextObj_SetTextRenderMode(object, mode);
  }
}
