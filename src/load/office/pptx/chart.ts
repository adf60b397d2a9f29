import { oneLine } from '../../../util/strings/one-line.ts';
import { formatOf, general, numberText } from '../../data/xlsx/number-format.ts';
import { isTooSparse } from '../../write/markdown-table.ts';
import { childElements, elementAt, elementsBelow, textBelow, type XmlElement } from '../xml.ts';
import type { Box } from '../../pdf/geometry.ts';
import type { SlidePiece } from './pieces.ts';

/** A chart's title, and as a table the values that it shows: a row a category, a column a series. */
export function chartPieces(chart: XmlElement, box: Box | undefined): SlidePiece[] {
  const titles = elementsBelow(elementAt(chart, 'chart', 'title'), 't');
  const title = oneLine(titles.map(textBelow).join(''));
  const series = elementsBelow(chart, 'ser');
  const has1904Dates = /^(?:1|true)$/.test(elementAt(chart, 'date1904')?.attributes.val ?? '');
  const valuesAt = (one: XmlElement | undefined, name: string, other = name) =>
    valuesOf(elementAt(one, name) ?? elementAt(one, other), has1904Dates);
  const categories = valuesAt(series[0], 'cat', 'xVal');
  const columns = series.map((one) => valuesAt(one, 'val', 'yVal'));
  const names = series.map((one) => valuesAt(one, 'tx').get(0) ?? '');
  const rows = columns.some(({ size }) => size > 0) ? rowsOf([categories, ...columns]) : [];
  return [
    ...(title === '' ? [] : [{ kind: 'text' as const, text: title, box }]),
    ...(rows.length > 0
      ? [{ kind: 'table' as const, grid: { rows: [['', ...names], ...rows], headerRows: 1 }, box }]
      : []),
  ];
}

/** The values of columns by row; none where they lie so far apart that no chart shows them. */
function rowsOf(columns: readonly ReadonlyMap<number, string>[]): string[][] {
  const count = Math.max(...columns.map(lastIndex)) + 1;
  const filled = columns.reduce((sum, { size }) => sum + size, 0);
  if (isTooSparse(count * columns.length, filled)) return [];
  return Array.from({ length: count }, (_, index) => columns.map((values) => values.get(index) ?? ''));
}

/** Charts show fewer; the indexes of points are what the file says. */
const mostPoints = 10_000;

/** Longer codes of formats are not looked at. */
const mostOfCode = 100;

/** Whether a code is of dates or times; `Standard`, as German programs call general numbers, is not, nor `0.0 h`. */
function isOfDate(code: string): boolean {
  const bare = code.slice(0, mostOfCode).replaceAll(/"[^"]*"|\[[^\]]*\]|AM\/PM/gi, '');
  return !/(?![dmyhs])\p{L}/iu.test(bare) && /y|d.*m|m.*d|h.*m|m.*s/i.test(bare);
}

/** The values that were in the sheet when the chart was drawn, by their index; numbers as cells of a sheet have them. */
function valuesOf(data: XmlElement | undefined, has1904Dates: boolean): Map<number, string> {
  const [numbers] = [...elementsBelow(data, 'numCache'), ...elementsBelow(data, 'numLit')];
  const code = textBelow(elementAt(numbers, 'formatCode'));
  // Labels may show more digits than the cells, whose format this is.
  const format = isOfDate(code) || !/[dhmsy]/i.test(code) ? { ...formatOf(code), shown: undefined } : general;
  const shown = (point: XmlElement) => {
    const value = textBelow(elementAt(point, 'v'));
    // Of few points that have a format of their own it is not looked at.
    const isOwn = point.attributes.formatCode !== undefined;
    return numbers ? numberText(value, isOwn ? general : format, has1904Dates) : value;
  };
  return new Map(
    elementsBelow(data, 'pt')
      .map((point) => [Number(point.attributes.idx), point] as const)
      .filter(([index]) => Number.isInteger(index) && index >= 0 && index < mostPoints)
      .map(([index, point]) => [index, shown(point)]),
  );
}

/** One by one: a chart may have more values than a function takes arguments. */
function lastIndex(values: ReadonlyMap<number, string>): number {
  let last = 0;
  for (const index of values.keys()) last = Math.max(last, index);
  return last;
}

/** The texts of a diagram's points in their order. */
export function diagramPieces(data: XmlElement, box: Box | undefined): SlidePiece[] {
  const texts = childElements(elementAt(data, 'ptLst') ?? data, 'pt')
    .map((point) => oneLine(elementsBelow(point, 't').map(textBelow).join(' ')))
    .filter((text) => text !== '');
  return texts.length === 0 ? [] : [{ kind: 'list', text: texts.map((text) => `- ${text}`).join('\n'), box }];
}
