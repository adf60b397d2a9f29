/** The rows of a table: the way from plain vectors to the default, and what stands beside the default. */
import type { Configuration } from '../../src/evaluate/index.ts';
import type { EvaluateOptions, KnowledgeBase, RetrieveOptions } from '../../src/index.ts';
import { collectionOf, type AblationSet } from './sets.ts';

export type Config = KnowledgeBase['config'];
export type Configurations = NonNullable<EvaluateOptions['configurations']>;

export const defaultRow = '+ keyword search (the default)';

const plainly = { mode: 'vector', namedDocuments: false } as const;

/** Each has one thing more than the one before; the last is the default, which looks for documents that are named too. */
export const steps: Configurations = [
  {
    name: 'vectors alone, cut by tokens, table not adapted',
    chunking: { method: 'token' },
    embedding: { adapt: 'off' },
    retrieve: plainly,
  },
  { name: '+ cut by structure', embedding: { adapt: 'off' }, retrieve: plainly },
  { name: '+ table adapted to the documents', retrieve: plainly },
  { name: defaultRow },
];

/** Each differs from the default in what its name says and in nothing else. */
export function alternatives({ judges, hasDates = false }: AblationSet): Configurations {
  return [
    { name: 'keyword search alone', retrieve: { mode: 'keyword' } },
    ...(['rrf', 'zscore'] as const).map((method) => ({
      name: `fused by ${method}`,
      retrieve: { fusion: { method } },
    })),
    ...[0.3, 0.6].map((vectorWeight) => ({
      name: `vectors weigh ${vectorWeight}`,
      retrieve: { fusion: { vectorWeight } },
    })),
    { name: 'without looking for documents that are named', retrieve: { namedDocuments: false } },
    ...(judges === 'parts'
      ? [
          { name: 'without deduplication', retrieve: { deduplicate: false } },
          { name: 'at most 3 chunks a document', retrieve: { maxChunksPerDocument: 3 } },
          { name: 'hits that are alike put apart (mmr 0.7)', retrieve: { mmr: 0.7 } },
        ]
      : [{ name: 'with deduplication', retrieve: { deduplicate: true } }]),
    ...(hasDates
      ? (['light', 'medium'] as const).map((recency) => ({
          name: `recency ${recency}`,
          retrieve: { recency },
        }))
      : []),
  ];
}

/** Searches with a filter that a user could give, as the question names its document: they know more than the others. */
export function withinDocuments(kb: KnowledgeBase, set: AblationSet): Configuration[] {
  if (!set.namesDocuments) return [];
  const collection = collectionOf(set);
  return [
    searchWithin(kb, { name: 'vectors, within the document asked about', collection, mode: 'vector' }),
    searchWithin(kb, { name: 'the default, within the document asked about', collection }),
  ];
}

function searchWithin(
  kb: KnowledgeBase,
  { name, collection, mode }: { name: string; collection: string; mode?: RetrieveOptions['mode'] },
): Configuration {
  return {
    name,
    settings: {},
    async search({ query, relevantDocuments }, { depth, signal }) {
      const filter = { documentId: { $in: [...(relevantDocuments ?? new Map<string, number>()).keys()] } };
      const { hits, stats, warnings } = await kb.retrieve(query, {
        collection,
        mode,
        filter,
        topK: depth,
        signal,
      });
      const found = hits.map(({ chunk, fusedScore }) => ({ ...chunk, score: fusedScore }));
      return { hits: found, ms: stats.totalMs, stages: stats.stages, warnings };
    },
    documentText: async (documentId) => (await kb.document(documentId, { collection })).text,
  };
}
