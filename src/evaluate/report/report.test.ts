import { describe, expect, it } from 'vitest';
import type { ConfigurationResult, EvaluationResult } from '../result.ts';
import { niceTicks } from './axis.ts';
import { differenceChart } from './charts.ts';
import { renderReport } from './report.ts';

const configuration = (name: string, values: readonly number[]): ConfigurationResult => ({
  name,
  settings: { mode: name },
  metrics: { 'ndcg@10': values.reduce((sum, value) => sum + value, 0) / values.length },
  intervals: { 'ndcg@10': [0.1, 0.9] },
  latencyMs: { p50: 12.34, p95: 20, p99: 30, stages: { search: { p50: 9, p95: 9, p99: 9 } } },
  recallCurve: [
    { k: 1, recall: 0.25 },
    { k: 10, recall: 0.5 },
  ],
  queries: values.map((value, index) => ({
    queryId: `q${index}`,
    query: `What is <b>${index}</b>?`,
    ms: 1,
    metrics: { 'ndcg@10': value },
  })),
  warnings: ['careful </script> & so on'],
});
const comparison = {
  baseline: 'keyword',
  metrics: {
    'ndcg@10': { difference: 0.1875, interval: [-0.1, 0.4], pValue: 0.0312, wins: 2, ties: 1, losses: 1 },
  },
} as const;
const result: EvaluationResult = {
  dataset: 'a & b',
  configurations: [
    configuration('keyword', [0.5, 0.25, 0, 1]),
    { ...configuration('hybrid', [0.5, 0.75, 1, 0.25]), comparison },
  ],
  runs: new Map(),
  qrels: new Map(),
};
const html = renderReport(result, { command: 'pincite eval x', date: new Date('2026-01-02T03:04:05Z') });

const timed = (one: ConfigurationResult, stages: readonly string[]): ConfigurationResult => {
  const times = stages.map((stage) => [stage, { p50: 1, p95: 1, p99: 1 }]);
  return { ...one, latencyMs: { ...one.latencyMs, stages: Object.fromEntries(times) } };
};

describe('renderReport', () => {
  it('shows means, intervals, differences and p-values', () => {
    for (const shown of [
      '0.4375',
      '0.6250',
      '0.1000–0.9000',
      '+0.1875',
      'p = 0.031',
      '12.3',
      '2026-01-02 03:04 UTC',
    ]) {
      expect(html).toContain(shown);
    }
  });

  it('holds the numbers as they are in the JSON', () => {
    const [, json] = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)!;
    expect(JSON.parse(json!)).toEqual(JSON.parse(JSON.stringify({ configurations: result.configurations })));
  });

  it('needs nothing from outside and runs nothing', () => {
    expect(html).not.toMatch(/(?:src|href)=|@import|url\(/);
    expect(html).toContain("default-src 'none'");
  });

  it('shows markup in queries and names as text', () => {
    expect(html).toContain('What is &#60;b&#62;1&#60;/b&#62;?');
    expect(html).not.toContain('<b>1');
    expect(html).toContain('Evaluation of a &#38; b');
    expect(html.match(/<\/script>/g)).toHaveLength(1);
  });

  it('gives every configuration a mark of its own', () => {
    const names = Array.from({ length: 12 }, (_, index) => `c${index}`);
    const page = renderReport({ ...result, configurations: names.map((name) => configuration(name, [1])) });
    const marks = [...page.matchAll(/<li>(<svg class="mark".*?<\/svg>)/g)].map(([, mark]) => mark);
    expect(new Set(marks).size).toBe(12);
  });

  it('names every drawing for those who do not see it', () => {
    const drawings = html.match(/<svg viewBox="0 0 460 300"[^>]*>/g)!;
    expect(drawings).toHaveLength(3);
    expect(drawings.every((tag) => /role="img" aria-label="[^"]{20,}"/.test(tag))).toBe(true);
  });

  it('has no broken coordinates', () => {
    expect(html).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('lists stages in the order in which they run, also those that the first configuration skips', () => {
    const [keyword, hybrid] = result.configurations;
    const page = renderReport({
      ...result,
      configurations: [timed(keyword!, ['keyword', 'fuse']), timed(hybrid!, ['embed', 'keyword', 'fuse'])],
    });
    expect(page).toMatch(/>p99<\/th><th scope="col">embed<\/th><th scope="col">keyword<\/th>/);
  });

  it('says so when nothing was measured', () => {
    const empty = { ...configuration('keyword', [1]), metrics: {}, intervals: {} };
    expect(renderReport({ ...result, configurations: [empty] })).toContain('Nothing was measured');
  });
});

describe('differenceChart', () => {
  it('draws a bar a query that differs, up for a gain and down for a loss', () => {
    const svg = differenceChart([0.5, -0.25, 0, 0.1], { title: 't', x: 'x', y: 'y' });
    const bars = (className: string) =>
      new RegExp(`class="${className}"[^>]* d="([^"]*)"`).exec(svg)![1]!.match(/M/g);
    expect(bars('win')).toHaveLength(2);
    expect(bars('loss')).toHaveLength(1);
    expect(svg).toContain('2 won, 1 equal, 1 lost');
  });
});

describe('niceTicks', () => {
  it('gives round values that span the range', () => {
    expect(niceTicks(0, 1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(niceTicks(0.31, 0.58)).toEqual([0.3, 0.4, 0.5, 0.6]);
    expect(niceTicks(-0.9, 0.3)).toEqual([-1, -0.5, 0, 0.5]);
    const same = niceTicks(0.5, 0.5);
    expect(same[0]).toBeLessThan(0.5);
    expect(same.at(-1)).toBeGreaterThanOrEqual(0.5);
    expect(niceTicks(1, 1).at(-1)).toBe(1); // no share is above it
    expect(niceTicks(0, 0)[0]).toBe(0);
  });
});
