import { InvalidArgumentError } from 'commander';

/** `top-right`, or `x0,y0,x1,y1`; the library says what else is none. */
export function placeOnPage(text: string): object {
  const corners = text.split(',').map(Number);
  const [x0, y0, x1, y1] = corners;
  return corners.length === 4 ? { x0, y0, x1, y1 } : { name: text };
}

/** `2:top-right`, or `2:x0,y0,x1,y1`. */
export function regionFlag(text: string): object {
  const found = /^(\d+):(.+)$/.exec(text);
  if (found === null) throw new InvalidArgumentError('Write page:place, as in 2:top-right or 1:0,0,0.5,0.3.');
  return { page: Number(found[1]), ...placeOnPage(found[2]!) };
}
