/**
 * What ways of cutting do for retrieval with the built-in embedder: questions over chunks, ranked by vectors alone, for
 * every method and size, beside LangChain.js's and chonkie's splitters in the same tokens. Prints a Markdown table a set.
 *
 *   npm run bench -- chunking/quality [chunking legal finance] [--methods structure,semantic,…]
 *       [--sizes 256,512,1024] [--overlap 10] [--equal-to structure] [--half 0|1] [--data <folder>]
 *
 * `overlap` is in percent. With `equal-to` the other methods have sizes at which their chunks are as long in the mean as that
 * method's. `half` leaves out the questions of the other half, which are told apart by a hash. `chunking` and `legal` are judged by excerpts: recall, precision and intersection over union
 * of the characters of the first 5 chunks; `finance` by pages. `recall, 3,000 tokens` is that of as many first chunks as
 * have 3,000 tokens together, what an answer reads: it compares sizes fairly. `IoU Ω` is what a perfect search would have.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openBuiltInEmbedder } from '../../src/embed/built-in/built-in.ts';
import {
  loadDataset,
  mean,
  precisionOmega,
  spanIou,
  spanPrecision,
  spanRecall,
  type EvaluationDataset,
  type EvaluationQuery,
  type Span,
} from '../../src/evaluate/index.ts';
import { locateExcerpt } from '../../src/evaluate/observe.ts';
import { loadDocument } from '../../src/load/load.ts';
import { readSource } from '../../src/load/source/read-source.ts';
import { loadTokenizer } from '../../src/text/tokens/tokens.ts';
import type { Chunk, LoadedDocument } from '../../src/types.ts';
import { ChunkIndex } from './chunk-index.ts';
import { sizeForMean } from './equal-size.ts';
import { halfOf } from './halves.ts';
import { allChunkers } from './splitters.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    methods: { type: 'string' },
    sizes: { type: 'string', default: '256,512,1024' },
    overlap: { type: 'string', default: '10' },
    'equal-to': { type: 'string' },
    half: { type: 'string' },
    data: { type: 'string', default: path.join(import.meta.dirname, '../../../shared/data') },
  },
});
if (!existsSync(values.data)) throw new Error(`${values.data} is missing: name the folder with --data.`);
const k = 5;
const tokenBudget = 3000;
const deepest = 200;
const limits = { maxBytes: 2 ** 30, maxPages: 10_000, maxChars: 2 ** 30 };

const embedder = openBuiltInEmbedder();
const tokenizer = await loadTokenizer('cl100k_base');
const chunkers = await allChunkers(embedder);
const methods = values.methods?.split(',') ?? [...chunkers.keys()];
for (const name of [...methods, values['equal-to'] ?? 'structure']) {
  if (!chunkers.has(name))
    throw new Error(`There is no method ${name}; known are ${[...chunkers.keys()].join(', ')}.`);
}

async function loadAll({ documents = [] }: EvaluationDataset): Promise<Map<string, LoadedDocument>> {
  const loaded = new Map<string, LoadedDocument>();
  for (const document of documents) {
    const { documentId } = document;
    loaded.set(documentId, await loadDocument({ ...(await readSource(document, { limits })), limits }));
  }
  return loaded;
}

/** The first chunks that have so many tokens together. */
function withinBudget(hits: readonly Chunk[]): Chunk[] {
  let tokens = 0;
  return hits.filter(({ tokenCount }) => (tokens += tokenCount) <= tokenBudget);
}

function judgeBySpans(hits: readonly Chunk[], excerpts: readonly Span[], all: readonly Chunk[]): number[] {
  const first = hits.slice(0, k);
  const documents = new Set(excerpts.map(({ documentId }) => documentId));
  const chunks = all.filter(({ documentId }) => documents.has(documentId));
  return [
    spanRecall(first, excerpts),
    spanPrecision(first, excerpts),
    spanIou(first, excerpts),
    precisionOmega(chunks, excerpts),
    spanRecall(withinBudget(hits), excerpts),
  ];
}

