import { describe, expect, it } from 'vitest';
import { ConfigError } from '../errors.ts';
import { checkGate, parseGate } from './gate.ts';
import type { ConfigurationResult } from './result.ts';

const result = (name: string, ndcg: number, p95: number): ConfigurationResult => ({
  name,
  settings: {},
  metrics: { 'ndcg@10': ndcg },
  intervals: {},
  latencyMs: { p50: 1, p95, p99: p95, stages: {} },
  recallCurve: [],
  queries: [],
  warnings: [],
});

describe('a gate', () => {
  it('lets values on the limit pass and names the line of each that does not', async () => {
    const gate = await parseGate('ndcg@10: 0.65\nlatencyMs.p95: 50\n', 'gate.yaml');
    expect(checkGate(gate, [result('keyword', 0.65, 50)])).toEqual([]);
    expect(checkGate(gate, [result('keyword', 0.6, 80)])).toEqual([
      'gate.yaml:1:10: ndcg@10 of keyword is 0.6000, less than 0.65',
      'gate.yaml:2:16: latencyMs.p95 of keyword is 80.0, more than 50',
    ]);
  });

  it('takes upper and lower limits, for all or for one configuration', async () => {
    const text = 'ndcg@10: { min: 0.1, max: 0.9 }\nconfigurations:\n  hybrid:\n    ndcg@10: 0.7\n';
    const gate = await parseGate(text, 'gate.yaml');
    expect(checkGate(gate, [result('keyword', 0.95, 1), result('hybrid', 0.6, 1)])).toEqual([
      'gate.yaml:1:10: ndcg@10 of keyword is 0.9500, more than 0.9',
      'gate.yaml:4:14: ndcg@10 of hybrid is 0.6000, less than 0.7',
    ]);
    expect(checkGate(gate, [result('keyword', 0.5, 1)])).toEqual([
      'gate.yaml:4:14: there is no configuration "hybrid"',
    ]);
  });

  it('fails what was not measured', async () => {
    const gate = await parseGate('map: 0.3', 'gate.yaml');
    expect(checkGate(gate, [result('keyword', 1, 1)])).toEqual([
      'gate.yaml:1:6: map of keyword was not measured',
    ]);
  });

  it.each([
    ['ndgc@10: 0.5', /^gate\.yaml:1:10: There is no metric "ndgc@10"/],
    ['map: 0.5\nmrr: high', /^gate\.yaml:2:6: must be a number/],
    ['ndcg@10: 1.5', /^gate\.yaml:1:10: must be from 0 to 1/],
    ['map: {min: 0.1, max: 65}', /^gate\.yaml:1:6: must be from 0 to 1/],
    ['map: {atLeast: 1}', /^gate\.yaml:1:6: /],
    ['map: [', /^gate\.yaml:1:7: /],
    ['- map', /^gate\.yaml:1:1: must be names with limits/],
  ])('is refused with file and line: %j', async (text, message) => {
    const error: unknown = await parseGate(text, 'gate.yaml').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).message).toMatch(message);
  });
});
