import { compare, type Comparison, type ConfigurationResult } from '../../src/evaluate/index.ts';
import type { Figure } from './results.ts';
import { defaultRow, steps } from './rows.ts';

/** @param results the steps, then what stands beside the default. */
export function figuresOf(results: readonly ConfigurationResult[], metrics: readonly string[]): Figure[] {
  const usual = results.find(({ name }) => name === defaultRow);
  if (usual === undefined) throw new Error('The default was not measured');
  return results.map((result, index) => {
    const isStep = index < steps.length;
    const before = isStep ? results[index - 1] : undefined;
    const cells = metrics.map((metric) => ({
      mean: result.metrics[metric]!,
      interval: result.intervals[metric]!,
      ...(before && { gain: compareBy(metric, result, before) }),
      ...(result !== usual && { against: compareBy(metric, result, usual) }),
    }));
    return { name: result.name, isStep, cells, medianMs: result.latencyMs.p50 };
  });
}

function compareBy(metric: string, system: ConfigurationResult, baseline: ConfigurationResult): Comparison {
  const valuesOf = ({ queries }: ConfigurationResult) =>
    new Map(
      queries.flatMap(({ queryId, metrics }) =>
        metrics[metric] === undefined ? [] : [[queryId, metrics[metric]] as const],
      ),
    );
  return compare(valuesOf(system), valuesOf(baseline));
}
