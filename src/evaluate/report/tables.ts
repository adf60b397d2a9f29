import type { ConfigurationResult } from '../result.ts';
import { legendMark } from './marks.ts';
import { escapeHtml } from '../../util/strings/escape-html.ts';
import { element } from './svg.ts';

const th = (content: string, scope: 'col' | 'row') => `<th scope="${scope}">${content}</th>`;
const td = (content: string, className = '') =>
  className ? `<td class="${className}">${content}</td>` : `<td>${content}</td>`;
const row = (cells: readonly string[]) => `<tr>${cells.join('')}</tr>`;

/** A table that scrolls by itself on narrow screens, and can be reached with the keyboard for that. */
function scrollingTable(
  caption: string,
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const head = row(header.map((name) => th(escapeHtml(name), 'col')));
  const table = `<table><caption>${escapeHtml(caption)}</caption><thead>${head}</thead><tbody>${rows.map(row).join('')}</tbody></table>`;
  return element('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption }, table);
}

const value = (number: number) => number.toFixed(4);
const signed = (number: number) => `${number < 0 ? '−' : '+'}${Math.abs(number).toFixed(4)}`;

const formatP = (p: number) => (p < 0.001 ? 'p < 0.001' : `p = ${p.toFixed(3)}`);

const rowName = ({ name }: ConfigurationResult, series: number) =>
  th(legendMark(series) + escapeHtml(name), 'row');

/** Means, intervals, and the difference from the first configuration with its p-value. */
export function metricsTable(results: readonly ConfigurationResult[]): string {
  const names = [...new Set(results.flatMap(({ metrics }) => Object.keys(metrics)))];
  const best = new Map(
    names.map((name) => [name, Math.max(...results.map(({ metrics }) => metrics[name] ?? -Infinity))]),
  );
  const rows = results.map((result, series) => [
    rowName(result, series),
    ...names.map((name) => {
      const mean = result.metrics[name];
      if (mean === undefined) return td('–');
      const [low, high] = result.intervals[name]!;
      const against = result.comparison?.metrics[name];
      const difference =
        against === undefined
          ? ''
          : `<small>${signed(against.difference)}</small><small>${formatP(against.pValue)}</small>`;
      const interval = `<small>${value(low)}–${value(high)}</small>`;
      return td(
        value(mean) + interval + difference,
        results.length > 1 && mean === best.get(name) ? 'best' : '',
      );
    }),
  ]);
  return scrollingTable('Means over the queries with 95 % intervals', ['configuration', ...names], rows);
}

/** Wins, ties and losses of each configuration against the first. */
export function comparisonTable(results: readonly ConfigurationResult[], metric: string): string {
  const rows = results.flatMap((result, series) => {
    const against = result.comparison?.metrics[metric];
    if (against === undefined) return [];
    const { difference, interval, pValue, wins, ties, losses } = against;
    const range = `<small>${signed(interval[0])} to ${signed(interval[1])}</small>`;
    return [
      [
        rowName(result, series),
        td(signed(difference) + range),
        td(formatP(pValue)),
        ...[wins, ties, losses].map((count) => td(String(count))),
      ],
    ];
  });
  const baseline = results[0]!.name;
  return scrollingTable(
    `${metric} against ${baseline}, query by query`,
    ['configuration', 'difference', 'randomisation test', 'won', 'equal', 'lost'],
    rows,
  );
}

const ms = (time: number) => (Number.isNaN(time) ? '–' : time < 10 ? time.toFixed(2) : time.toFixed(1));

/** Percentiles of whole searches, and the median of each stage. */
export function latencyTable(results: readonly ConfigurationResult[]): string {
  const ran = results.map(({ latencyMs }) => Object.keys(latencyMs.stages));
  // the longest list first, so that stages which some configurations skip stand where they run
  const stages = [...new Set(ran.sort((a, b) => b.length - a.length).flat())];
  const rows = results.map((result, series) => {
    const { p50, p95, p99, stages: times } = result.latencyMs;
    const medians = stages.map((stage) => (times[stage] === undefined ? '–' : ms(times[stage].p50)));
    return [rowName(result, series), ...[...[p50, p95, p99].map(ms), ...medians].map((cell) => td(cell))];
  });
  return scrollingTable(
    'Milliseconds a search: percentiles, then the median of each stage',
    ['configuration', 'p50', 'p95', 'p99', ...stages],
    rows,
  );
}

/** The queries of which two configurations have a value, with that of the baseline and that of the system. */
export function valuePairs(system: ConfigurationResult, baseline: ConfigurationResult, metric: string) {
  const before = new Map(baseline.queries.map((query) => [query.queryId, query.metrics[metric]]));
  return system.queries.flatMap(({ queryId, query, metrics }) => {
    const [from, to] = [before.get(queryId), metrics[metric]];
    return from === undefined || to === undefined ? [] : [{ queryId, query, from, to }];
  });
}

/** The queries on which two configurations differ most. */
export function queryTable(
  system: ConfigurationResult,
  baseline: ConfigurationResult,
  metric: string,
): string {
  const moved = valuePairs(system, baseline, metric)
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => b.to - b.from - (a.to - a.from));
  const shown = moved.length > 20 ? [...moved.slice(0, 10), ...moved.slice(-10)] : moved;
  const rows = shown.map(({ queryId, query, from, to }) => [
    th(escapeHtml(queryId), 'row'),
    td(escapeHtml(query.length > 300 ? `${query.slice(0, 300)}…` : query), 'words'),
    ...[value(from), value(to), signed(to - from)].map((cell) => td(cell)),
  ]);
  return scrollingTable(
    `Queries on which ${system.name} differs most from ${baseline.name} in ${metric}`,
    ['id', 'query', baseline.name, system.name, 'difference'],
    rows,
  );
}
