import { join } from 'node:path';
import { formatQrels, formatRun, renderReport, type EvaluationResult } from '../../../evaluate/index.ts';
import { maskText } from '../../../index.ts';
import { makeFolder } from '../../../util/files/make-folder.ts';
import { quoteForShell } from '../terminal/layout.ts';
import { unwritable, writeNamedFile } from '../terminal/write-file.ts';

/** @throws ConfigError when the folder cannot be made. */
export async function makeRunFolder(folder: string): Promise<void> {
  await makeFolder(folder).catch((cause: Error) => {
    throw unwritable(folder, cause);
  });
}

/** A run file a configuration, and the judgments, as trec_eval reads them: `trec_eval DIR/qrels.txt DIR/<name>.run`. */
export async function writeRuns(folder: string, { runs, qrels }: EvaluationResult): Promise<void> {
  await writeNamedFile(join(folder, 'qrels.txt'), formatQrels(qrels));
  const taken = new Set<string>();
  for (const [name, run] of runs) {
    const safe = name.replaceAll(/[^\p{L}\p{N}._=-]+/gu, '-');
    const file = taken.has(safe) ? `${safe}-${taken.size + 1}` : safe;
    taken.add(file);
    await writeNamedFile(join(folder, `${file}.run`), formatRun(run, name));
  }
}

export async function writeReport(file: string, result: EvaluationResult): Promise<void> {
  const words = process.argv.slice(2).map((argument) => quoteForShell(maskText(argument)));
  const command = ['pincite', ...words].join(' ');
  await writeNamedFile(file, renderReport(result, { command, date: new Date() }));
}
