import { InvalidArgumentError } from 'commander';
import type { RegionFilter, RegionName } from '../../../index.ts';

/** `top-right`, or `x0,y0,x1,y1`; the library says what else is none. */
export function placeOnPage(page: number, text: string): RegionFilter {
  const corners = text.split(',').map(Number);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = corners;
  return corners.length === 4 ? { page, x0, y0, x1, y1 } : { page, name: text as RegionName };
}

/** `2:top-right`, `2:x0,y0,x1,y1`, or JSON such as `{"near": "Total"}`. */
export function regionFlag(text: string): RegionFilter {
  if (text.startsWith('{')) return parseObject(text);
  const found = /^(\d+):(.+)$/.exec(text);
  if (found === null) throw new InvalidArgumentError('Write page:place, as in 2:top-right or 1:0,0,0.5,0.3.');
  return placeOnPage(Number(found[1]), found[2]!);
}

function parseObject(text: string): RegionFilter {
  try {
    return JSON.parse(text) as RegionFilter;
  } catch {
    throw new InvalidArgumentError('It is no JSON: write \'{"near": "Total", "within": 50}\'.');
  }
}
