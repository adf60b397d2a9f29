import type { AiSdkEmbeddingModel } from './ai-sdk-model.ts';
import type { EmbeddingModelName } from './providers/embedding-providers.ts';
import { importPeer, type PeerUse } from './import-peer.ts';

/** The part of the AI SDK's `EmbeddingModelV3` that is used. */
export interface OpenEmbeddingModel extends Omit<AiSdkEmbeddingModel, 'doEmbed'> {
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  readonly supportsParallelCalls: PromiseLike<boolean> | boolean;
  doEmbed(options: {
    readonly values: string[];
    readonly abortSignal?: AbortSignal;
    readonly providerOptions?: Record<string, Record<string, string | number | undefined>>;
  }): PromiseLike<{
    readonly embeddings: number[][];
    readonly usage?: { readonly tokens: number };
    readonly response?: { readonly body?: unknown };
  }>;
}

export interface ConnectionSettings {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly dimensions?: number;
}

export type EmbeddingRole = 'query' | 'passage';

/** The version of Azure's interface, unless the base URL says another: `…/openai?api-version=2025-04-01-preview`. */
const azureVersion = '2024-10-21';

const use = (packages: string): PeerUse => ({
  what: 'Embedding models of providers',
  install: `npm install ${packages}`,
});

/**
 * A model of a well-known provider, which may be another object for queries than for passages.
 * @throws ConfigError with the command to run when the provider's package is not installed.
 */
export async function connectEmbeddingModel(
  name: EmbeddingModelName,
  settings: ConnectionSettings,
): Promise<(role: EmbeddingRole) => OpenEmbeddingModel> {
  const { provider, model } = name;
  const { apiKey = '' } = settings; // never undefined: the packages would look into the environment
  const baseUrl = (settings.baseUrl ?? provider.baseUrl)!; // the configuration's schema has checked it
  if (provider.protocol === 'cohere') {
    const { createCohere } = await importPeer<typeof import('@ai-sdk/cohere')>(
      '@ai-sdk/cohere',
      use('@ai-sdk/cohere@3'),
    );
    const connected = createCohere({ apiKey, baseURL: baseUrl }).embeddingModel(model);
    return () => connected;
  }
  if (provider.protocol === 'google') {
    const { createGoogleGenerativeAI } = await importPeer<typeof import('@ai-sdk/google')>(
      '@ai-sdk/google',
      use('@ai-sdk/google@3'),
    );
    const connected = createGoogleGenerativeAI({ apiKey, baseURL: baseUrl }).embeddingModel(model);
    return () => connected;
  }
  return connectOpenAiLike(name, { ...settings, baseUrl });
}

async function connectOpenAiLike(
  { provider, providerName, model }: EmbeddingModelName,
  { baseUrl, apiKey, dimensions }: ConnectionSettings & { readonly baseUrl: string },
): Promise<(role: EmbeddingRole) => OpenEmbeddingModel> {
  const { createOpenAICompatible } = await importPeer<typeof import('@ai-sdk/openai-compatible')>(
    '@ai-sdk/openai-compatible',
    use('@ai-sdk/openai-compatible@2'),
  );
  const name = providerName;
  if (provider.protocol === 'azure') {
    const connected = createOpenAICompatible({ name, ...azureSettings(baseUrl, { model, apiKey }) });
    return () => connected.embeddingModel(model);
  }
  if (provider.protocol === 'voyage') {
    return (role) =>
      createOpenAICompatible({
        name,
        baseURL: baseUrl,
        apiKey,
        fetch: asVoyage(role, dimensions),
      }).embeddingModel(model);
  }
  const connected = createOpenAICompatible({ name, baseURL: baseUrl, apiKey });
  return () => connected.embeddingModel(model);
}

/**
 * Azure has the deployment in the address and the key in a header of its own; below an address that ends in `/v1` the
 * deployment stands in the request only.
 */
function azureSettings(baseUrl: string, { model, apiKey }: { model: string; apiKey: string | undefined }) {
  const url = new URL(baseUrl);
  const version = url.searchParams.get('api-version');
  url.search = '';
  const path = url.pathname.replace(/\/+$/, '') || '/openai';
  const isVersioned = path.endsWith('/v1');
  const place = isVersioned ? path : `${path}/deployments/${encodeURIComponent(model)}`;
  const headers: Record<string, string> = apiKey === undefined ? {} : { 'api-key': apiKey };
  const queryParams =
    isVersioned && version === null ? undefined : { 'api-version': version ?? azureVersion };
  return { baseURL: `${url.origin}${place}`, headers, queryParams };
}

/** Voyage speaks OpenAI's protocol with other names for some settings, and refuses OpenAI's. */
function asVoyage(role: EmbeddingRole, dimensions: number | undefined): typeof fetch {
  return (input, init) => {
    const { model, input: texts } = JSON.parse(String(init?.body)) as { model: string; input: string[] };
    const input_type = role === 'query' ? 'query' : 'document';
    const body = { model, input: texts, input_type, output_dimension: dimensions };
    return fetch(input, { ...init, body: JSON.stringify(body) });
  };
}
