import { InvalidArgumentError } from 'commander';

/** `top-right`, or `x0,y0,x1,y1`; the library says what else is none. */
export function placeOnPage(text: string): object {
  const corners = text.split(',').map(Number);
  const [x0, y0, x1, y1] = corners;
  return corners.length === 4 ? { x0, y0, x1, y1 } : { name: text };
}

/** `2:top-right`, `2:x0,y0,x1,y1`, or JSON such as `{"near": "Total"}`. */
export function regionFlag(text: string): object {
  if (text.startsWith('{')) return parseObject(text);
  const found = /^(\d+):(.+)$/.exec(text);
  if (found === null) throw new InvalidArgumentError('Write page:place, as in 2:top-right or 1:0,0,0.5,0.3.');
  return { page: Number(found[1]), ...placeOnPage(found[2]!) };
}

function parseObject(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new InvalidArgumentError('It is no JSON: write \'{"near": "Total", "within": 50}\'.');
  }
}
