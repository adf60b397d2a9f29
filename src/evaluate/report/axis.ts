import { chartHeight, chartWidth, element, round, text } from './svg.ts';

/** Where data is drawn, inside the labels of the axes. */
export const plot = { left: 58, right: chartWidth - 16, top: 14, bottom: chartHeight - 44 } as const;

export interface Axis {
  readonly label: string;
  /** Values that are labelled, ascending. */
  readonly ticks: readonly number[];
  /** From a value to a coordinate of the drawing. */
  readonly place: (value: number) => number;
}

/** Round values, about five of them, that span low…high. */
export function niceTicks(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) || 1;
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough * 0.999)!;
  const last = Math.max(Math.ceil(high / step - 1e-9), low === 0 ? 1 : -Infinity);
  const first = Math.min(Math.floor(low / step + 1e-9), last - 1);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(12)),
  );
}

/** Evenly spaced values over the ticks' range; `from` and `to` are coordinates. */
export function linearAxis(label: string, ticks: readonly number[], from: number, to: number): Axis {
  const [low, high] = [ticks[0]!, ticks.at(-1)!];
  return { label, ticks, place: (value) => from + ((value - low) / (high - low)) * (to - from) };
}

/** Equal ratios are equal distances; ticks are above 0. */
export function logAxis(label: string, ticks: readonly number[], from: number, to: number): Axis {
  const inner = linearAxis(label, [Math.log(ticks[0]!), Math.log(ticks.at(-1)!)], from, to);
  return { label, ticks, place: (value) => inner.place(Math.log(value)) };
}

/** Grid lines, tick labels and names of both axes. */
export function drawAxes(x: Axis, y: Axis): string {
  const horizontal = y.ticks.map((tick) => {
    const at = y.place(tick);
    return (
      element('line', {
        class: tick === 0 ? 'axis' : 'grid',
        x1: plot.left,
        x2: plot.right,
        y1: at,
        y2: at,
      }) + text(formatTick(tick), { class: 'tick', x: plot.left - 6, y: at + 4, 'text-anchor': 'end' })
    );
  });
  const vertical = x.ticks.map((tick) =>
    text(formatTick(tick), { class: 'tick', x: x.place(tick), y: plot.bottom + 16, 'text-anchor': 'middle' }),
  );
  const middle = (plot.top + plot.bottom) / 2;
  return [
    ...horizontal,
    ...vertical,
    text(x.label, {
      class: 'label',
      x: (plot.left + plot.right) / 2,
      y: chartHeight - 8,
      'text-anchor': 'middle',
    }),
    text(y.label, {
      class: 'label',
      transform: `rotate(-90 13 ${round(middle)})`,
      x: 13,
      y: middle,
      'text-anchor': 'middle',
    }),
  ].join('');
}

export const formatTick = (value: number) => String(Number(value.toPrecision(3))).replace('-', '−');
