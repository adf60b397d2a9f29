/**
 * The 12 filings of FinanceBench (915 pages) through the command line, then its 39 questions.
 *
 *   npm run build && npm run bench -- filings [--data <folder>]
 *
 * Prints pages a second and peak memory of `pincite add`, and recall@10 of the evidence page: the share of a
 * question's evidence pages that one of the first ten hits stands on, averaged over the questions: over all filings at
 * once, with at most three chunks a document beside, and within the filing that the question is
 * about. Median of the warm `retrieve` times beside it.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mean, quantile } from '../src/evaluate/metrics/metrics.ts';
import { openKnowledgeBase, type KnowledgeBase, type RetrieveOptions } from '../src/index.ts';

interface Question {
  readonly doc_name: string;
  readonly question: string;
  /** `evidence_page_num` counts from 0. */
  readonly evidence: readonly { readonly evidence_page_num: number }[];
}

const here = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const program = here('../dist/cli.mjs');
const reportPeak = "process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS))";
const depth = 10;

const { values } = parseArgs({
  options: { data: { type: 'string', default: here('../../shared/data/finance') } },
});
if (!existsSync(values.data)) throw new Error(`${values.data} is missing; name the folder with --data`);

const folder = await mkdtemp(path.join(tmpdir(), 'pincite-filings-'));
const store = `sqlite:${folder}`;
try {
  await addThroughCli();
  const kb = await openKnowledgeBase({ store });
  const questions = readFileSync(path.join(values.data, 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Question);
  for (const mode of ['keyword', 'hybrid'] as const) {
    await measure(kb, questions, { name: `${mode}, all filings`, options: () => ({ mode }) });
    await measure(kb, questions, {
      name: `${mode}, all filings, cap of 3`,
      options: () => ({ mode, maxChunksPerDocument: 3 }),
    });
    await measure(kb, questions, {
      name: `${mode}, within the filing`,
      options: ({ doc_name }) => ({ mode, filter: { sourcePath: { $contains: `${doc_name}.pdf` } } }),
    });
  }
  await kb.close();
} finally {
  await rm(folder, { recursive: true });
}

async function addThroughCli(): Promise<void> {
  const pdfs = (await readdir(path.join(values.data, 'pdfs'))).length;
  const started = performance.now();
  const preload = `data:text/javascript,${encodeURIComponent(reportPeak)}`;
  const args = [
    '--import',
    preload,
    program,
    'add',
    path.join(values.data, 'pdfs'),
    '--store',
    store,
    '--json',
  ];
  const { code, stdout, stderr } = await run(args);
  const seconds = (performance.now() - started) / 1000;
  const response = JSON.parse(stdout) as {
    documentsInserted: number;
    totalChunks: number;
    stats: { pages: number };
  };
  const { pages } = response.stats;
  const peak = Number(/peak (\d+)/.exec(stderr)?.[1]) / 1024;
  console.log(
    `added ${response.documentsInserted} of ${pdfs} filings (exit ${code}): ${pages} pages, ${response.totalChunks} chunks, ` +
      `${seconds.toFixed(1)} s, ${(pages / seconds).toFixed(0)} pages/s, peak memory ${peak.toFixed(0)} MB`,
  );
}

function run(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
    child.on('close', (code) => resolve({ code, ...output }));
  });
}

interface Setting {
  readonly name: string;
  readonly options: (question: Question) => RetrieveOptions;
}

async function measure(kb: KnowledgeBase, questions: readonly Question[], setting: Setting): Promise<void> {
  const recalls: number[] = [];
  const times: number[] = [];
  for (const question of questions) {
    const options = { ...setting.options(question), topK: depth };
    const started = performance.now();
    const { hits, sources } = await kb.retrieve(question.question, options);
    times.push(performance.now() - started);
    const paths = new Map(sources.map(({ document }) => [document.documentId, document.sourcePath]));
    const found = new Set(
      hits
        .filter(({ chunk }) => paths.get(chunk.documentId)?.endsWith(`${question.doc_name}.pdf`))
        .flatMap(({ chunk }) => chunk.pageNumbers),
    );
    const wanted = [...new Set(question.evidence.map(({ evidence_page_num }) => evidence_page_num + 1))];
    recalls.push(wanted.filter((page) => found.has(page)).length / wanted.length);
  }
  console.log(
    `${setting.name.padEnd(28)} page recall@${depth} ${mean(recalls).toFixed(3)}  ` +
      `${quantile(0.5, times).toFixed(1)} ms median, ${questions.length} questions`,
  );
}
