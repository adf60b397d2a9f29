import { drawAxes, linearAxis, niceTicks, plot } from './axis.ts';
import { drawing, element, round } from './svg.ts';

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
