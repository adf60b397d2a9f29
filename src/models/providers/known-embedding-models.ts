/** What is published of a model, so that it need not be asked. */
export interface KnownEmbeddingModel {
  /** Numbers a vector, unless another size is asked for. */
  readonly dimensions: number;
  /** Longest text in the model's own tokens. */
  readonly maxTokens: number;
  /** Its tokenizer, where that is a vocabulary of ours. */
  readonly tokenizer?: 'cl100k_base';
  /** Other sizes that the provider itself gives; where absent, none. */
  readonly sizes?: 'smaller' | readonly number[];
}

const ofOpenAi = { maxTokens: 8191, tokenizer: 'cl100k_base' } as const;
const openai: Readonly<Record<string, KnownEmbeddingModel>> = {
  'text-embedding-3-large': { ...ofOpenAi, dimensions: 3072, sizes: 'smaller' },
  'text-embedding-3-small': { ...ofOpenAi, dimensions: 1536, sizes: 'smaller' },
  'text-embedding-ada-002': { ...ofOpenAi, dimensions: 1536 },
};

const voyageSizes = [256, 512, 1024, 2048];
const cohereSizes = [256, 512, 1024, 1536];

const known: Readonly<Record<string, Readonly<Record<string, KnownEmbeddingModel>>>> = {
  openai,
  azure: openai, // a deployment usually has the name of its model; a vector of another length is refused
  cohere: {
    'embed-v4.0': { dimensions: 1536, maxTokens: 128_000, sizes: cohereSizes },
    'embed-english-v3.0': { dimensions: 1024, maxTokens: 512 },
    'embed-multilingual-v3.0': { dimensions: 1024, maxTokens: 512 },
    'embed-english-light-v3.0': { dimensions: 384, maxTokens: 512 },
    'embed-multilingual-light-v3.0': { dimensions: 384, maxTokens: 512 },
  },
  voyage: {
    'voyage-3-large': { dimensions: 1024, maxTokens: 32_000, sizes: voyageSizes },
    'voyage-3.5': { dimensions: 1024, maxTokens: 32_000, sizes: voyageSizes },
    'voyage-3.5-lite': { dimensions: 1024, maxTokens: 32_000, sizes: voyageSizes },
    'voyage-code-3': { dimensions: 1024, maxTokens: 32_000, sizes: voyageSizes },
    'voyage-finance-2': { dimensions: 1024, maxTokens: 32_000 },
    'voyage-law-2': { dimensions: 1024, maxTokens: 16_000 },
  },
  google: {
    'gemini-embedding-001': { dimensions: 3072, maxTokens: 2048, sizes: 'smaller' },
    'text-embedding-004': { dimensions: 768, maxTokens: 2048, sizes: 'smaller' },
  },
  mistral: {
    'mistral-embed': { dimensions: 1024, maxTokens: 8192 },
    'codestral-embed': { dimensions: 1536, maxTokens: 8192 },
  },
  ollama: {
    'nomic-embed-text': { dimensions: 768, maxTokens: 2048 },
    'mxbai-embed-large': { dimensions: 1024, maxTokens: 512 },
    'bge-m3': { dimensions: 1024, maxTokens: 8192 },
  },
};

/** @param name `provider:model`; the tag `latest` counts as none. */
export function knownEmbeddingModel(name: string): KnownEmbeddingModel | undefined {
  const [provider, model] = splitOnce(name.replace(/:latest$/, ''));
  const models = Object.hasOwn(known, provider) ? known[provider] : undefined;
  return models !== undefined && Object.hasOwn(models, model) ? models[model] : undefined;
}

/** Providers that take a size with the request; others give all numbers, of which the first ones are kept. */
const sizing = new Set(['openai', 'azure', 'voyage', 'google']);

/** Whether vectors of `dimensions` are asked of the provider, rather than cut from longer ones. */
export function givesSize(name: string, dimensions: number): boolean {
  const model = knownEmbeddingModel(name);
  if (model === undefined) return sizing.has(splitOnce(name)[0]);
  return model.sizes === 'smaller' ? dimensions <= model.dimensions : !!model.sizes?.includes(dimensions);
}

function splitOnce(name: string): [provider: string, model: string] {
  const colon = name.indexOf(':');
  return [name.slice(0, colon), name.slice(colon + 1)];
}
