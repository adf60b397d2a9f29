/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import type { Box } from '../../geometry.ts';
import type { Engine } from './module.ts';
import { boundsOf, formObject, matrixOf, objectsOf, textObject, type PageObject } from './objects.ts';
import { isUnpainted } from './unpainted.ts';

/** Text that its clip misses by less than this, in sizes, is a line or cell that is cut off, and is read. */
const cutOff = 0.25;

/**
 * Takes text off a page that lies outside of what it is clipped to, so that nobody sees it: graphics are placed whole, and
 * clipped to the part that is meant. Text objects that are seen in part stay whole; a clip that is no rectangle counts as the
 * one around it.
 *
 * @returns the objects that are left
 */
export function removeClippedText(engine: Engine, page: number): PageObject[] {
  const { module } = engine;
  /** Of the forms that are clipped, on the page. */
  const clips = new Map<number, Box>();
  const hidden: PageObject[] = [];
  const objects = objectsOf(engine, page);
  for (const found of objects) {
    if (found.type !== textObject && found.type !== formObject) continue;
    const clip = clipOf(engine, found, clips.get(found.form));
    if (clip === undefined) continue;
    if (found.type === formObject) clips.set(found.object, clip);
    else if (isHidden(engine, found, clip)) hidden.push(found);
  }
  for (const { object, form } of hidden) {
    if (form === 0) module._FPDFPage_RemoveObject(page, object);
    else module._FPDFFormObj_RemoveObject(form, object);
    module._FPDFPageObj_Destroy(object);
  }
  return hidden.length === 0 ? objects : objectsOf(engine, page);
}

/** @param around what the form around the object is clipped to. */
function clipOf({ module, scratch }: Engine, { object, outer }: PageObject, around?: Box): Box | undefined {
  const clip = module._FPDFPageObj_GetClipPath(object);
  const paths = module._FPDFClipPath_CountPaths(clip);
  const [a, b, c, d, e, f] = outer;
  const at = scratch >> 2;
  let left = around;
  for (let path = 0; path < paths; path++) {
    const count = module._FPDFClipPath_CountPathSegments(clip, path);
    const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
    for (let index = 0; index < count; index++) {
      const segment = module._FPDFClipPath_GetPathSegment(clip, path, index);
      module._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
      const [x, y] = [module.HEAPF32[at]!, module.HEAPF32[at + 1]!];
      const [px, py] = [a * x + c * y + e, b * x + d * y + f];
      box.x0 = Math.min(box.x0, px);
      box.y0 = Math.min(box.y0, py);
      box.x1 = Math.max(box.x1, px);
      box.y1 = Math.max(box.y1, py);
    }
    if (count > 0) left = common(left, box);
  }
  return left;
}

function common(some: Box | undefined, other: Box): Box {
  if (some === undefined) return other;
  return {
    x0: Math.max(some.x0, other.x0),
    y0: Math.max(some.y0, other.y0),
    x1: Math.min(some.x1, other.x1),
    y1: Math.min(some.y1, other.y1),
  };
}

function isHidden(engine: Engine, text: PageObject, clip: Box): boolean {
  const away = distance(boundsOf(engine, text), clip);
  if (away <= 0) return false;
  if (isUnpainted(engine, text.object)) return false; // its clip hides nothing
  const { module, scratch } = engine;
  const [a, b, c, d] = matrixOf(engine, text);
  module._FPDFTextObj_GetFontSize(text.object, scratch);
  const size = module.HEAPF32[scratch >> 2]! * Math.sqrt(Math.abs(a * d - b * c));
  return away > cutOff * size;
}

/** Between the edges of two boxes; not above 0 where they overlap. */
function distance(box: Box, clip: Box): number {
  return Math.max(clip.x0 - box.x1, box.x0 - clip.x1, clip.y0 - box.y1, box.y0 - clip.y1);
}
