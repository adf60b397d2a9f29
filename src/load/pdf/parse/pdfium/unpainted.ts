/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import type { Engine } from './module.ts';
import { textObject, type PageObject } from './objects.ts';

/** Modes of text by their numbers in PDF: neither filled nor drawn around, and the same as a clip. */
const unpainted = new Set([3, 7]);

/** Whether a text object is there to be found and copied, not to be seen, as OCR puts it over a scan. */
export function isUnpainted({ module }: Engine, text: number): boolean {
  return unpainted.has(module._FPDFTextObj_GetTextRenderMode(text));
}

/** Whether this holds of more than half of the text objects among these. */
export function isMostlyUnpainted(engine: Engine, objects: readonly PageObject[]): boolean {
  const texts = objects.filter(({ type }) => type === textObject);
  return texts.filter(({ object }) => isUnpainted(engine, object)).length > texts.length / 2;
}
