import { findProvider } from './providers.ts';

/** A service or program that reranks over HTTP: where it is, and what its requests and answers look like. */
export interface RerankingProvider {
  /** Where it listens unless configured; absent where only the user can know. */
  readonly baseUrl?: string;
  /** Below `baseUrl`. */
  readonly path: string;
  /** The request's name for the passages. */
  readonly passages: 'documents' | 'input' | 'texts';
  /** Passages a call, where the provider limits them. */
  readonly mostPassages?: number;
  /** What else a request for so many passages says. */
  readonly settings?: (passages: number) => object;
  /** Environment variables that usually hold its key; the first that is set counts. */
  readonly keyVariables: readonly string[];
}

const providers: Readonly<Record<string, RerankingProvider>> = {
  cohere: {
    baseUrl: 'https://api.cohere.com/v2',
    path: '/rerank',
    passages: 'documents',
    keyVariables: ['COHERE_API_KEY', 'CO_API_KEY'],
  },
  jina: {
    baseUrl: 'https://api.jina.ai/v1',
    path: '/rerank',
    passages: 'documents',
    keyVariables: ['JINA_API_KEY'],
  },
  voyage: {
    baseUrl: 'https://api.voyageai.com/v1',
    path: '/rerank',
    passages: 'documents',
    keyVariables: ['VOYAGE_API_KEY'],
  },
  mixedbread: {
    baseUrl: 'https://api.mixedbread.com/v1',
    path: '/reranking',
    passages: 'input',
    settings: (passages) => ({ top_k: passages }), // ten unless asked for more
    keyVariables: ['MXBAI_API_KEY', 'MIXEDBREAD_API_KEY'],
  },
  // Hugging Face's Text Embeddings Inference.
  tei: {
    path: '/rerank',
    passages: 'texts',
    mostPassages: 32, // unless it was started with another limit
    settings: () => ({ truncate: true }), // else it refuses what is too long for the model
    keyVariables: [],
  },
  // vLLM, Infinity, LocalAI, llama.cpp, …
  'rerank-compatible': { path: '/rerank', passages: 'documents', keyVariables: [] },
};

export const rerankingProviderNames = Object.keys(providers);

export interface RerankingModelName {
  readonly provider: RerankingProvider;
  readonly providerName: string;
  /** What the provider calls it. */
  readonly model: string;
}

/** `undefined` for a name that is not `provider:model` with a provider of `rerankingProviderNames`. */
export function parseRerankingModelName(name: string): RerankingModelName | undefined {
  return findProvider(providers, name);
}