function judgeByPages(hits: readonly Chunk[], { relevantPages = [] }: EvaluationQuery): number[] {
  const recall = (found: readonly Chunk[]) =>
    mean(
      relevantPages.map(({ documentId, page }) =>
        Number(found.some((chunk) => chunk.documentId === documentId && chunk.pageNumbers.includes(page))),
      ),
    );
  return [recall(hits.slice(0, k)), recall(withinBudget(hits))];
}

interface Loaded {
  readonly dataset: EvaluationDataset;
  readonly documents: ReadonlyMap<string, LoadedDocument>;
  readonly excerpts: readonly (readonly Span[])[];
}

async function load(name: string): Promise<Loaded> {
  const dataset = await loadDataset(path.join(values.data, name));
  const documents = await loadAll(dataset);
  const excerpts = dataset.queries.map(({ relevantSpans = [] }) =>
    relevantSpans.flatMap((excerpt) => {
      const document = documents.get(excerpt.documentId);
      return (document && locateExcerpt(excerpt, document.text)) ?? [];
    }),
  );
  return { dataset, documents, excerpts };
}

const optionsOf = (size: number) => ({
  chunkSize: size,
  overlap: Math.round((size * Number(values.overlap)) / 100),
  tokenizer,
});

/** Mean tokens of a method's chunks. */
async function meanTokens({ documents }: Loaded, method: string, size: number): Promise<number> {
  const counts: number[] = [];
  for (const document of documents.values()) {
    for (const { charStart, charEnd } of await chunkers.get(method)!.chunk(document, optionsOf(size))) {
      counts.push(tokenizer.count(document.text.slice(charStart, charEnd)));
    }
  }
  return mean(counts);
}

/** The size itself, or that at which the method's chunks are as long as those of `equal-to` in it. */
async function sizeOf(loaded: Loaded, method: string, size: number): Promise<number> {
  const model = values['equal-to'];
  if (model === undefined || model === method) return size;
  const wanted = await meanTokens(loaded, model, size);
  return sizeForMean(wanted, (other) => meanTokens(loaded, method, other));
}

async function measure(
  { dataset, documents, excerpts }: Loaded,
  method: string,
  size: number,
): Promise<string> {
  const chunker = chunkers.get(method)!;
  const index = await ChunkIndex.build(documents, { chunker, options: optionsOf(size), embedder });
  const rows: number[][] = [];
  for (const [position, query] of dataset.queries.entries()) {
    if (values.half !== undefined && halfOf(query, documents.size) !== Number(values.half)) continue;
    const hits = await index.search(query.query, deepest);
    const spans = excerpts[position]!;
    if (query.relevantPages) rows.push(judgeByPages(hits, query));
    else if (spans.length > 0) rows.push(judgeBySpans(hits, spans, index.chunks));
  }
  const means = rows[0]!.map((_, column) => mean(rows.map((row) => row[column]!)));
  const tokens = index.chunks.map(({ tokenCount }) => tokenCount);
  const most = tokens.reduce((longest, count) => Math.max(longest, count));
  const cells = [method, size, tokens.length, mean(tokens).toFixed(0), most];
  return `| ${[...cells, ...means.map((value) => (100 * value).toPrecision(3))].join(' | ')} |`;
}

const spanColumns = [`recall@${k}`, `precision@${k}`, `IoU@${k}`, 'IoU Ω', 'recall, 3,000 tokens'];
const pageColumns = [`page recall@${k}`, 'page recall, 3,000 tokens'];
for (const name of positionals.length > 0 ? positionals : ['chunking', 'legal', 'finance']) {
  const loaded = await load(name);
  const columns = loaded.dataset.queries[0]!.relevantPages ? pageColumns : spanColumns;
  console.log(`\n${name}: ${loaded.dataset.queries.length} questions, ${loaded.documents.size} documents\n`);
  console.log(`| ${['method', 'size', 'chunks', 'mean tokens', 'most tokens', ...columns].join(' | ')} |`);
  console.log(`| --- | ${'---: | '.repeat(columns.length + 4).trim()}`);
  for (const size of values.sizes.split(',').map(Number)) {
    for (const method of methods) {
      console.log(await measure(loaded, method, await sizeOf(loaded, method, size)));
    }
  }
}
