/** Plots of an evaluation, each with its numbers in words for those who do not see it. */
import {
  linearAxis,
  logAxis,
  niceTicks,
  plot,
  type Axis,
  formatTick,
} from '../../src/evaluate/report/axis.ts';
import { chartHeight, chartWidth } from '../../src/evaluate/report/svg.ts';
import type { Configuration } from '../shapes.ts';

interface Dot {
  readonly x: number;
  readonly y: number;
  readonly low?: number | null | undefined;
  readonly high?: number | null | undefined;
}

interface Series {
  readonly name: string;
  readonly dots: readonly Dot[];
}

interface ChartProps {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

/** By the order of configurations: never by colour alone. */
const shapes = ['●', '■', '▲', '◆', '▼', '✚'];
const shapeOf = (index: number) => shapes[index % shapes.length]!;

function Chart({ title, x, y, series }: ChartProps) {
  const summary = series
    .map(
      ({ name, dots }) =>
        `${name}: ${dots.map((dot) => `${dot.y.toFixed(3)} at ${formatTick(dot.x)}`).join(', ')}`,
    )
    .join('; ');
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${chartWidth} ${chartHeight}`} role="img" aria-label={`${title}. ${summary}`}>
        {y.ticks.map((tick) => (
          <>
            <line class="grid" x1={plot.left} x2={plot.right} y1={y.place(tick)} y2={y.place(tick)} />
            <text x={plot.left - 8} y={y.place(tick) + 4} text-anchor="end">
              {formatTick(tick)}
            </text>
          </>
        ))}
        {x.ticks.map((tick) => (
          <text x={x.place(tick)} y={plot.bottom + 18} text-anchor="middle">
            {formatTick(tick)}
          </text>
        ))}
        <text x={(plot.left + plot.right) / 2} y={chartHeight - 6} text-anchor="middle">
          {x.label}
        </text>
        <text transform={`rotate(-90 14 ${chartHeight / 2})`} x={14} y={chartHeight / 2} text-anchor="middle">
          {y.label}
        </text>
        {series.map(({ dots }, index) => (
          <g class={`series s${index % shapes.length}`}>
            {dots.length > 1 && (
              <polyline points={dots.map((dot) => `${x.place(dot.x)},${y.place(dot.y)}`).join(' ')} />
            )}
            {dots.map((dot) => (
              <>
                {typeof dot.low === 'number' && typeof dot.high === 'number' && (
                  <line
                    x1={x.place(dot.x)}
                    x2={x.place(dot.x)}
                    y1={y.place(dot.low)}
                    y2={y.place(dot.high)}
                  />
                )}
                <text class="dot" x={x.place(dot.x)} y={y.place(dot.y) + 5} text-anchor="middle">
                  {shapeOf(index)}
                </text>
              </>
            ))}
          </g>
        ))}
      </svg>
    </figure>
  );
}

export function Legend({ configurations }: { configurations: readonly Configuration[] }) {
  return (
    <ul class="legend">
      {configurations.map(({ name }, index) => (
        <li>
          <span class={`key s${index % shapes.length}`} aria-hidden="true">
            {shapeOf(index)}
          </span>{' '}
          {name}
        </li>
      ))}
    </ul>
  );
}

const extent = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;

/** How good each way of searching is, beside how long it takes. */
export function QualityPlot({
  configurations,
  metric,
}: {
  configurations: readonly Configuration[];
  metric: string;
}) {
  const series = configurations.flatMap(({ name, metrics, intervals, latencyMs }) => {
    const [x, y] = [latencyMs.p50, metrics[metric]];
    return typeof x === 'number' && typeof y === 'number' && x > 0
      ? [{ name, dots: [{ x, y, ...intervals[metric] }] }]
      : [];
  });
  const dots = series.flatMap((one) => one.dots as Dot[]);
  if (dots.length === 0) return null;
  const [low, high] = extent(dots.flatMap((dot) => [dot.y, dot.low ?? dot.y, dot.high ?? dot.y]));
  const ms = niceTicks(0, Math.max(...dots.map((dot) => dot.x)));
  return (
    <Chart
      title="Quality against latency; whiskers are 95 % intervals of the mean"
      x={linearAxis('median of a search, ms', ms, plot.left + 8, plot.right - 8)}
      y={linearAxis(metric, niceTicks(low, high), plot.bottom, plot.top)}
      series={series}
    />
  );
}

/** What share of what is relevant is among the first k. */
export function RecallPlot({ configurations }: { configurations: readonly Configuration[] }) {
  const series = configurations.map(({ name, recallCurve }) => ({
    name,
    dots: recallCurve.flatMap(({ k, recall }) => (recall === null ? [] : [{ x: k, y: recall }])),
  }));
  const dots = series.flatMap((one) => one.dots);
  const ticks = [...new Set(dots.map((dot) => dot.x))].sort((a, b) => a - b);
  if (ticks.length < 2) return null;
  return (
    <Chart
      title="Recall at k: the share of what is relevant among the first k"
      x={logAxis('k, the first hits that count', ticks, plot.left + 8, plot.right - 8)}
      y={linearAxis('recall', niceTicks(...extent(dots.map((dot) => dot.y))), plot.bottom, plot.top)}
      series={series}
    />
  );
}
