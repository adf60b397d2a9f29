import type { ConfigurationResult, EvaluationResult } from '../../../evaluate/index.ts';
import { foldedTable, formatCount } from '../terminal/layout.ts';
import { note, paint } from '../terminal/paint.ts';
import { fixed, probability, signed } from './numbers.ts';

const ms = (time: number) => (time > 0 ? time.toFixed(1) : '–');

/** The results as lines for a terminal: means, then differences from the first configuration. */
export function describeResults({ dataset, configurations }: EvaluationResult): string[] {
  const warnings = new Set(configurations.flatMap((one) => one.warnings));
  const queries = configurations[0]?.queries.length ?? 0;
  const names = [...new Set(configurations.flatMap(({ metrics }) => Object.keys(metrics)))];
  const rows = configurations.map(({ name, metrics, latencyMs }) => [
    name,
    ...names.map((metric) => (metrics[metric] === undefined ? '–' : fixed(metrics[metric]))),
    ms(latencyMs.p50),
    ms(latencyMs.p95),
  ]);
  return [
    ...[...warnings].map(note),
    paint.bold(`${dataset}, ${formatCount(queries)} ${queries === 1 ? 'query' : 'queries'}`),
    ...foldedTable(['configuration', ...names, 'p50 ms', 'p95 ms'], rows),
    ...describeComparisons(configurations, names[0]),
  ];
}

function describeComparisons(results: readonly ConfigurationResult[], metric: string | undefined): string[] {
  const rows = results.flatMap(({ name, comparison }) => {
    const against = metric === undefined ? undefined : comparison?.metrics[metric];
    if (against === undefined) return [];
    const { difference, interval, pValue, wins, ties, losses } = against;
    const range = `${signed(interval[0])} … ${signed(interval[1])}`;
    return [[name, signed(difference), range, probability(pValue), `${wins} / ${ties} / ${losses}`]];
  });
  if (rows.length === 0) return [];
  const header = [
    `${metric} against ${results[0]!.name}`,
    'difference',
    '95 % interval',
    'p',
    'won / equal / lost',
  ];
  return ['', ...foldedTable(header, rows)];
}
