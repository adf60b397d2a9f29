import type { ConfigurationResult, EvaluationResult } from '../result.ts';
import { differenceChart, curveChart, scatterChart } from './charts.ts';
import { legendMark } from './marks.ts';
import { style } from './style.ts';
import { escapeHtml } from '../../util/strings/escape-html.ts';
import { element } from './svg.ts';
import { comparisonTable, latencyTable, metricsTable, queryTable, valuePairs } from './tables.ts';

/** What a report is made with. */
export interface ReportOptions {
  /** The command that made it. */
  readonly command?: string;
  readonly date?: Date;
}

/**
 * One HTML page that needs no network and no script: tables, plots, and the numbers themselves as JSON in
 * `#data`, so that what is drawn can be read by a program.
 */
export function renderReport(result: EvaluationResult, { command, date }: ReportOptions = {}): string {
  const { configurations, dataset } = result;
  const metric = Object.keys(configurations[0]?.metrics ?? {})[0];
  const about = [
    `${configurations[0]?.queries.length ?? 0} queries`,
    `${configurations.length} configuration${configurations.length === 1 ? '' : 's'}`,
    ...(date === undefined ? [] : [date.toISOString().slice(0, 16).replace('T', ' ') + ' UTC']),
  ].join(' · ');
  const body = [
    `<h1>Evaluation of ${escapeHtml(dataset)}</h1>`,
    `<p class="soft">${escapeHtml(about)}</p>`,
    command === undefined ? '' : `<p><code>${escapeHtml(command)}</code></p>`,
    metric === undefined
      ? '<p>Nothing was measured; the notes below say why.</p>'
      : metricSections(configurations, metric),
    '<h2>Latency</h2>',
    '<p class="soft">Of searches as deep as the evaluation looks, one at a time. Times depend on the machine; compare them within this report.</p>',
    latencyTable(configurations),
    '<h2>Configurations</h2>',
    settingsList(configurations),
  ];
  return page(`Evaluation of ${dataset}`, body.join('\n'), configurations);
}

function metricSections(results: readonly ConfigurationResult[], metric: string): string {
  const baseline = results[0]!;
  const others = results.filter(({ comparison }) => comparison?.metrics[metric] !== undefined);
  return [
    '<h2>Metrics</h2>',
    metricsTable(results),
    '<h2>Plots</h2>',
    legend(results),
    `<div class="charts">${[qualityFigure(results, metric), recallFigure(results)].join('')}</div>`,
    ...(others.length === 0
      ? []
      : [
          `<h2>Query by query, against ${escapeHtml(baseline.name)}</h2>`,
          '<p class="soft">p is the chance of a difference at least as large if both were equally good (paired randomisation test, two-sided).</p>',
          comparisonTable(results, metric),
          `<div class="charts">${others.map((other) => differenceFigure(other, baseline, metric)).join('')}</div>`,
          ...others.map(
            (other) =>
              `<details><summary>${escapeHtml(other.name)}: queries won and lost</summary>${queryTable(other, baseline, metric)}</details>`,
          ),
        ]),
  ].join('\n');
}

function legend(results: readonly ConfigurationResult[]): string {
  const items = results.map(({ name }, series) => `<li>${legendMark(series)}${escapeHtml(name)}</li>`);
  return `<ul class="legend">${items.join('')}</ul>`;
}

const figure = (title: string, chart: string, caption: string) =>
  `<figure><h3>${escapeHtml(title)}</h3>${chart}<figcaption>${escapeHtml(caption)}</figcaption></figure>`;

function qualityFigure(results: readonly ConfigurationResult[], metric: string): string {
  const points = results.flatMap(({ name, metrics, intervals, latencyMs }, series) => {
    const y = metrics[metric];
    // a run file of another system has no times
    return y === undefined || !(latencyMs.p50 > 0)
      ? []
      : [{ name, series, x: latencyMs.p50, y, yInterval: intervals[metric]! }];
  });
  if (points.length === 0) return '';
  const title = 'Quality against latency';
  const chart = scatterChart(points, { title, x: 'median of a search, ms', y: metric });
  return figure(title, chart, 'Up and to the left is better. Whiskers are 95 % intervals of the mean.');
}

function recallFigure(results: readonly ConfigurationResult[]): string {
  const curves = results.flatMap(({ name, recallCurve }, series) =>
    recallCurve.length < 2
      ? []
      : [
          {
            name,
            series,
            points: recallCurve.map(({ k, recall }) => ({ x: k, y: recall })),
          },
        ],
  );
  if (curves.length === 0) return '';
  const title = 'Recall at k';
  const chart = curveChart(curves, { title, x: 'k, the first hits that count', y: 'recall' });
  return figure(title, chart, 'Share of what is relevant among the first k; the x axis is logarithmic.');
}

function differenceFigure(
  system: ConfigurationResult,
  baseline: ConfigurationResult,
  metric: string,
): string {
  const differences = valuePairs(system, baseline, metric).map(({ from, to }) => to - from);
  const title = `${system.name} − ${baseline.name}`;
  const chart = differenceChart(differences, {
    title,
    x: 'queries, largest gain first',
    y: `${metric}, difference`,
  });
  const { wins, ties, losses } = system.comparison!.metrics[metric]!;
  return figure(title, chart, `${wins} won, ${ties} equal, ${losses} lost.`);
}

function settingsList(results: readonly ConfigurationResult[]): string {
  return results
    .map(({ name, settings, warnings }) => {
      const notes = warnings.map((warning) => `<li>${escapeHtml(warning)}</li>`).join('');
      const own =
        Object.keys(settings).length === 0
          ? 'the configuration in force'
          : `<code>${escapeHtml(JSON.stringify(settings))}</code>`;
      return `<p><strong>${escapeHtml(name)}</strong>: ${own}</p>${notes && `<ul class="notes soft">${notes}</ul>`}`;
    })
    .join('\n');
}

function page(title: string, body: string, data: readonly ConfigurationResult[]): string {
  const json = JSON.stringify({ configurations: data }).replaceAll('<', String.raw`\u003c`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="pincite eval">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
${element('script', { type: 'application/json', id: 'data' }, json)}
</body>
</html>
`;
}
