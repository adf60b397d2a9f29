import type { Rect } from '../../types.ts';
import type { FilterNode, Region } from './filter.ts';

/**
 * Whether one of the rectangles lies in the region: their common area is at least half of the smaller of the two.
 * So a line across the whole page does not lie in its top right corner, and a small region drawn inside a long
 * line finds the line.
 *
 * @param page Size in points; read when the region is in fractions of it.
 */
export function liesInRegion(
  rects: readonly Rect[],
  region: Region,
  page: { readonly width: number; readonly height: number },
): boolean {
  const area = regionInPoints(region, page);
  return rects.some((rect) => {
    if (rect.page !== region.page) return false;
    const width = Math.min(rect.x1, area.x1) - Math.max(rect.x0, area.x0);
    const height = Math.min(rect.y1, area.y1) - Math.max(rect.y0, area.y0);
    if (width <= 0 || height <= 0) return false;
    return width * height >= Math.min(areaOf(rect), areaOf(area)) / 2;
  });
}

type Box = Pick<Rect, 'x0' | 'y0' | 'x1' | 'y1'>;

/** Corners of 0…1 are fractions of the page. */
export function regionInPoints(
  region: Region,
  page: { readonly width: number; readonly height: number },
): Box {
  const corners = [region.x0, region.y0, region.x1, region.y1];
  if (corners.some((value) => value < 0 || value > 1)) return region;
  return {
    x0: region.x0 * page.width,
    y0: region.y0 * page.height,
    x1: region.x1 * page.width,
    y1: region.y1 * page.height,
  };
}

function areaOf(box: Box): number {
  return (box.x1 - box.x0) * (box.y1 - box.y0);
}

/** What chunks in a region of the page have in common: a condition that an index answers. */
export const onPage = (page: number): FilterNode => ({
  kind: 'compare',
  field: 'pageNumbers',
  operator: '$eq',
  value: page,
});
