import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { ConfigError } from '../../errors.ts';
import { readBeir } from './beir.ts';
import { readChunkingSet } from './chunking.ts';
import type { EvaluationDataset } from './dataset.ts';
import { findFinanceBench, readFinanceBench } from './finance.ts';
import { readLegalBench } from './legal.ts';
import { readYamlQueries } from './yaml.ts';
import { docsPage } from '../../util/strings/docs-page.ts';

/**
 * Reads a dataset, told from what is there: a YAML or JSON query set; a folder of BEIR (`queries.jsonl`), of the
 * chunking evaluation (`questions_df.csv`), of FinanceBench (a `.jsonl` of its questions, also in `data/`, and `pdfs/`) or of
 * LegalBench-RAG (one `.json`, or `benchmarks/`, beside `corpus/`). Questions whose documents are missing are left out with a warning.
 * @param options.split which `qrels/<split>.tsv` of a BEIR folder; `test` unless given, or the only one there is.
 * @throws ConfigError when nothing of the kind is there, or as the reader of that kind does.
 */
export async function loadDataset(
  path: string,
  options: { split?: string } = {},
): Promise<EvaluationDataset> {
  if (!existsSync(path)) {
    throw new ConfigError(`There is no dataset ${path}`, {
      hint: `Give a YAML file of queries or a folder; ${docsPage('evaluation.md')} shows what such a file looks like.`,
    });
  }
  if (!(await stat(path)).isDirectory()) {
    if (['.yaml', '.yml', '.json'].includes(extname(path).toLowerCase())) return readYamlQueries(path);
    throw unknownKind(path);
  }
  const has = (name: string) => existsSync(join(path, name));
  if (has('queries.jsonl')) return readBeir(path, options);
  if (has('questions_df.csv')) return readChunkingSet(path);
  const questions = has('pdfs') ? await findFinanceBench(path) : undefined;
  if (questions !== undefined) return readFinanceBench(path, questions);
  const benchmarks = has('corpus') ? await findBenchmarks(path) : [];
  if (benchmarks.length > 0) return readLegalBench(path, benchmarks);
  throw unknownKind(path);
}

/** One `.json` in the folder, or all of `benchmarks/`. */
async function findBenchmarks(folder: string): Promise<string[]> {
  const jsonIn = async (below: string) =>
    existsSync(join(folder, below))
      ? (await readdir(join(folder, below))).filter((name) => name.endsWith('.json')).sort()
      : [];
  const own = await jsonIn('.');
  return own.length === 1 ? own : (await jsonIn('benchmarks')).map((name) => join('benchmarks', name));
}

const unknownKind = (path: string) =>
  new ConfigError(`${path} is not a dataset that is known`, {
    hint: `Known are YAML and JSON query sets and folders of BEIR, the chunking evaluation, FinanceBench and LegalBench-RAG; see ${docsPage('evaluation.md')}.`,
  });
