/**
 * What `retrieval.namedDocuments` gives: the same searches without and with it, by the metrics of each dataset, with the p of a paired
 * randomisation test; and how many queries name a document that is relevant, by title, by name of the file and by
 * both. A dataset of excerpts is reported in halves of its documents (every second by id): the constants of
 * `src/retrieve/names/document-names.ts` were chosen on the first.
 *
 *   npm run bench -- retrieval/named <dataset>... [--modes full,vector,keyword] [--split test] [--stores <folder>]
 *
 * `--stores` has a store a dataset, named as its folder, with a collection of that name; without it the documents are indexed first.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { indexAll } from '../index-all.ts';
import { loadDataset, type EvaluationDataset, type EvaluationQuery } from '../../src/evaluate/index.ts';
import { openKnowledgeBase, type KnowledgeBase, type RetrieveOptions } from '../../src/index.ts';
import { NamesOfOne } from '../../src/retrieve/names/collection-names.ts';
import { bestNamed, DocumentNames, type DescribedDocument } from '../../src/retrieve/names/document-names.ts';
import { wordsOfQuery } from '../../src/retrieve/names/name-words.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    modes: { type: 'string', default: 'full' },
    split: { type: 'string', default: 'test' },
    stores: { type: 'string' },
  },
});
const modes = values.modes.split(',') as NonNullable<RetrieveOptions['mode']>[];

for (const dataset of positionals) await measure(dataset);

async function measure(source: string): Promise<void> {
  const dataset = await loadDataset(source, { split: values.split });
  const name = path.basename(source);
  const folder = values.stores ?? (await mkdtemp(path.join(tmpdir(), 'pincite-named-')));
  const store = `sqlite:${path.join(folder, name)}`;
  try {
    await using kb = await openKnowledgeBase({ store });
    if (values.stores === undefined) {
      await indexAll(kb, [...(dataset.documents ?? [])], name);
    }
    for (const [part, queries] of partsOf(dataset)) {
      for (const mode of modes) await compare(kb, { ...dataset, queries }, { name, part, mode });
    }
    await countNamed(store, name, dataset.queries);
  } finally {
    if (values.stores === undefined) await rm(folder, { recursive: true });
  }
}

function partsOf({ queries }: EvaluationDataset): [string, readonly EvaluationQuery[]][] {
  if (queries.every(({ relevantSpans }) => relevantSpans === undefined)) return [['all', queries]];
  const documentOf = (query: EvaluationQuery) => [...relevantIn(query)][0] ?? '';
  const documents = [...new Set(queries.map(documentOf))].toSorted();
  const half = (rest: number) => queries.filter((query) => documents.indexOf(documentOf(query)) % 2 === rest);
  return [
    ['chosen on', half(0)],
    ['reported', half(1)],
  ];
}

function relevantIn({ relevantDocuments, relevantPages, relevantSpans }: EvaluationQuery): Set<string> {
  const places = [...(relevantPages ?? []), ...(relevantSpans ?? [])];
  return new Set([...(relevantDocuments?.keys() ?? []), ...places.map(({ documentId }) => documentId)]);
}

async function compare(
  kb: KnowledgeBase,
  { documents: _indexed, ...dataset }: EvaluationDataset,
  { name, part, mode }: { name: string; part: string; mode: NonNullable<RetrieveOptions['mode']> },
): Promise<void> {
  const bySpan = dataset.queries.some(({ relevantSpans }) => relevantSpans !== undefined);
  const metrics = bySpan
    ? ['spanRecall@5', 'spanRecall@10', 'spanIou@5']
    : ['recall@5', 'recall@10', 'ndcg@10'];
  const { configurations } = await kb.evaluate(dataset, {
    collection: name,
    metrics,
    configurations: [false, true].map((namedDocuments) => ({
      name: namedDocuments ? 'with' : 'without',
      retrieve: { mode, namedDocuments },
    })),
  });
  const [without, withNames] = configurations;
  for (const metric of metrics) {
    const test = withNames?.comparison?.metrics[metric];
    const [before, after] = [without, withNames].map((one) => one?.metrics[metric]?.toFixed(3));
    console.log(
      `${name} (${part}, ${dataset.queries.length} queries) ${mode} ${metric}: ${before} → ${after}, ` +
        `won ${test?.wins}, lost ${test?.losses}, p ${test?.pValue.toFixed(3)}`,
    );
  }
  const [slow, slower] = [without, withNames].map((one) => one?.latencyMs.p50.toFixed(1));
  console.log(`  median ${slow} → ${slower} ms`);
}

/** Of each query: whether one of the documents that it names is relevant, by each source of names. */
async function countNamed(
  location: string,
  collection: string,
  queries: readonly EvaluationQuery[],
): Promise<void> {
  const store = await openSqliteStore(location);
  const described = await store.documents(collection);
  const found = (await store.collection(collection))!;
  const sources: Record<string, (document: DescribedDocument) => DescribedDocument> = {
    both: (document) => document,
    title: (document) => ({ ...document, sourcePath: '' }),
    file: (document) => ({ ...document, title: '' }),
  };
  for (const [source, reduce] of Object.entries(sources)) {
    const names = new DocumentNames();
    for (const document of described) names.put(reduce(document));
    names.documentCount = described.length;
    const known = new NamesOfOne();
    const counts = { queries: queries.length, naming: 0, relevant: 0, documents: 0 };
    for (const query of queries) {
      const terms = names.termsIn(wordsOfQuery(query.query));
      const purities = new Map<string, number>();
      for (const term of terms) purities.set(term.term, await known.purityOf(store, found, term));
      const named = bestNamed(names.scoredBy(purities));
      const relevant = relevantIn(query);
      counts.naming += Number(named.length > 0);
      counts.documents += named.length;
      counts.relevant += Number(named.some(({ documentId }) => relevant.has(documentId)));
    }
    console.log(`${collection}, names by ${source}:`, counts);
  }
  await store.close();
}
