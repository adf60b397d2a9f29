import { loadDataset } from '../../../evaluate/index.ts';
import { printLines, withStoredKnowledgeBase } from '../session.ts';
import type { EvalFlags } from './eval-flags.ts';
import { writeQuerySet } from './init.ts';
import { labelQueries } from './label.ts';
import { measure } from './measure.ts';
import { synthesizeQueries } from './synthesize.ts';
import { tune } from './tune.ts';

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

async function init(file: string, options: EvalFlags): Promise<void> {
  await withStoredKnowledgeBase(options, async (kb) => printLines(await writeQuerySet(kb, file, options)));
}

async function label(file: string, options: EvalFlags, named: string | undefined): Promise<void> {
  const { collection = options.collection } = await loadDataset(file);
  const { chunks = false, depth = 10 } = options;
  await withStoredKnowledgeBase(options, (kb, signal) =>
    labelQueries(kb, file, { collection: named ?? collection, chunks, depth, signal }),
  );
}
