/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { boundsOf, type Box } from '../../geometry.ts';
import { transformed, type Matrix } from '../matrix.ts';
import { boxAround, displayedPoint, type PageSpace, type Point } from '../page-space.ts';
import type { Engine } from './module.ts';
import { matrixOf, maxObjects, pathObject, type PageObject } from './objects.ts';

/** Types of segments of a path, by PDFium's numbers. */
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

interface Outline {
  readonly lines: Box[];
  curved: boolean;
}

/**
 * The straight lines of a page, drawn as lines or as thin rectangles: boxes around them on the displayed page; none for a
 * drawing.
 */
export function readRules(engine: Engine, objects: readonly PageObject[], space: PageSpace): Box[] {
  if (objects.length >= maxObjects) return [];
  const rules: Box[] = [];
  let segments = 0;
  for (const found of objects) {
    const count = found.type === pathObject ? engine.module._FPDFPath_CountSegments(found.object) : 0;
    segments += count;
    if (segments > maxSegments) return [];
    if (count > 0) rules.push(...rulesOf(engine, found, { count, space }));
  }
  return rules;
}

interface Path {
  /** Of its segments. */
  readonly count: number;
  readonly space: PageSpace;
}

function rulesOf(engine: Engine, found: PageObject, { count, space }: Path): Box[] {
  const { module, scratch } = engine;
  const path = found.object;
  module._FPDFPath_GetDrawMode(path, scratch, scratch + 4);
  const filled = module.HEAP32[scratch >> 2] !== 0;
  const stroked = module.HEAP32[(scratch >> 2) + 1] !== 0;
  if (!filled && !stroked) return [];
  const matrix = matrixOf(engine, found);
  const width = stroked ? strokeWidth(engine, path, matrix) : 0;
  const thin = outlinesOf(engine, path, { count, matrix, space })
    .flatMap(({ lines, curved }) => {
      if (stroked) return lines.map((line) => widened(line, width));
      return curved ? [] : [boundsOf(lines)];
    })
    .filter(isThin);
  if (thin.length === 0) return [];
  const lightness = lightnessOf(engine, path, stroked);
  return thin.filter((box) => isSeen(box, lightness, stroked));
}

/** From 0 for black to 1 for white; what cannot be seen is white. */
function lightnessOf({ module, scratch }: Engine, path: number, stroked: boolean): number {
  const [red, green, blue, opacity] = [scratch, scratch + 4, scratch + 8, scratch + 12] as const;
  if (stroked) module._FPDFPageObj_GetStrokeColor(path, red, green, blue, opacity);
  else module._FPDFPageObj_GetFillColor(path, red, green, blue, opacity);
  const colour = module.HEAP32;
  const at = scratch >> 2;
  if (colour[at + 3] === 0) return 1;
  return (0.299 * colour[at]! + 0.587 * colour[at + 1]! + 0.114 * colour[at + 2]!) / 255;
}

function strokeWidth({ module, scratch }: Engine, path: number, [a, b, c, d]: Matrix): number {
  module._FPDFPageObj_GetStrokeWidth(path, scratch);
  return module.HEAPF32[scratch >> 2]! * Math.sqrt(Math.abs(a * d - b * c));
}

/** The closed or open lines of a path, each without its curves. */
function outlinesOf(
  { module, scratch }: Engine,
  path: number,
  { count, matrix, space }: Path & { readonly matrix: Matrix },
): Outline[] {
  const outlines: Outline[] = [];
  let start: Point | undefined;
  let last: Point | undefined;
  for (let index = 0; index < count; index++) {
    const segment = module._FPDFPath_GetPathSegment(path, index);
    const type = module._FPDFPathSegment_GetType(segment);
    module._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4);
    const [x, y] = [module.HEAPF32[scratch >> 2]!, module.HEAPF32[(scratch >> 2) + 1]!];
    const there = transformed(matrix, x, y);
    const point = displayedPoint(space, there.x, there.y);
    if (type === moveTo || !start || !last) {
      outlines.push({ lines: [], curved: false });
      start = point;
    } else if (type === lineTo) outlines.at(-1)!.lines.push(boxAround(last, point));
    else outlines.at(-1)!.curved = true;
    if (module._FPDFPathSegment_GetClose(segment) !== 0) outlines.at(-1)!.lines.push(boxAround(point, start));
    last = point;
  }
  return outlines;
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
