/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { boundsOf, partOnPage, type Box, type PageSize } from '../../geometry.ts';
import { transformed } from '../matrix.ts';
import { boxAround, displayedPoint, displayedSize, type PageSpace } from '../page-space.ts';
import type { Engine } from './module.ts';
import { imageObject, matrixOf, type PageObject } from './objects.ts';
import { joinPictures, type PagePicture } from '../../pictures/pictures.ts';

/** A figure of the structure tree, by the ids of its marked content. */
export interface TaggedFigure {
  readonly alternativeText: string;
}

interface PicturePage {
  readonly objects: readonly PageObject[];
  readonly space: PageSpace;
  readonly figures: ReadonlyMap<number, TaggedFigure>;
}

/**
 * Where a page has pictures: images, and whatever the structure tree has as a figure, such as a drawn chart. On the displayed
 * page, from top to bottom.
 */
export function readPictures(
  engine: Engine,
  { objects, space, figures }: PicturePage,
): { pictures: PagePicture[]; imageShare: number } {
  const { module } = engine;
  const images: Box[] = [];
  const drawn = new Map<TaggedFigure, Box[]>();
  let figure: TaggedFigure | undefined; // taken as one, whatever is in its form
  for (const found of objects) {
    const { object, depth, type } = found;
    if (depth === 0 && figures.size > 0) figure = figures.get(module._FPDFPageObj_GetMarkedContentID(object));
    if (figure === undefined && type === imageObject) images.push(imageIn(engine, found, space));
    if (figure === undefined || depth > 0) continue;
    drawn.set(figure, [...(drawn.get(figure) ?? []), boundsIn(engine, object, space)]);
  }
  const size = displayedSize(space);
  const tagged = [...drawn].map(([{ alternativeText }, boxes]) => ({
    box: boundsOf(boxes),
    alternativeText,
  }));
  const joined = joinPictures([...tagged, ...images.map((box) => ({ box }))], size);
  return {
    pictures: joined.flatMap((picture) => {
      const box = partOnPage(picture.box, size);
      return box ? [{ ...picture, box }] : [];
    }),
    imageShare: shareOf(images, size),
  };
}

function shareOf(images: readonly Box[], size: PageSize): number {
  const shown = images.flatMap((box) => partOnPage(box, size) ?? []);
  const areas = shown.reduce((sum, { x0, y0, x1, y1 }) => sum + (x1 - x0) * (y1 - y0), 0);
  return Math.min(1, areas / (size.width * size.height));
}

function boundsIn({ module, scratch }: Engine, object: number, space: PageSpace): Box {
  module._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12);
  const at = scratch >> 2;
  const [left = 0, bottom = 0, right = 0, top = 0] = module.HEAPF32.subarray(at, at + 4);
  return boxAround(displayedPoint(space, left, bottom), displayedPoint(space, right, top));
}

/** An image fills the unit square of its coordinates. */
function imageIn(engine: Engine, image: PageObject, space: PageSpace): Box {
  const matrix = matrixOf(engine, image);
  const corners = [
    transformed(matrix, 0, 0),
    transformed(matrix, 1, 0),
    transformed(matrix, 0, 1),
    transformed(matrix, 1, 1),
  ];
  return boxAround(...corners.map(({ x, y }) => displayedPoint(space, x, y)));
}
