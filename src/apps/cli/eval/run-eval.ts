import { ConfigError } from '../../../index.ts';
import { formatSkeleton, loadDataset } from '../../../evaluate/index.ts';
import { plural } from '../terminal/layout.ts';
import { writeNewFile } from '../terminal/write-file.ts';
import { printJson, printLines, withStoredKnowledgeBase } from '../session.ts';
import { describeTuning } from './describe-tuning.ts';
import type { EvalFlags } from './eval-flags.ts';
import { withEvaluatedStore } from './evaluated-store.ts';
import { labelQueries } from './label.ts';
import { measure } from './measure.ts';
import { synthesizeQueries } from './synthesize.ts';

/**
 * Does what the flags of `pincite eval` ask for.
 * @param named the collection, where the user named one.
 */
export async function runEval(path: string, options: EvalFlags, named: string | undefined): Promise<void> {
  if (options.init) return init(path, options);
  if (options.synthesize) return synthesizeQueries(path, options);
  if (options.label) return label(path, options, named);
  if (options.tune) return tune(path, options, named);
  return measure(path, options, named);
}

const draftedQueries = 20;

/** Writes a query set to start from: a query for each of up to 20 documents, spread over the collection. */
async function init(file: string, options: EvalFlags): Promise<void> {
  const { collection } = options;
  await withStoredKnowledgeBase(options, async (kb) => {
    const documents = await kb.documents(undefined, { collection });
    if (documents.length === 0) {
      throw new ConfigError(`Collection "${collection}" is empty, so there is nothing to ask about`, {
        hint: 'Add documents with `pincite add` first.',
      });
    }
    const step = Math.max(1, documents.length / draftedQueries);
    const count = Math.min(draftedQueries, documents.length);
    const chosen = Array.from({ length: count }, (_, index) => documents[Math.floor(index * step)]!);
    await writeNewFile(file, formatSkeleton(collection, chosen), options);
    printLines([
      `Wrote ${file} with ${plural(count, 'draft')} of queries, taken from titles.`,
      'Rewrite them as questions that your users ask; then grade what is found:',
      `  pincite eval ${file} --label`,
    ]);
  });
}

async function label(file: string, options: EvalFlags, named: string | undefined): Promise<void> {
  const { collection = options.collection } = await loadDataset(file);
  const { chunks = false, depth = 10 } = options;
  await withStoredKnowledgeBase(options, (kb, signal) =>
    labelQueries(kb, file, { collection: named ?? collection, chunks, depth, signal }),
  );
}

/** Finds the way of merging both searches that suits the queries, and prints what to write into the configuration. */
async function tune(path: string, options: EvalFlags, named: string | undefined): Promise<void> {
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
