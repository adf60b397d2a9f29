/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import type { Box } from '../../geometry.ts';
import { identity, multiply, transformed, type Matrix } from '../matrix.ts';
import { boxAround } from '../page-space.ts';
import type { Engine } from './module.ts';

/** Types of objects on a page, by PDFium's numbers. */
export const textObject = 1;
export const pathObject = 2;
export const imageObject = 3;
export const formObject = 5;
/** Objects of a page that are looked at, and forms within forms. */
export const maxObjects = 20_000;
const maxDepth = 4;

export interface PageObject {
  readonly object: number;
  readonly type: number;
  /** What takes the coordinates of the form around it to those of the page. */
  readonly outer: Matrix;
  /** The form around it; 0 for none. */
  readonly form: number;
  /** Forms around it. */
  readonly depth: number;
}

/** The objects of a page in the order in which they are drawn, those of a form after it; of very many the first. */
export function objectsOf(engine: Engine, page: number): PageObject[] {
  const { module } = engine;
  const objects: PageObject[] = [];
  const addAll = (
    count: number,
    objectAt: (index: number) => number,
    place: Pick<PageObject, 'outer' | 'form' | 'depth'>,
  ): void => {
    for (let index = 0; index < count && objects.length < maxObjects; index++) {
      const object = objectAt(index);
      const found = { object, type: module._FPDFPageObj_GetType(object), ...place };
      objects.push(found);
      if (found.type !== formObject || found.depth >= maxDepth) continue;
      const inner = { outer: matrixOf(engine, found), form: object, depth: found.depth + 1 };
      const objectIn = (at: number) => module._FPDFFormObj_GetObject(object, at);
      addAll(module._FPDFFormObj_CountObjects(object), objectIn, inner);
    }
  };
  const objectAt = (index: number) => module._FPDFPage_GetObject(page, index);
  addAll(module._FPDFPage_CountObjects(page), objectAt, { outer: identity, form: 0, depth: 0 });
  return objects;
}

/** What takes the coordinates of an object to those of the page. */
export function matrixOf({ module, scratch }: Engine, { object, outer }: PageObject): Matrix {
  if (module._FPDFPageObj_GetMatrix(object, scratch) === 0) return outer;
  const heap = module.HEAPF32;
  const at = scratch >> 2;
  return multiply(
    [heap[at]!, heap[at + 1]!, heap[at + 2]!, heap[at + 3]!, heap[at + 4]!, heap[at + 5]!],
    outer,
  );
}

/** Of an object on the page. */
export function boundsOf({ module, scratch }: Engine, { object, outer }: PageObject): Box {
  module._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  const at = scratch >> 2;
  const [left = 0, bottom = 0, right = 0, top = 0] = module.HEAPF32.subarray(at, at + 4);
  return boxAround(
    transformed(outer, left, bottom),
    transformed(outer, left, top),
    transformed(outer, right, bottom),
    transformed(outer, right, top),
  );
}
