import { factAt, numberAt, type Facts } from './facts.ts';
import type { Item } from './flow.ts';
import { drawText, setParagraph, type Setting } from './paragraph.ts';
import type { Face, Style } from './styles.ts';

interface ChartPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Axis {
  readonly max: number;
  readonly step: number;
  readonly name: string;
}

type DrawChart = (setting: Setting, facts: Facts, place: ChartPlace) => void;

const label: Face = { font: 'Helvetica', size: 7.6, leading: 9, colour: '#4a545c' };
const colours = ['#9db8bd', '#0f4c5c', '#c8643c'] as const;

/** Sets a figure drawn as vectors from the facts, with its caption below. @throws Error on an unknown chart */
export function setFigure(
  setting: Setting,
  figure: { name: string; caption: string },
  shape: { style: Style; width: number; facts: Facts },
): Item {
  const draw = charts[figure.name];
  if (!draw) throw new Error(`No chart is called "${figure.name}".`);
  const { style, width } = shape;
  const height = Math.min(210, Math.max(150, width * 0.5));
  const caption = setParagraph(setting, figure.caption, { face: style.caption, width, justify: false });
  return {
    before: 14,
    height: height + 8 + caption.length * style.caption.leading + 10,
    width,
    keepWithNext: false,
    notes: [],
    draw: (x, y) => {
      draw(setting, shape.facts, { x, y, width, height });
      caption.forEach((line, index) => line.draw(x, y + height + 8 + index * style.caption.leading));
    },
  };
}

const charts: Record<string, DrawChart> = {
  'segment-revenue': (setting, facts, place) => {
    const names = ['probes', 'loggers', 'software', 'services'];
    const bars = names.map((name) =>
      ['y2024', 'y2025'].map((year) => numberAt(facts, `segments.${name}.${year}`) / 1000),
    );
    const labels = names.map((name) => String(factAt(facts, `segments.${name}.name`)));
    const plot = drawAxis(setting, place, { max: 50, step: 10, name: '€ million' });
    const slot = plot.width / names.length;
    bars.forEach((pair, group) => {
      pair.forEach((value, series) => {
        const height = (value / 50) * plot.height;
        const x = plot.x + group * slot + slot * 0.2 + series * slot * 0.3;
        setting.canvas
          .rect(x, plot.y + plot.height - height, slot * 0.28, height)
          .fill(colours[series] as string);
        drawText(setting.canvas, value.toFixed(1), {
          x: x + slot * 0.14,
          y: plot.y + plot.height - height - 3,
          face: label,
          align: 'centre',
        });
      });
      drawText(setting.canvas, labels[group] ?? '', {
        x: plot.x + (group + 0.5) * slot,
        y: plot.y + plot.height + 12,
        face: label,
        align: 'centre',
      });
    });
    drawLegend(setting, place, ['2024', '2025']);
  },
  'drift-by-month': (setting, facts, place) => {
    const series = ['brackish', 'peat', 'clear'].map((water) =>
      String(factAt(facts, `drift.${water}`))
        .split(' ')
        .map(Number),
    );
    const plot = drawAxis(setting, place, { max: 5, step: 1, name: 'median drift, % of reading' });
    const at = (month: number, value: number): [number, number] => [
      plot.x + (month / 14) * plot.width,
      plot.y + plot.height - (value / 5) * plot.height,
    ];
    series.forEach((values, index) => {
      setting.canvas.moveTo(...at(0, 0));
      values.forEach((value, step) => setting.canvas.lineTo(...at((step + 1) * 2, value)));
      setting.canvas.lineWidth(1.3).stroke(colours[(index + 2) % 3] as string);
    });
    for (const month of [0, 2, 4, 6, 8, 10, 12, 14]) {
      drawText(setting.canvas, String(month), {
        x: at(month, 0)[0],
        y: plot.y + plot.height + 11,
        face: label,
        align: 'centre',
      });
    }
    drawLegend(setting, place, ['brackish', 'peat', 'clear'], [2, 0, 1]);
  },
};

function drawAxis(setting: Setting, place: ChartPlace, axis: Axis): ChartPlace {
  const plot = { x: place.x + 26, y: place.y + 22, width: place.width - 30, height: place.height - 42 };
  drawText(setting.canvas, axis.name, { x: place.x, y: place.y + 9, face: label });
  for (let value = 0; value <= axis.max; value += axis.step) {
    const y = plot.y + plot.height - (value / axis.max) * plot.height;
    setting.canvas
      .moveTo(plot.x, y)
      .lineTo(plot.x + plot.width, y)
      .lineWidth(value === 0 ? 0.8 : 0.3)
      .stroke('#8a949a');
    drawText(setting.canvas, String(value), { x: plot.x - 5, y: y + 2.6, face: label, align: 'right' });
  }
  return plot;
}

function drawLegend(
  setting: Setting,
  place: ChartPlace,
  names: readonly string[],
  order: readonly number[] = [0, 1, 2],
): void {
  names.forEach((name, index) => {
    const x = place.x + place.width - (names.length - index) * 48;
    setting.canvas.rect(x, place.y + 3, 8, 6).fill(colours[order[index] ?? 0] as string);
    drawText(setting.canvas, name, { x: x + 11, y: place.y + 9, face: label });
  });
}
