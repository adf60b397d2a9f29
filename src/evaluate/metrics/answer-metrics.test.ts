import { describe, expect, it } from 'vitest';
import { abstentionRate, citationPrecision, citationRecall, locatedShare } from './answer-metrics.ts';
import { latencyByStage, summariseLatency } from './latency.ts';
import { filterAccuracy, routingAccuracy } from './routing-metrics.ts';

const citation = (documentId: string, page: number, charStart: number) => ({
  documentId,
  chunkId: `${documentId}#0000`,
  charStart,
  charEnd: charStart + 10,
  pageNumbers: [page],
});
const citations = [citation('a', 1, 0), citation('a', 2, 100), citation('b', 1, 0)];

describe('citation metrics', () => {
  it('count whole documents where only documents are judged', () => {
    expect(citationPrecision(citations, { documentIds: ['a'] })).toBeCloseTo(2 / 3);
    expect(citationRecall(citations, { documentIds: ['a', 'c'] })).toBe(1 / 2);
  });

  it('count pages, and tell a page from its neighbour', () => {
    const pages = [
      { documentId: 'a', page: 2 },
      { documentId: 'a', page: 3 },
    ];
    expect(citationPrecision(citations, { pages, documentIds: ['a'] })).toBeCloseTo(1 / 3);
    expect(citationRecall(citations, { pages })).toBe(1 / 2);
  });

  it('count chunks', () => {
    expect(citationPrecision(citations, { chunkIds: ['b#0000'] })).toBeCloseTo(1 / 3);
  });

  it('count spans that share a character, before anything coarser', () => {
    const spans = [{ documentId: 'a', charStart: 9, charEnd: 30 }];
    expect(citationPrecision(citations, { spans, documentIds: ['a', 'b'] })).toBeCloseTo(1 / 3);
    expect(citationRecall(citations, { spans })).toBe(1);
    expect(citationRecall(citations, { spans: [{ documentId: 'a', charStart: 10, charEnd: 30 }] })).toBe(0);
  });

  it('are undefined of nothing', () => {
    expect(citationPrecision([], { documentIds: ['a'] })).toBeUndefined();
    expect(citationRecall(citations, {})).toBeUndefined();
    expect(locatedShare([])).toBeUndefined();
    expect(abstentionRate([])).toBeUndefined();
  });

  it('take every kind of located quote but no', () => {
    expect(locatedShare([{ located: 'exact' }, { located: 'fuzzy' }, { located: 'no' }])).toBeCloseTo(2 / 3);
  });

  it('count answers that were not given', () => {
    expect(abstentionRate([{ answered: true }, { answered: false }])).toBe(0.5);
  });
});

describe('routing and filter accuracy', () => {
  it('ignore order and nothing else', () => {
    expect(routingAccuracy(['a', 'b'], ['b', 'a'])).toBe(1);
    expect(routingAccuracy(['a', 'b'], ['a'])).toBe(0);
    expect(filterAccuracy({ a: 1, b: { $gte: 2 } }, { b: { $gte: 2 }, a: 1 })).toBe(1);
    expect(filterAccuracy(undefined, { a: 1 })).toBe(0);
  });
});

const stage = (name: string, time: number) => ({ stage: name, ms: time, count: 1 });

describe('latency', () => {
  it('gives percentiles by nearest rank, for each stage that ran', () => {
    const ms = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(summariseLatency(ms)).toEqual({ p50: 50, p95: 95, p99: 99 });
    expect(latencyByStage([[stage('search', 1), stage('fuse', 5)], [stage('search', 3)]])).toEqual({
      search: { p50: 1, p95: 3, p99: 3 },
      fuse: { p50: 5, p95: 5, p99: 5 },
    });
  });
});
