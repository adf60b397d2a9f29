import { drawAxes, linearAxis, niceTicks, plot, logAxis } from './axis.ts';
import { colourOf, mark, dashOf } from './marks.ts';
import { drawing, element, round } from './svg.ts';

export interface ScatterPoint {
  readonly name: string;
  /** Which mark and colour, from 0. */
  readonly series: number;
  readonly x: number;
  readonly y: number;
  readonly yInterval: readonly [number, number];
}

export interface ScatterLabels {
  readonly title: string;
  readonly x: string;
  readonly y: string;
}

/** Points with their intervals as whiskers; their names stand in the legend of the page. At least one point. */
export function scatterChart(points: readonly ScatterPoint[], labels: ScatterLabels): string {
  const ys = points.flatMap(({ y, yInterval }) => [y, ...yInterval]);
  const x = linearAxis(
    labels.x,
    niceTicks(0, Math.max(...points.map((point) => point.x), 0.001)),
    plot.left,
    plot.right,
  );
  const y = linearAxis(labels.y, niceTicks(Math.min(...ys), Math.max(...ys)), plot.bottom, plot.top);
  const marks = points.map((point) => {
    const left = x.place(point.x);
    const [low, high] = point.yInterval.map(y.place);
    const whisker = element('line', {
      class: `line ${colourOf(point.series)}`,
      x1: left,
      x2: left,
      y1: low!,
      y2: high!,
    });
    return whisker + mark(point.series, left, y.place(point.y));
  });
  const description = points
    .map((point) => `${point.name}: ${point.y.toFixed(3)} at ${point.x.toFixed(1)} ms`)
    .join('; ');
  return drawing(labels.title, description, drawAxes(x, y) + marks.join(''));
}

interface Curve {
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

/** One bar a query, largest gain first: what is above the line was won, what is below it lost. */
export function differenceChart(
  differences: readonly number[],
  labels: { readonly title: string; readonly x: string; readonly y: string },
): string {
  const sorted = [...differences].sort((a, b) => b - a);
  const low = Math.min(0, ...sorted);
  const high = Math.max(0, ...sorted);
  const x = linearAxis(labels.x, [0, sorted.length], plot.left, plot.right);
  const y = linearAxis(labels.y, niceTicks(low, high), plot.bottom, plot.top);
  const width = (plot.right - plot.left) / sorted.length;
  const bars = (className: string, chosen: (difference: number) => boolean) =>
    element('path', {
      class: className,
      // many thin bars touch, since gaps of a fraction of a pixel shimmer
      'stroke-width': width < 3 ? width * 1.05 : Math.min(width * 0.8, 18),
      d: sorted
        .map((difference, index) => {
          if (!chosen(difference)) return '';
          return `M${round(x.place(index + 0.5))} ${round(y.place(0))}V${round(y.place(difference))}`;
        })
        .join(''),
    });
  const wins = sorted.filter((difference) => difference > 0).length;
  const losses = sorted.filter((difference) => difference < 0).length;
  const description = `${wins} won, ${sorted.length - wins - losses} equal, ${losses} lost`;
  const drawn = bars('win', (difference) => difference > 0) + bars('loss', (difference) => difference < 0);
  return drawing(labels.title, description, drawAxes(x, y) + drawn);
}
