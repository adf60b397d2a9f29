/**
 * Retrieval quality through the public library, in trec_eval's metrics, and the time of a query at its defaults.
 *
 *   node --import jiti/register bench/retrieval/quality.ts [scifact cranfield cacm]
 *     [--modes keyword,hybrid,fast] [--split test] [--vector-weight 0.2] [--data <folder>] [--json]
 *
 * A document is scored by its best chunk; chunks are fetched until 100 documents are there.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { indexAll } from '../index-all.ts';
import { mean, ndcgAt, quantile, recallAt, reciprocalRank } from '../../src/evaluate/metrics/metrics.ts';
import { openKnowledgeBase, type KnowledgeBase, type RetrieveOptions } from '../../src/index.ts';
import { readBeir, sharedCollections, type BeirDataset } from './beir.ts';

const depth = 100;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    modes: { type: 'string', default: 'keyword,hybrid,fast' },
    split: { type: 'string', default: 'test' },
    'vector-weight': { type: 'string' },
    data: { type: 'string', default: sharedCollections },
    json: { type: 'boolean', default: false },
  },
});
const datasets = positionals.length > 0 ? positionals : ['scifact', 'cranfield', 'cacm'];
const modes = values.modes.split(',') as NonNullable<RetrieveOptions['mode']>[];
const vectorWeights = values['vector-weight']?.split(',').map(Number) ?? [undefined];

interface Row {
  readonly dataset: string;
  readonly mode: string;
  readonly vectorWeight: number | 'auto';
  readonly queries: number;
  readonly 'ndcg@10': number;
  readonly 'recall@10': number;
  readonly 'recall@100': number;
  readonly mrr: number;
  readonly medianMs: number;
}

async function load(kb: KnowledgeBase, { documents }: BeirDataset): Promise<void> {
  const inputs = documents.map(({ id, title, text }) => ({
    source: text,
    sourceType: 'text' as const,
    documentId: id,
    title: title || undefined,
  }));
  const { errors } = await indexAll(kb, inputs);
  for (const { documentId, error } of errors) console.error(`not added: ${documentId}: ${error.message}`);
}

/** Document ids, best first, each at the place of its best chunk. */
async function rankDocuments(kb: KnowledgeBase, query: string, options: RetrieveOptions): Promise<string[]> {
  for (let topK = depth; ; topK *= 2) {
    const everyChunk = { topK, deduplicate: false, maxChunksPerDocument: topK };
    const { hits } = await kb.retrieve(query, { ...options, ...everyChunk });
    const documentIds = [...new Set(hits.map(({ chunk }) => chunk.documentId))];
    if (documentIds.length >= depth || hits.length < topK) return documentIds.slice(0, depth);
  }
}

async function timeQuery(kb: KnowledgeBase, query: string, options: RetrieveOptions): Promise<number> {
  const started = performance.now();
  await kb.retrieve(query, options);
  return performance.now() - started;
}

async function measure(kb: KnowledgeBase, { queries }: BeirDataset, options: RetrieveOptions) {
  const rankings: string[][] = [];
  const times: number[] = [];
  for (const { text } of queries) {
    rankings.push(await rankDocuments(kb, text, options));
    times.push(await timeQuery(kb, text, options));
  }
  const average = (metric: (ranking: string[], judgments: ReadonlyMap<string, number>) => number) =>
    mean(queries.map(({ judgments }, index) => metric(rankings[index] ?? [], judgments)));
  return {
    queries: queries.length,
    'ndcg@10': average((ranking, judgments) => ndcgAt(10, ranking, judgments)),
    'recall@10': average((ranking, judgments) => recallAt(10, ranking, judgments)),
    'recall@100': average((ranking, judgments) => recallAt(100, ranking, judgments)),
    mrr: average(reciprocalRank),
    medianMs: quantile(0.5, times),
  };
}

const rows: Row[] = [];
for (const name of datasets) {
  const dataset = readBeir(path.join(values.data, name), values.split);
  await using kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  await load(kb, dataset);
  for (const mode of modes) {
    for (const weight of mode === 'hybrid' ? vectorWeights : [undefined]) {
      const vectorWeight = weight ?? kb.config.retrieval.vectorWeight;
      const measured = await measure(kb, dataset, { mode, fusion: { vectorWeight } });
      rows.push({ dataset: name, mode, vectorWeight, ...measured });
      if (!values.json) console.log(describe(rows.at(-1)!));
    }
  }
}
if (values.json) console.log(JSON.stringify(rows, undefined, 2));

function describe(row: Row): string {
  const { dataset, mode, vectorWeight, queries, medianMs, ...metrics } = row;
  const weight = mode === 'hybrid' ? ` w ${vectorWeight}` : '';
  const scores = Object.entries(metrics).map(([metric, value]) => `${metric} ${value.toFixed(4)}`);
  return `${dataset.padEnd(10)} ${(mode + weight).padEnd(13)} ${scores.join('  ')}  ${medianMs.toFixed(1)} ms median, ${queries} queries`;
}
