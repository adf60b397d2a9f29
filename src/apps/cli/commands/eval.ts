import { Option, type Command } from 'commander';
import { compareKeys } from '../eval/compare-option.ts';
import type { EvalFlags } from '../eval/eval-flags.ts';
import { flags } from '../options/flags.ts';
import { wrap } from '../terminal/layout.ts';
import { createCommand } from '../session.ts';

export function evalCommand(): Command {
  return createCommand('eval', 'measure retrieval over queries with known answers', [
    flags.compare,
    flags.metrics,
    flags.gate,
    flags.report,
    flags.runDir,
    flags.run,
    flags.documents,
    flags.answers,
    flags.split,
    flags.depth,
    flags.seed,
    flags.mode,
    flags.where,
    flags.count,
    new Option('--init', 'write a query set to start from, drafted from the collection'),
    new Option('--synthesize', 'write a query set drafted by the configured language model, to be checked'),
    new Option('--label', 'grade what is found for each query, and write the grades into the query set'),
    new Option('--chunks', 'with --label: grade chunks instead of documents'),
    new Option(
      '--tune',
      'find the fusion of words and meaning that suits the queries, by cross-validation',
    ).conflicts(['compare', 'run', 'runDir', 'report', 'gate', 'answers', 'init', 'synthesize', 'label']),
    new Option('--force', 'with --init and --synthesize: replace the file'),
  ])
    .argument('<dataset>', 'YAML file of queries, or a folder (BEIR, FinanceBench, LegalBench-RAG, …)')
    .helpAfter(`
A dataset that brings its documents has them indexed in a temporary store, or in --collection to keep them for the
next time.
${wrap(`Keys of --compare: ${compareKeys.join(', ')}.`).join('\n')}

Examples:
  pincite eval --init queries.yaml
  pincite eval --synthesize drafts.yaml --count 40
  pincite eval queries.yaml --label
  pincite eval queries.yaml --compare keyword:mode=keyword --compare hybrid:mode=hybrid,vectorWeight=0.3
  pincite eval queries.yaml --documents contracts/ --compare 512:chunkSize=512 --compare 256:chunkSize=256
  pincite eval beir/scifact --collection scifact --report report.html --run-dir runs/
  pincite eval queries.yaml --gate thresholds.yaml --json
  pincite eval queries.yaml --tune`)
    .action(async (dataset: string, options: EvalFlags, command: Command) => {
      const named = command.getOptionValueSource('collection') === 'cli' ? options.collection : undefined;
      const { runEval } = await import('../eval/run-eval.ts'); // `--help` need not wait for it
      await runEval(dataset, options, named);
    });
}
