import { drawAxes, linearAxis, niceTicks, plot } from './axis.ts';
import { colourOf, mark } from './marks.ts';
import { drawing, element } from './svg.ts';

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
