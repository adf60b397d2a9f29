/** What is measured, and by which metrics. */
export interface AblationSet {
  readonly name: string;
  /** Below the folder of the data. */
  readonly folder: string;
  readonly about: string;
  /** Hits of a search. */
  readonly depth: number;
  /** The first is the one to judge by. */
  readonly metrics: readonly [string, ...string[]];
  /** Whether documents are judged, of which each stands at its best chunk, or parts of them. */
  readonly judges: 'documents' | 'parts';
  /** Whether questions say which document they are about. */
  readonly namesDocuments?: boolean;
  /** Whether documents have dates. */
  readonly hasDates?: boolean;
  /** Of a BEIR folder; `test` unless given. */
  readonly split?: string;
}

const excerptMetrics = ['spanRecall@5', 'spanRecall@20', 'spanIou@5'] as const;

const beir = (name: string) => ({
  name,
  folder: `retrieval/${name}`,
  depth: 100,
  judges: 'documents' as const,
  metrics: ['ndcg@10', 'recall@10', 'recall@100'] as const,
});

/** Sets of the same documents share a collection. */
export const collectionOf = ({ folder }: AblationSet) => folder.replaceAll('/', '-');

export const ablationSets: readonly AblationSet[] = [
  { ...beir('scifact'), about: 'BEIR SciFact: claims, answered by abstracts.' },
  {
    ...beir('scifact'),
    name: 'scifact-train',
    split: 'train',
    about: 'The training queries of SciFact, by which weights were tuned.',
  },
  { ...beir('cranfield'), about: 'Cranfield: questions about aerodynamics, graded.' },
  { ...beir('cacm'), about: 'CACM: requests for abstracts on computing.' },
  {
    name: 'chunking',
    folder: 'chunking',
    about: 'Three long texts of the chunking evaluation: questions, answered by excerpts.',
    depth: 20,
    judges: 'parts',
    metrics: excerptMetrics,
  },
  {
    name: 'legal',
    folder: 'legal',
    about:
      'ContractNLI of LegalBench-RAG, 95 contracts: questions that name their contract, answered by excerpts.',
    depth: 20,
    judges: 'parts',
    metrics: excerptMetrics,
    namesDocuments: true,
  },
  {
    name: 'finance',
    folder: 'finance',
    about: 'FinanceBench: questions that name a company, over 12 filings at once, answered by pages.',
    depth: 20,
    judges: 'parts',
    metrics: ['recall@10', 'recall@20', 'ndcg@10'],
    namesDocuments: true,
    hasDates: true,
  },
];
