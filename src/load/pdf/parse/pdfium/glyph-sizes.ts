/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { median } from '../../geometry.ts';
import type { Engine } from './module.ts';

/** Text of a stated size below this, in points, is too small to be read, or its font states none. */
export const leastStated = 2;
/** A character that is so wide or high, in stated sizes, is of such a font. */
export const tooLarge = 4;

/** Letters by how high they stand in nearly all fonts, in sizes. */
const heights: readonly (readonly [RegExp, number])[] = [
  [/^[A-Z0-9bdfhkl]$/, 0.69],
  [/^[acemnorsuvwxz]$/, 0.46],
];

/**
 * The sizes of a page's fonts by the heights of their letters, where most of these stand in fonts that state none. Bitmap fonts, as TeX
 * once made them, are drawn with one unit a dot: all are said to have the size of one dot, such as 0.12 points. Single signs of
 * such fonts in other text stay too small to be read: their letters are often not what they are called.
 *
 * @param statedSize of the character with an index, in points.
 * @returns points by the handle of a font; one without such letters is missing.
 */
export function glyphSizes(
  { module, scratch }: Engine,
  textPage: number,
  statedSize: (index: number) => number,
): Map<number, number> {
  const found = new Map<number, number[]>();
  let stated = 0;
  let unstated = 0;
  const count = module._FPDFText_CountChars(textPage);
  for (let index = 0; index < count; index++) {
    const code = module._FPDFText_GetUnicode(textPage, index);
    const letter = code < 0x80 ? String.fromCharCode(code) : '';
    const height = heights.find(([letters]) => letters.test(letter))?.[1];
    const object = height === undefined ? 0 : module._FPDFText_GetTextObject(textPage, index);
    if (height === undefined || object === 0) continue;
    module._FPDFText_GetCharBox(textPage, index, scratch, scratch + 8, scratch + 16, scratch + 24);
    const [bottom = 0, top = 0] = module.HEAPF64.subarray((scratch >> 3) + 2, (scratch >> 3) + 4);
    const size = (top - bottom) / height;
    if (size < tooLarge * statedSize(index)) {
      stated++;
      continue;
    }
    unstated++;
    const font = module._FPDFTextObj_GetFont(object);
    const sizes = found.get(font) ?? [];
    found.set(font, sizes);
    sizes.push(size);
  }
  if (stated > unstated) return new Map();
  return new Map([...found].map(([font, sizes]) => [font, median(sizes)]));
}
