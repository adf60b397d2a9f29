import { loadDataset } from '../../../evaluate/index.ts';
import { printJson, printLines } from '../session.ts';
import { describeTuning } from './describe-tuning.ts';
import type { EvalFlags } from './eval-flags.ts';
import { withEvaluatedStore } from './evaluated-store.ts';

/** Finds the way of merging both searches that suits the queries, and prints what to write into the configuration. */
export async function tune(path: string, options: EvalFlags, named: string | undefined): Promise<void> {
  const dataset = await loadDataset(path, options);
  const { documents, depth, seed, mode, where: filter, metrics } = options;
  await withEvaluatedStore({ dataset, options, named }, async (kb, run) => {
    const tuning = await run((running) =>
      kb.tuneFusion(dataset, {
        collection: named,
        documents,
        depth,
        seed,
        metric: metrics?.split(',')[0]!.trim(),
        retrieve: { mode, filter },
        ...running,
      }),
    );
    if (options.json) printJson(tuning);
    else printLines(describeTuning(tuning, { dataset: dataset.name }));
  });
}
