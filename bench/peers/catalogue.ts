/** The systems in the order of the tables. */
export interface CatalogueEntry {
  /** Its file in `systems/`. */
  readonly id: string;
  readonly label: string;
  /** What a user installs for it; the first names the peer. None: ours. */
  readonly packages: readonly string[];
  /** Whether it gets our chunks and vectors instead of the documents. */
  readonly given: boolean;
  /** Whether it gets the whole texts and files that the documents of a collection are parts of; else it is left out. */
  readonly originals?: boolean;
  /** Where the data is while it is searched. */
  readonly keeps: 'files' | 'memory';
  /** Ranks only: its times would say nothing about what anybody uses. */
  readonly qualityOnly?: boolean;
}

const langchain = [
  '@langchain/community',
  '@langchain/core',
  '@langchain/classic',
  '@langchain/textsplitters',
];
const langchainHnsw = ['hnswlib-node', ...langchain];
const orama = ['@orama/orama'];
const oramaStemmed = ['@orama/orama', '@orama/stemmers', '@orama/stopwords'];
const lancedb = ['@lancedb/lancedb', 'apache-arrow'];
const vectorstores = ['@vectorstores/core'];
const wink = ['wink-bm25-text-search', 'wink-nlp', 'wink-eng-lite-web-model'];

export const catalogue: readonly CatalogueEntry[] = [
  { id: 'pincite-keyword', label: 'Pincite, keyword', packages: [], given: false, keeps: 'files' },
  { id: 'pincite-hybrid', label: 'Pincite, hybrid', packages: [], given: false, keeps: 'files' },
  {
    id: 'pincite-originals-keyword',
    label: 'Pincite, keyword, of the originals',
    packages: [],
    given: false,
    originals: true,
    keeps: 'files',
  },
  {
    id: 'pincite-originals-hybrid',
    label: 'Pincite, hybrid, of the originals',
    packages: [],
    given: false,
    originals: true,
    keeps: 'files',
  },
  {
    id: 'pincite-anserini',
    label: "Our terms at Anserini's k1 0.9, b 0.4",
    packages: [],
    given: false,
    keeps: 'memory',
    qualityOnly: true,
  },
  { id: 'lancedb-text', label: 'LanceDB, full text', packages: lancedb, given: false, keeps: 'files' },
  { id: 'sqlite-fts5', label: 'SQLite FTS5', packages: ['libsql'], given: false, keeps: 'files' },
  { id: 'minisearch', label: 'MiniSearch', packages: ['minisearch'], given: false, keeps: 'memory' },
  { id: 'orama-text', label: 'Orama, full text', packages: orama, given: false, keeps: 'memory' },
  {
    id: 'orama-stemmed',
    label: 'Orama, full text with its stemmer and stop words',
    packages: oramaStemmed,
    given: false,
    keeps: 'memory',
  },
  { id: 'langchain-bm25', label: 'LangChain.js, BM25', packages: langchain, given: false, keeps: 'memory' },
  { id: 'wink-bm25', label: 'wink, BM25', packages: wink, given: false, keeps: 'memory' },
  { id: 'flexsearch', label: 'FlexSearch', packages: ['flexsearch'], given: false, keeps: 'memory' },
  { id: 'lancedb-hybrid', label: 'LanceDB, hybrid', packages: lancedb, given: true, keeps: 'files' },
  { id: 'orama-hybrid', label: 'Orama, hybrid', packages: orama, given: true, keeps: 'memory' },
  {
    id: 'langchain-ensemble',
    label: 'LangChain.js, BM25 and memory store',
    packages: langchain,
    given: true,
    keeps: 'memory',
  },
  {
    id: 'vectorstores-hybrid',
    label: 'vectorstores (was LlamaIndexTS), hybrid',
    packages: vectorstores,
    given: true,
    keeps: 'memory',
  },
  {
    id: 'langchain-memory',
    label: 'LangChain.js, memory store',
    packages: langchain,
    given: true,
    keeps: 'memory',
  },
  {
    id: 'langchain-hnswlib',
    label: 'LangChain.js, HNSWLib store',
    packages: langchainHnsw,
    given: true,
    keeps: 'memory',
  },
  {
    id: 'vectorstores-vector',
    label: 'vectorstores (was LlamaIndexTS), vectors',
    packages: vectorstores,
    given: true,
    keeps: 'memory',
  },
  { id: 'vectra', label: 'Vectra', packages: ['vectra'], given: true, keeps: 'files' },
];
