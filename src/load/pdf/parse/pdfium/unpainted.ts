/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import type { Engine } from './module.ts';
import { maxObjects, objectsOf, textObject } from './objects.ts';

/** Modes of text by their numbers in PDF: neither filled nor drawn around, and the same as a clip. */
const unpainted = new Set([3, 7]);

/** Whether a text object is there to be found and copied, not to be seen, as OCR puts it over a scan. */
export function isUnpainted({ module }: Engine, text: number): boolean {
  return unpainted.has(module._FPDFTextObj_GetTextRenderMode(text));
}

/** Whether this holds of more than half of the text objects of a page. */
export function isMostlyUnpainted(engine: Engine, page: number): boolean {
  let [objects, texts, found] = [0, 0, 0];
  for (const { object, type } of objectsOf(engine, page)) {
    if (++objects > maxObjects) break;
    if (type !== textObject) continue;
    texts++;
    if (isUnpainted(engine, object)) found++;
  }
  return found > texts / 2;
}
