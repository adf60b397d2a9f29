/** What the standing matrix runs: the sets, and for each the configurations that stand beside the defaults. */
import type { EvaluateOptions, KnowledgeBase } from '../../src/index.ts';

export type Config = KnowledgeBase['config'];
export type Configurations = NonNullable<EvaluateOptions['configurations']>;

/** Configurations over the same queries; the first is the default that the others are compared with. */
export interface Comparison {
  readonly title: string;
  readonly configurations: Configurations;
  readonly metrics: readonly string[];
  /** Of a BEIR folder; `test` unless given. */
  readonly split?: string;
  /**
   * Tokens by which chunk sizes are judged: recall of the excerpts in the first `tokenBudget / chunkSize` chunks.
   * Without it the first of `metrics` judges.
   */
  readonly tokenBudget?: number;
}

export interface StandingSet {
  readonly name: string;
  /** Below the folder of the data. */
  readonly folder: string;
  readonly about: string;
  /** Hits of a search. */
  readonly depth: number;
  readonly comparisons: readonly Comparison[];
}

const documentMetrics = ['ndcg@10', 'recall@10', 'recall@100', 'mrr'];
const pageMetrics = ['recall@10', 'recall@20', 'ndcg@10', 'mrr'];
const excerptMetrics = ['spanRecall@5', 'spanPrecision@5', 'spanIou@5', 'spanRecall@20'];
const chunkSizes = [128, 256, 384, 512, 1024];
/** Every chunk size divides it, and it is about what an answer reads by default (3,000). */
const tokenBudget = 3072;
const excerptDepth = tokenBudget / chunkSizes[0]!;

/** What a configuration of chunk size n is judged by: `spanRecall@` as many chunks as the budget holds at most. */
export const budgetMetric = (budget: number, chunkSize: number) => `spanRecall@${budget / chunkSize}`;

export function standingSets(defaults: Config): StandingSet[] {
  const excerpts = { title: 'Search', configurations: partSearches(defaults), metrics: excerptMetrics };
  const sizes = {
    title: 'Chunk sizes',
    configurations: chunkings(defaults),
    metrics: [
      ...chunkSizes.map((size) => budgetMetric(tokenBudget, size)),
      ...excerptMetrics,
      'precisionOmega',
    ],
    tokenBudget,
  };
  const documents = {
    title: 'Search',
    configurations: documentSearches(defaults),
    metrics: documentMetrics,
  };
  const weights = {
    title: 'Share of the vector search, over the training queries',
    configurations: vectorWeights(defaults),
    metrics: documentMetrics,
    split: 'train',
  };
  return [
    {
      ...beir('scifact'),
      about: 'BEIR SciFact: claims, answered by abstracts.',
      comparisons: [documents, weights],
    },
    {
      ...beir('cranfield'),
      about: 'Cranfield: questions about aerodynamics, graded.',
      comparisons: [documents],
    },
    { ...beir('cacm'), about: 'CACM: requests for abstracts on computing.', comparisons: [documents] },
    {
      name: 'chunking',
      folder: 'chunking',
      about:
        'Three long texts of the chunking evaluation: questions, answered by excerpts. With three documents a cap a document bites at once.',
      depth: excerptDepth,
      comparisons: [excerpts, sizes],
    },
    {
      name: 'legal',
      folder: 'legal',
      about: 'ContractNLI of LegalBench-RAG: questions that name their contract, answered by excerpts.',
      depth: excerptDepth,
      comparisons: [
        excerpts,
        {
          ...sizes,
          configurations: [
            ...sizes.configurations,
            { name: 'structure 256, overlap 100 (preset legal)', chunking: { chunkSize: 256, overlap: 100 } },
          ],
        },
      ],
    },
    {
      name: 'finance',
      folder: 'finance',
      about: 'FinanceBench: questions over all filings at once, answered by pages.',
      depth: 20,
      comparisons: [
        { title: 'Search', configurations: partSearches(defaults), metrics: pageMetrics },
        { title: 'Chunk sizes', configurations: chunkings(defaults), metrics: pageMetrics },
      ],
    },
  ];
}

const beir = (name: string) => ({ name, folder: `retrieval/${name}`, depth: 100 });

function searches({ retrieval: { fusion } }: Config): Configurations {
  const other = fusion.method === 'rrf' ? 'minmax' : 'rrf';
  return [
    { name: 'default' },
    { name: 'keyword', retrieve: { mode: 'keyword' } },
    { name: 'vector', retrieve: { mode: 'vector' } },
    { name: `hybrid, ${other}`, retrieve: { mode: 'hybrid', fusion: { method: other } } },
  ];
}

/** Where documents are judged, an evaluation neither deduplicates nor caps, since a document stands at its best chunk. */
const documentSearches = (defaults: Config): Configurations => [
  ...searches(defaults),
  { name: 'with deduplication', retrieve: { deduplicate: true } },
];

const partSearches = (defaults: Config): Configurations => [
  ...searches(defaults),
  { name: 'without deduplication', retrieve: { deduplicate: false } },
  { name: 'without the cap', retrieve: { maxChunksPerDocument: 10_000 } },
];

function vectorWeights({ retrieval: { fusion } }: Config): Configurations {
  const others = [0.1, 0.2, 0.3, 0.5].filter((one) => one !== fusion.vectorWeight);
  return [
    { name: `default (vector weight ${fusion.vectorWeight})` },
    ...others.map((vectorWeight) => ({
      name: `vector weight ${vectorWeight}`,
      retrieve: { fusion: { vectorWeight } },
    })),
  ];
}

/** Only size and method are changed, so that the overlap is the default's. */
function chunkings({ chunking }: Config): Configurations {
  const all = (['structure', 'token'] as const).flatMap((method) =>
    chunkSizes.map((chunkSize) => ({ name: `${method} ${chunkSize}`, chunking: { method, chunkSize } })),
  );
  const own = `${chunking.method} ${chunking.chunkSize}`;
  return [{ name: `default (${own})` }, ...all.filter(({ name }) => name !== own)];
}
