/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { boundsOf, type Box } from '../geometry.ts';
import { displayedPoint, type PageSpace, type Point } from './page-space.ts';
import { identity, matrixOf, type Matrix } from './pdfium-matrix.ts';
import type { PdfiumModule } from './pdfium-module.ts';

/** Types of objects on a page and of segments of a path, by PDFium's numbers. */
const pathObject = 2;
const formObject = 5;
const lineTo = 0;
const moveTo = 2;

/** Lines and rectangles no thicker than this, in points, are rules. */
const maxThickness = 3;
/** A rule is this long at least, in points. */
const minLength = 4;
/** From 0 for black to 1 for white: what is lighter is pale, and white. */
const pale = 0.75;
const white = 0.97;
/** Pale lines are thicker than the first and thinner than the second, in points. */
const faint = 0.2;
const hairline = 1.2;
/** Segments of paths that are read at most: a page with more is a drawing. */
const maxSegments = 6000;
/** Objects that are looked at, and forms within forms. */
const maxObjects = 20_000;
const maxDepth = 4;

/** Where an object's coordinates lie. */
interface Place {
  readonly matrix: Matrix;
  readonly space: PageSpace;
  /** Of forms. */
  readonly depth: number;
}

interface Outline {
  readonly lines: Box[];
  curved: boolean;
}

/** Reads the straight lines of a page, drawn as lines or as thin rectangles. */
export class RuleReader {
  readonly module: PdfiumModule;
  readonly scratch: number;
  private rules: Box[] = [];
  private segments = 0;
  private objects = 0;

  /** @param scratch address of `scratchBytes` bytes in the engine's memory, 8-byte aligned. */
  constructor(module: PdfiumModule, scratch: number) {
    this.module = module;
    this.scratch = scratch;
  }

  /** On the displayed page, as boxes around them; none for a drawing. */
  read(page: number, space: PageSpace): Box[] {
    const { module } = this;
    this.rules = [];
    this.segments = 0;
    this.objects = 0;
    const place = { matrix: identity, space, depth: 0 };
    const count = module._FPDFPage_CountObjects(page);
    for (let index = 0; index < count && !this.isDrawing(); index++) {
      this.object(module._FPDFPage_GetObject(page, index), place);
    }
    return this.isDrawing() ? [] : this.rules;
  }

  private isDrawing(): boolean {
    return this.segments > maxSegments || this.objects > maxObjects;
  }

  private object(object: number, place: Place): void {
    this.objects++;
    const type = this.module._FPDFPageObj_GetType(object);
    if (type === pathObject) this.path(object, place);
    if (type === formObject && place.depth < maxDepth) this.form(object, place);
  }

  private form(form: number, place: Place): void {
    const { module } = this;
    const inner = { ...place, matrix: matrixOf(form, place.matrix, this), depth: place.depth + 1 };
    const count = module._FPDFFormObj_CountObjects(form);
    for (let index = 0; index < count && !this.isDrawing(); index++) {
      this.object(module._FPDFFormObj_GetObject(form, index), inner);
    }
  }

  private path(path: number, place: Place): void {
    const { module, scratch } = this;
    const count = module._FPDFPath_CountSegments(path);
    this.segments += count;
    if (this.isDrawing()) return;
    module._FPDFPath_GetDrawMode(path, scratch, scratch + 4);
    const filled = module.HEAP32[scratch >> 2];
    const stroked = module.HEAP32[(scratch >> 2) + 1];
    if (filled === 0 && stroked === 0) return;
    const matrix = matrixOf(path, place.matrix, this);
    const width = stroked === 0 ? 0 : this.strokeWidth(path, matrix);
    const thin = this.outlines(path, count, { ...place, matrix })
      .flatMap(({ lines, curved }) => {
        if (stroked !== 0) return lines.map((line) => widened(line, width));
        return curved ? [] : [boundsOf(lines)];
      })
      .filter(isThin);
    if (thin.length === 0) return;
    const lightness = this.lightness(path, stroked !== 0);
    this.rules.push(...thin.filter((box) => isSeen(box, lightness, stroked !== 0)));
  }

  /** From 0 for black to 1 for white; what cannot be seen is white. */
  private lightness(path: number, stroked: boolean): number {
    const { module, scratch } = this;
    const [red, green, blue, opacity] = [scratch, scratch + 4, scratch + 8, scratch + 12] as const;
    if (stroked) module._FPDFPageObj_GetStrokeColor(path, red, green, blue, opacity);
    else module._FPDFPageObj_GetFillColor(path, red, green, blue, opacity);
    const colour = module.HEAP32;
    const at = scratch >> 2;
    if (colour[at + 3] === 0) return 1;
    return (0.299 * colour[at]! + 0.587 * colour[at + 1]! + 0.114 * colour[at + 2]!) / 255;
  }

  private strokeWidth(path: number, { a, b, c, d }: Matrix): number {
    const { module, scratch } = this;
    module._FPDFPageObj_GetStrokeWidth(path, scratch);
    return module.HEAPF32[scratch >> 2]! * Math.sqrt(Math.abs(a * d - b * c));
  }

  /** The closed or open lines of a path, each without its curves. */
  private outlines(path: number, count: number, { matrix, space }: Place): Outline[] {
    const { module } = this;
    const outlines: Outline[] = [];
    let start: Point | undefined;
    let last: Point | undefined;
    for (let index = 0; index < count; index++) {
      const segment = module._FPDFPath_GetPathSegment(path, index);
      const type = module._FPDFPathSegment_GetType(segment);
      const point = this.point(segment, matrix, space);
      if (type === moveTo || !start || !last) {
        outlines.push({ lines: [], curved: false });
        start = point;
      } else if (type === lineTo) outlines.at(-1)!.lines.push(lineBetween(last, point));
      else outlines.at(-1)!.curved = true;
      if (module._FPDFPathSegment_GetClose(segment) !== 0)
        outlines.at(-1)!.lines.push(lineBetween(point, start));
      last = point;
    }
    return outlines;
  }

  private point(segment: number, { a, b, c, d, e, f }: Matrix, space: PageSpace): Point {
    const { module, scratch } = this;
    module._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
    const x = module.HEAPF32[scratch >> 2]!;
    const y = module.HEAPF32[(scratch >> 2) + 1]!;
    return displayedPoint(space, a * x + c * y + e, b * x + d * y + f);
  }
}

/** A line as thick as it is drawn. */
function widened({ x0, y0, x1, y1 }: Box, width: number): Box {
  const half = width / 2;
  if (x1 - x0 >= y1 - y0) return { x0, y0: y0 - half, x1, y1: y1 + half };
  return { x0: x0 - half, y0, x1: x1 + half, y1 };
}

function isThin({ x0, y0, x1, y1 }: Box): boolean {
  return Math.min(x1 - x0, y1 - y0) <= maxThickness && Math.max(x1 - x0, y1 - y0) >= minLength;
}

/** White lines are drawn to be seen on a shade; white rectangles cover something, and thick pale ones shade a row. */
function isSeen({ x0, y0, x1, y1 }: Box, lightness: number, stroked: boolean): boolean {
  const thickness = Math.min(x1 - x0, y1 - y0);
  if (lightness < pale) return true;
  if (thickness >= hairline) return false;
  return stroked ? thickness >= faint : lightness < white;
}

function lineBetween(a: Point, b: Point): Box {
  return { x0: Math.min(a.x, b.x), y0: Math.min(a.y, b.y), x1: Math.max(a.x, b.x), y1: Math.max(a.y, b.y) };
}
