/**
 * What the built-in table adds to keyword search, as it comes and as it is adapted to the documents: rankings by
 * keywords, by vectors alone, and by both, with a paired randomisation test of the default against keywords. Prints a
 * Markdown table.
 *
 *   npm run bench -- embedding/quality [scifact cranfield cacm legal finance zh de ar] [--split test] [--data <folder>]
 *     [--model ./folder]   another model in place of the built-in one
 *
 * legal and finance are judged by documents and by pages; zh, de and ar are XQuAD: questions over 240 paragraphs.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type ConfigurationResult, type EvaluationDataset, loadDataset } from '../../src/evaluate/index.ts';
import { openKnowledgeBase } from '../../src/index.ts';
import { readXquad } from '../answers/xquad.ts';

const english = ['scifact', 'cranfield', 'cacm', 'legal', 'finance'];
const otherLanguages = ['zh', 'de', 'ar'];
const builtIn = [
  { name: 'keyword', retrieve: { mode: 'keyword' } },
  { name: 'built-in alone', retrieve: { mode: 'vector' }, embedding: { adapt: 'off' } },
  { name: 'adapted alone', retrieve: { mode: 'vector' } },
  { name: 'hybrid, built-in', retrieve: { mode: 'hybrid' }, embedding: { adapt: 'off' } },
  { name: 'hybrid, adapted', retrieve: { mode: 'hybrid' } },
] as const;
const otherModel = [
  { name: 'keyword', retrieve: { mode: 'keyword' } },
  { name: 'model alone', retrieve: { mode: 'vector' } },
  { name: 'hybrid', retrieve: { mode: 'hybrid' } },
] as const;
const metrics = ['ndcg@10', 'recall@10', 'recall@100'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    split: { type: 'string', default: 'test' },
    model: { type: 'string' },
    data: { type: 'string', default: path.join(import.meta.dirname, '../../../shared/data') },
  },
});
if (!existsSync(values.data)) throw new Error(`${values.data} is missing: name the folder with --data.`);

const { model } = values;
const configurations = model === undefined ? builtIn : otherModel;

function readSet(name: string): Promise<EvaluationDataset> | EvaluationDataset {
  if (otherLanguages.includes(name)) return readQuestions(name);
  const folder = ['legal', 'finance'].includes(name) ? name : path.join('retrieval', name);
  return loadDataset(path.join(values.data, folder), { split: values.split });
}

function readQuestions(language: string): EvaluationDataset {
  const file = path.join(values.data, `xquad/xquad.${language}.json`);
  const xquad = readXquad(pathToFileURL(file));
  if (xquad === undefined) throw new Error(`${file} is missing: name the folder with --data.`);
  return {
    name: language,
    documents: xquad.paragraphs.map(({ id, text }) => ({
      documentId: String(id),
      source: text,
      sourceType: 'text',
    })),
    queries: xquad.questions.map(({ question, paragraph }, index) => ({
      queryId: String(index),
      query: question,
      relevantDocuments: new Map([[String(paragraph.id), 1]]),
    })),
    references: [],
    warnings: [],
  };
}

async function measure(name: string): Promise<readonly ConfigurationResult[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-quality-'));
  const started = performance.now();
  try {
    await using kb = await openKnowledgeBase({
      store: `sqlite:${folder}`,
      ...(model !== undefined && { embedding: { model } }),
    });
    const dataset = await readSet(name);
    const { configurations: results } = await kb.evaluate(dataset, { configurations, metrics, depth: 100 });
    console.error(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
    return results;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const signed = (value: number) => (value < 0 ? '−' : '+') + Math.abs(value).toFixed(3);

function rowOf(set: string, results: readonly ConfigurationResult[], metric: string): string {
  const { difference, interval, pValue } = results.at(-1)!.comparison!.metrics[metric]!;
  const test = `${signed(difference)} (${interval.map(signed).join(' to ')}), p ${pValue.toFixed(4)}`;
  const means = results.map((result) => result.metrics[metric]!.toFixed(3));
  return `| ${[set, metric, ...means, test].join(' | ')} |`;
}

const names = configurations.map(({ name }) => name);
console.log(`| ${['set', 'metric', ...names, `${names.at(-1)} − keyword (95 %)`].join(' | ')} |`);
console.log(`| --- | --- | ${names.map(() => '---:').join(' | ')} | --- |`);
for (const set of positionals.length > 0 ? positionals : [...english, ...otherLanguages]) {
  const results = await measure(set);
  for (const metric of metrics) console.log(rowOf(set, results, metric));
}
