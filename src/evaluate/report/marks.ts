import { element, round } from './svg.ts';

/** Series are told apart by colour, shape and dash, so that colour alone never carries the meaning. */
const shapes = [
  (x: number, y: number) => element('circle', { cx: x, cy: y, r: 5 }),
  (x: number, y: number) => element('rect', { x: x - 4.5, y: y - 4.5, width: 9, height: 9 }),
  (x: number, y: number) =>
    element('path', {
      d: path(x, y, [
        [0, -6],
        [5.5, 4.5],
        [-5.5, 4.5],
      ]),
    }),
  (x: number, y: number) =>
    element('path', {
      d: path(x, y, [
        [0, -6],
        [6, 0],
        [0, 6],
        [-6, 0],
      ]),
    }),
  (x: number, y: number) =>
    element('path', {
      d: path(x, y, [
        [-5.5, -4.5],
        [5.5, -4.5],
        [0, 6],
      ]),
    }),
  (x: number, y: number) => element('rect', { x: x - 6, y: y - 2.5, width: 12, height: 5 }),
] as const;
const dashes = ['none', '7 3', '2 3', '9 3 2 3', '4 2', '12 4'] as const;

function path(x: number, y: number, points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([dx, dy]) => `${round(x + dx)} ${round(y + dy)}`).join('L')}Z`;
}

const count = shapes.length;
/** Moves on by one with every round of the colours, so that 36 series look different. */
const shapeOf = (series: number) => (series + Math.floor(series / count)) % count;

/** The class that colours the n-th series, from 0. */
export const colourOf = (series: number) => `s${series % count}`;

export const dashOf = (series: number) => dashes[shapeOf(series)]!;

/** The mark of the n-th series, from 0, centred on a point. */
export function mark(series: number, x: number, y: number): string {
  return element('g', { class: `series ${colourOf(series)}` }, shapes[shapeOf(series)]!(x, y));
}

/** The mark alone, to stand in a line of text. */
export function legendMark(series: number): string {
  return element('svg', { class: 'mark', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, mark(series, 8, 8));
}
