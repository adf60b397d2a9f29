/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import type { PdfiumModule } from './pdfium-module.ts';

/** As in a PDF: x' = ax + cy + e, y' = bx + dy + f. */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

export const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

/**
 * What takes the coordinates of an object to those of the page.
 *
 * @param outer that of the form around it.
 * @param scratch address of `scratchBytes` bytes in the engine's memory, 8-byte aligned.
 */
export function matrixOf(
  object: number,
  outer: Matrix,
  { module, scratch }: { readonly module: PdfiumModule; readonly scratch: number },
): Matrix {
  if (module._FPDFPageObj_GetMatrix(object, scratch) === 0) return outer;
  const heap = module.HEAPF32;
  const at = scratch >> 2;
  const inner = {
    a: heap[at]!,
    b: heap[at + 1]!,
    c: heap[at + 2]!,
    d: heap[at + 3]!,
    e: heap[at + 4]!,
    f: heap[at + 5]!,
  };
  return multiply(inner, outer);
}

/** The inner transformation first. */
function multiply(inner: Matrix, outer: Matrix): Matrix {
  return {
    a: inner.a * outer.a + inner.b * outer.c,
    b: inner.a * outer.b + inner.b * outer.d,
    c: inner.c * outer.a + inner.d * outer.c,
    d: inner.c * outer.b + inner.d * outer.d,
    e: inner.e * outer.a + inner.f * outer.c + outer.e,
    f: inner.e * outer.b + inner.f * outer.d + outer.f,
  };
}
