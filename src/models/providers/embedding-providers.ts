import { findProvider } from './providers.ts';

/** A service or program that embeds: where it is, what it wants, and what it takes in one call. */
export interface EmbeddingProvider {
  readonly protocol: 'openai' | 'azure' | 'voyage' | 'cohere' | 'google';
  /** Where it listens unless configured; absent where only the user can know. */
  readonly baseUrl?: string;
  /** Environment variables that usually hold its key; the first that is set counts. */
  readonly keyVariables: readonly string[];
  /** Texts a call. */
  readonly batchSize: number;
  /** Tokens a call, where the provider limits them. */
  readonly batchTokens?: number;
  /** Calls at once: few where the model runs on the user's own machine. */
  readonly concurrency: number;
}

const providers: Readonly<Record<string, EmbeddingProvider>> = {
  openai: {
    protocol: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    keyVariables: ['OPENAI_API_KEY'],
    batchSize: 2048,
    batchTokens: 300_000,
    concurrency: 4,
  },
  azure: {
    protocol: 'azure',
    keyVariables: ['AZURE_OPENAI_API_KEY', 'AZURE_API_KEY'],
    batchSize: 2048,
    batchTokens: 300_000,
    concurrency: 4,
  },
  cohere: {
    protocol: 'cohere',
    baseUrl: 'https://api.cohere.com/v2',
    keyVariables: ['COHERE_API_KEY', 'CO_API_KEY'],
    batchSize: 96,
    concurrency: 4,
  },
  voyage: {
    protocol: 'voyage',
    baseUrl: 'https://api.voyageai.com/v1',
    keyVariables: ['VOYAGE_API_KEY'],
    batchSize: 128,
    batchTokens: 120_000,
    concurrency: 4,
  },
  google: {
    protocol: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    batchSize: 100,
    concurrency: 4,
  },
  mistral: {
    protocol: 'openai',
    baseUrl: 'https://api.mistral.ai/v1',
    keyVariables: ['MISTRAL_API_KEY'],
    batchSize: 256,
    batchTokens: 16_000,
    concurrency: 4,
  },
  ollama: {
    protocol: 'openai',
    baseUrl: 'http://localhost:11434/v1',
    keyVariables: [],
    batchSize: 64,
    concurrency: 1,
  },
  'openai-compatible': {
    protocol: 'openai',
    keyVariables: [],
    batchSize: 32, // the smallest limit among the usual servers
    concurrency: 4,
  },
};

export const embeddingProviderNames = Object.keys(providers);

export interface EmbeddingModelName {
  readonly provider: EmbeddingProvider;
  readonly providerName: string;
  /** What the provider calls it; with Azure the name of the deployment. */
  readonly model: string;
}

/** `undefined` for a name that is not `provider:model` with a provider of `embeddingProviderNames`. */
export function parseEmbeddingModelName(name: string): EmbeddingModelName | undefined {
  return findProvider(providers, name);
}
