import { describe, expect, it } from 'vitest';
import { outline } from './draw-border.ts';

const paper = () => ({ width: 8, height: 6, pixels: new Uint8Array(8 * 6 * 4).fill(255) });
const red = [255, 0, 0] as const;

function drawn({ width, height, pixels }: ReturnType<typeof paper>): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_unused, x) => (pixels[(y * width + x) * 4 + 1] === 0 ? '#' : '.')).join(
      '',
    ),
  );
}

describe('outline', () => {
  it('draws a border within the box and nothing else', () => {
    const picture = paper();
    outline(picture, { x0: 1, y0: 1, x1: 7, y1: 5 }, { colour: red, width: 1 });
    expect(drawn(picture)).toEqual(['........', '.######.', '.#....#.', '.#....#.', '.######.', '........']);
  });

  it('takes boxes that reach out of the picture', () => {
    const picture = paper();
    outline(picture, { x0: -3, y0: 2, x1: 40, y1: 90 }, { colour: red, width: 1 });
    expect(drawn(picture)).toEqual(['........', '........', '########', '........', '........', '........']);
  });
});
