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

/**
 * The objects of a page in the order in which they are drawn, those of a form after it.
 *
 * @param isWhole whether a form is taken as one, whatever is in it.
 */
export function* objectsOf(
  engine: Engine,
  page: number,
  isWhole: (form: PageObject) => boolean = () => false,
): Generator<PageObject> {
  const { module } = engine;
  const count = module._FPDFPage_CountObjects(page);
  for (let index = 0; index < count; index++)
    yield* withInner(module._FPDFPage_GetObject(page, index), { outer: identity, form: 0, depth: 0 });

  function* withInner(
    object: number,
    place: Pick<PageObject, 'outer' | 'form' | 'depth'>,
  ): Generator<PageObject> {
    const found = { object, type: module._FPDFPageObj_GetType(object), ...place };
    yield found;
    if (found.type !== formObject || found.depth >= maxDepth || isWhole(found)) return;
    const inner = { outer: matrixOf(engine, found), form: object, depth: found.depth + 1 };
    const within = module._FPDFFormObj_CountObjects(object);
    for (let index = 0; index < within; index++)
      yield* withInner(module._FPDFFormObj_GetObject(object, index), inner);
  }
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
