import { drawAxes, linearAxis, logAxis, niceTicks, plot } from './axis.ts';
import { colourOf, dashOf, mark } from './marks.ts';
import { drawing, element, round } from './svg.ts';

export interface Curve {
  readonly name: string;
  readonly series: number;
  /** By x ascending, x above 0. At least two. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Lines over a logarithmic x; their names stand in the legend of the page. At least one curve. */
export function curveChart(
  curves: readonly Curve[],
  labels: { readonly title: string; readonly x: string; readonly y: string },
): string {
  const ticks = [...new Set(curves.flatMap(({ points }) => points.map((point) => point.x)))].sort(
    (a, b) => a - b,
  );
  const ys = curves.flatMap(({ points }) => points.map((point) => point.y));
  const x = logAxis(labels.x, ticks, plot.left + 8, plot.right - 8);
  const y = linearAxis(labels.y, niceTicks(Math.min(...ys), Math.max(...ys)), plot.bottom, plot.top);
  const lines = curves.map(({ series, points }) => {
    const places = points.map((point) => [x.place(point.x), y.place(point.y)] as const);
    const line = element('polyline', {
      class: `line ${colourOf(series)}`,
      fill: 'none',
      'stroke-dasharray': dashOf(series),
      points: places.map((place) => place.map(round).join(',')).join(' '),
    });
    return line + places.map(([left, top]) => mark(series, left, top)).join('');
  });
  const description = curves
    .map(
      ({ name, points }) =>
        `${name}: ${points.map((point) => `${point.y.toFixed(3)} at ${point.x}`).join(', ')}`,
    )
    .join('; ');
  return drawing(labels.title, description, drawAxes(x, y) + lines.join(''));
}
