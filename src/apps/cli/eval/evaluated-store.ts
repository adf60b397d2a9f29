import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfigInput, EvaluateOptions, KnowledgeBase } from '../../../index.ts';
import type { EvaluationDataset } from '../../../evaluate/index.ts';
import { createProgressBar } from '../terminal/progress.ts';
import { withKnowledgeBase } from '../session.ts';
import type { EvalFlags } from './eval-flags.ts';

interface Evaluated {
  readonly dataset: EvaluationDataset;
  readonly options: EvalFlags;
  /** The collection, where the user named one. */
  readonly named: string | undefined;
}

type Running = Pick<EvaluateOptions, 'signal' | 'onProgress'>;
/** Runs an evaluation with a progress bar; Ctrl-C stops it. */
type Run = <Result>(evaluation: (running: Running) => Promise<Result>) => Promise<Result>;

/** Whether documents are indexed for the evaluation alone. */
const isTemporary = ({ dataset, options, named }: Evaluated): boolean =>
  (dataset.documents ?? options.documents) !== undefined &&
  named === undefined &&
  options.store === undefined;

/** Works in the store that is configured, or in one that is thrown away. */
export async function withEvaluatedStore(
  evaluated: Evaluated,
  work: (kb: KnowledgeBase, run: Run) => Promise<void>,
): Promise<void> {
  await inStore(isTemporary(evaluated), (overrides) =>
    withKnowledgeBase(
      evaluated.options,
      (kb, signal) => work(kb, (evaluation) => withProgress(signal, evaluation)),
      overrides,
    ),
  );
}

async function inStore(temporary: boolean, work: (overrides: ConfigInput) => Promise<void>): Promise<void> {
  if (!temporary) return work({});
  const folder = await mkdtemp(join(tmpdir(), 'pincite-eval-'));
  try {
    await work({ store: `sqlite:${folder}` });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withProgress<Result>(
  signal: AbortSignal,
  evaluation: (running: Running) => Promise<Result>,
): Promise<Result> {
  const bars = { document: createProgressBar(), query: createProgressBar() };
  const labels = { document: 'documents', query: 'queries' };
  try {
    return await evaluation({
      signal,
      onProgress: ({ kind, done, total }) =>
        bars[kind].update(done / total, `${labels[kind]} ${done}/${total}`),
    });
  } finally {
    bars.query.stop();
  }
}
