import type { Tuning } from '../../../evaluate/index.ts';
import { formatCount, table } from '../terminal/layout.ts';
import { paint } from '../terminal/paint.ts';
import { fixed, probability, signed } from './numbers.ts';

/** What was tried, what it is worth on queries that had no part in the choice, and the lines for the configuration. */
export function describeTuning(tuning: Tuning, { dataset }: { readonly dataset: string }): string[] {
  const { metric, queries, configurations, baseline, best, folds, heldOut } = tuning;
  const rows = configurations.map(({ name, mean }) => [
    name,
    fixed(mean),
    [name === best && 'best', name === baseline && 'in force'].filter(Boolean).join(', '),
  ]);
  const { difference, interval, pValue } = heldOut.comparison;
  return [
    paint.bold(`${dataset}, ${queries === 1 ? '1 query' : `${formatCount(queries)} queries`}`),
    ...table(['weight', metric, ''], rows),
    '',
    `${folds.length}-fold cross-validation chose ${describeChoices(folds)}.`,
    `${metric} on queries held out from the choice: ${fixed(heldOut.tuned)}; in force: ${fixed(heldOut.baseline)}.`,
    `Difference ${signed(difference)} (95 % ${signed(interval[0])} … ${signed(interval[1])}), p ${probability(pValue)}.`,
    '',
    ...describeOutcome(tuning),
  ];
}

/** `vectorWeight 0.4 (3 times), default`, the most frequent first. */
function describeChoices(folds: Tuning['folds']): string {
  const counts = new Map<string, number>();
  for (const { chosen } of folds) counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => (count === 1 ? name : `${name} (${count} times)`))
    .join(', ');
}

function describeOutcome(tuning: Tuning): string[] {
  const { outcome, best } = tuning;
  if (outcome === 'change') {
    return [`${paint.green(`${best} is better.`)} In pincite.config.yaml:`, ...linesOf(tuning)];
  }
  const reasons = {
    tooFewQueries: 'these are too few queries to tell (20 at least, better 100)',
    baselineIsBest: 'nothing else is better on these queries',
    notBeyondChance: 'what was chosen is not better beyond chance',
  };
  return [`${paint.yellow('Keep what is in force')}: ${reasons[outcome]}.`];
}

/** For `pincite.config.yaml`. */
function linesOf({ best, configurations }: Tuning): string[] {
  const chosen = configurations.find(({ name }) => name === best)!;
  const { vectorWeight } = chosen.settings['fusion'] as { readonly vectorWeight: number | 'auto' };
  return ['retrieval:', `  vectorWeight: ${vectorWeight}`];
}
