import { EmbeddingError } from '../../errors.ts';
import type { ModelUse } from '../../models/onnx/model-use.ts';
import type { Pooling } from './pooling.ts';

/** What a model's card says and its files may not. */
export interface KnownModel {
  readonly pooling?: Pooling;
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
}

/** Names without an owner, and where the hub has the model. */
const shortNames: Readonly<Record<string, string>> = {
  'all-MiniLM-L6-v2': 'sentence-transformers/all-MiniLM-L6-v2',
  'all-MiniLM-L12-v2': 'sentence-transformers/all-MiniLM-L12-v2',
  'all-mpnet-base-v2': 'sentence-transformers/all-mpnet-base-v2',
  'multi-qa-MiniLM-L6-cos-v1': 'sentence-transformers/multi-qa-MiniLM-L6-cos-v1',
  'paraphrase-multilingual-MiniLM-L12-v2': 'sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2',
  'nomic-embed-text': 'nomic-ai/nomic-embed-text-v1.5',
  'nomic-embed-text-v1.5': 'nomic-ai/nomic-embed-text-v1.5',
  'bge-micro-v2': 'TaylorAI/bge-micro-v2',
  'bge-small-en-v1.5': 'Xenova/bge-small-en-v1.5',
  'bge-base-en-v1.5': 'Xenova/bge-base-en-v1.5',
  'bge-large-en-v1.5': 'Xenova/bge-large-en-v1.5',
  'bge-m3': 'Xenova/bge-m3',
  'e5-small-v2': 'Xenova/e5-small-v2',
  'e5-base-v2': 'Xenova/e5-base-v2',
  'e5-large-v2': 'Xenova/e5-large-v2',
  'multilingual-e5-small': 'Xenova/multilingual-e5-small',
  'multilingual-e5-base': 'Xenova/multilingual-e5-base',
  'multilingual-e5-large': 'Xenova/multilingual-e5-large',
  'gte-small': 'Xenova/gte-small',
  'gte-base': 'Xenova/gte-base',
  'gte-large': 'Xenova/gte-large',
  'mxbai-embed-large-v1': 'mixedbread-ai/mxbai-embed-large-v1',
  'snowflake-arctic-embed-xs': 'Snowflake/snowflake-arctic-embed-xs',
  'snowflake-arctic-embed-s': 'Snowflake/snowflake-arctic-embed-s',
  'snowflake-arctic-embed-m': 'Snowflake/snowflake-arctic-embed-m',
};

/** What local models of this folder are for. */
export const embeddingUse: ModelUse = {
  Failure: EmbeddingError,
  section: 'embedding',
  shortNames,
  task: 'feature extraction',
};

const searchInstruction = 'Represent this sentence for searching relevant passages: ';

const families: readonly (KnownModel & { readonly name: RegExp })[] = [
  { name: /^bge-micro/i, pooling: 'mean' },
  { name: /^bge-(small|base|large)-en/i, pooling: 'cls', queryPrefix: searchInstruction },
  { name: /^bge-m3$/i, pooling: 'cls' },
  {
    name: /^(mxbai-embed|snowflake-arctic-embed-(xs|s|m|l)$)/i,
    pooling: 'cls',
    queryPrefix: searchInstruction,
  },
  { name: /^(multilingual-)?e5-/i, pooling: 'mean', queryPrefix: 'query: ', passagePrefix: 'passage: ' },
  {
    name: /^nomic-embed-text/i,
    pooling: 'mean',
    queryPrefix: 'search_query: ',
    passagePrefix: 'search_document: ',
  },
];

/** By the model's name without its owner; a folder of that name counts too. */
export function knownModel(name: string): KnownModel {
  return families.find((family) => family.name.test(name)) ?? {};
}
