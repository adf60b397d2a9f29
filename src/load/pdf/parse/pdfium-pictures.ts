/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { boundsOf, partOnPage, type Box } from '../geometry.ts';
import { displayedPoint, displayedSize, type PageSpace } from './page-space.ts';
import { identity, matrixOf, type Matrix } from './pdfium-matrix.ts';
import type { PdfiumModule } from './pdfium-module.ts';
import { joinPictures, type PagePicture } from '../pictures/pictures.ts';

/** Types of objects on a page, by PDFium's numbers. */
const imageObject = 3;
const formObject = 5;
/** Objects that are looked at, and forms within forms. */
const maxObjects = 20_000;
const maxDepth = 4;

/** A figure of the structure tree, by the ids of its marked content. */
export interface TaggedFigure {
  readonly alternativeText: string;
}

interface PictureRun {
  readonly space: PageSpace;
  readonly figures: ReadonlyMap<number, TaggedFigure>;
  readonly images: Box[];
  /** What is drawn of each figure of the structure tree. */
  readonly drawn: Map<TaggedFigure, Box[]>;
  left: number;
}

/** Reads where a page has pictures: images, and whatever the structure tree has as a figure, such as a drawn chart. */
export class PictureReader {
  readonly module: PdfiumModule;
  readonly scratch: number;

  /** @param scratch address of `scratchBytes` bytes in the engine's memory, 8-byte aligned. */
  constructor(module: PdfiumModule, scratch: number) {
    this.module = module;
    this.scratch = scratch;
  }

  /** On the displayed page, from top to bottom. */
  read(page: number, space: PageSpace, figures: ReadonlyMap<number, TaggedFigure>): PagePicture[] {
    const { module } = this;
    const run: PictureRun = { space, figures, images: [], drawn: new Map(), left: maxObjects };
    const count = module._FPDFPage_CountObjects(page);
    for (let index = 0; index < count && run.left > 0; index++) {
      this.object(module._FPDFPage_GetObject(page, index), { matrix: identity, depth: 0 }, run);
    }
    const size = displayedSize(space);
    const tagged = [...run.drawn].map(([{ alternativeText }, boxes]) => ({
      box: boundsOf(boxes),
      alternativeText,
    }));
    return joinPictures([...tagged, ...run.images.map((box) => ({ box }))], size).flatMap((picture) => {
      const box = partOnPage(picture.box, size);
      return box ? [{ ...picture, box }] : [];
    });
  }

  private object(
    object: number,
    place: { readonly matrix: Matrix; readonly depth: number },
    run: PictureRun,
  ): void {
    const { module } = this;
    run.left -= 1;
    const type = module._FPDFPageObj_GetType(object);
    const isMarked = place.depth === 0 && run.figures.size > 0;
    const figure = isMarked && run.figures.get(module._FPDFPageObj_GetMarkedContentID(object));
    if (figure) {
      run.drawn.set(figure, [...(run.drawn.get(figure) ?? []), this.bounds(object, run.space)]);
    } else if (type === imageObject) {
      run.images.push(unitSquare(matrixOf(object, place.matrix, this), run.space));
    } else if (type === formObject && place.depth < maxDepth) {
      const inner = { matrix: matrixOf(object, place.matrix, this), depth: place.depth + 1 };
      const count = module._FPDFFormObj_CountObjects(object);
      for (let index = 0; index < count && run.left > 0; index++) {
        this.object(module._FPDFFormObj_GetObject(object, index), inner, run);
      }
    }
  }

  private bounds(object: number, space: PageSpace): Box {
    const { module, scratch } = this;
    module._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
    const at = scratch >> 2;
    const [left = 0, bottom = 0, right = 0, top = 0] = module.HEAPF32.subarray(at, at + 4);
    return around(displayedPoint(space, left, bottom), displayedPoint(space, right, top));
  }
}

/** An image fills the unit square of its coordinates. */
function unitSquare({ a, b, c, d, e, f }: Matrix, space: PageSpace): Box {
  const corners = [
    [e, f],
    [a + e, b + f],
    [c + e, d + f],
    [a + c + e, b + d + f],
  ] as const;
  return boundsOf(
    corners.map(([x, y]) => {
      const point = displayedPoint(space, x, y);
      return around(point, point);
    }),
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function around(one: Point, other: Point): Box {
  return {
    x0: Math.min(one.x, other.x),
    y0: Math.min(one.y, other.y),
    x1: Math.max(one.x, other.x),
    y1: Math.max(one.y, other.y),
  };
}
