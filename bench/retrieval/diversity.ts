/**
 * What maximal marginal relevance (`retrieval.mmr`) does to the first ten hits: the share found of what is relevant
 * (spans, pages or documents, whichever the dataset judges), also for questions with several such places, the documents that
 * the hits are of, and how alike the hits are (mean cosine of pairs).
 *
 *   npm run bench -- retrieval/diversity <dataset>... [--lambda 1,0.9,0.8,0.7,0.5] [--split test]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { indexAll } from '../index-all.ts';
import { loadDataset, mean, type EvaluationQuery } from '../../src/evaluate/index.ts';
import { openKnowledgeBase, type Hit } from '../../src/index.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';

const depth = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lambda: { type: 'string', default: '1,0.9,0.8,0.7,0.5' },
    split: { type: 'string', default: 'test' },
  },
});
const lambdas = values.lambda.split(',').map(Number);

for (const dataset of positionals) await measure(dataset);

async function measure(source: string): Promise<void> {
  const { queries, documents = [], name } = await loadDataset(source, { split: values.split });
  const folder = await mkdtemp(path.join(tmpdir(), 'pincite-diversity-'));
  try {
    await using kb = await openKnowledgeBase({ store: `sqlite:${folder}` });
    await indexAll(kb, [...documents]);
    const store = await openSqliteStore(`sqlite:${folder}`);
    const rows = [];
    for (const lambda of lambdas) {
      const observed = [];
      for (const query of queries) {
        const { hits } = await kb.retrieve(query.query, { topK: depth, mmr: lambda });
        observed.push(await observe(store, query, hits));
      }
      rows.push({ dataset: name, lambda, ...average(observed) });
    }
    console.table(rows);
    await store.close();
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Observed {
  readonly places: number;
  readonly found: number;
  readonly documents: number;
  readonly likeness: number;
}

async function observe(store: Store, query: EvaluationQuery, hits: readonly Hit[]): Promise<Observed> {
  const places = placesOf(query);
  const found = places.filter((isThere) => hits.some(isThere)).length;
  const ids = hits.map(({ chunk }) => chunk.chunkId);
  const vectors = (await store.vectors('default', ids)).map(({ vector }) => vector);
  const pairs = vectors.flatMap((one, index) => vectors.slice(index + 1).map((other) => dot(one, other)));
  const documents = new Set(hits.map(({ chunk }) => chunk.documentId)).size;
  return { places: places.length, found, documents, likeness: pairs.length === 0 ? 0 : mean(pairs) };
}

/** Whether a hit is at each of the places that the dataset judges relevant. */
function placesOf({
  relevantSpans,
  relevantPages,
  relevantDocuments,
}: EvaluationQuery): ((hit: Hit) => boolean)[] {
  if (relevantSpans !== undefined) {
    return relevantSpans.map(
      (span) =>
        ({ chunk }) =>
          chunk.documentId === span.documentId &&
          chunk.charStart < span.charEnd &&
          span.charStart < chunk.charEnd,
    );
  }
  if (relevantPages !== undefined) {
    return relevantPages.map(
      ({ documentId, page }) =>
        ({ chunk }) =>
          chunk.documentId === documentId && chunk.pageNumbers.includes(page),
    );
  }
  const relevant = [...(relevantDocuments ?? [])].filter(([, grade]) => grade > 0);
  return relevant.map(
    ([documentId]) =>
      ({ chunk }) =>
        chunk.documentId === documentId,
  );
}

function average(observed: readonly Observed[]) {
  const share = (some: readonly Observed[]) =>
    mean(some.map(({ found, places }) => found / places)).toFixed(4);
  const judged = observed.filter(({ places }) => places > 0);
  const several = judged.filter(({ places }) => places > 1);
  return {
    queries: judged.length,
    'recall@10': share(judged),
    several: several.length,
    'recall@10 of several': several.length === 0 ? '' : share(several),
    documents: mean(observed.map(({ documents }) => documents)).toFixed(2),
    likeness: mean(observed.map(({ likeness }) => likeness)).toFixed(3),
  };
}

function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, index) => sum + value * other[index]!, 0);
}
