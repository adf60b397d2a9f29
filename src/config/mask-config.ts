import type { Config } from './config.ts';
import { nameOfKindModel, nameOfModel } from '../models/ai-sdk-model.ts';
import { maskKey, maskUrl } from '../util/strings/mask-secrets.ts';
import type { EmbeddingModelChoice } from './settings/embedding.ts';
import type { RerankingModelChoice } from './settings/reranking.ts';

/** The configuration as it may be printed: keys and passwords masked, a model object by its name. */
export function maskSecrets(config: Config): Config {
  const { model } = config.llm;
  const { embedding, reranking } = config;
  return {
    ...config,
    store: maskUrl(config.store),
    ...(config.queue === undefined ? {} : { queue: maskUrl(config.queue) }),
    embedding: { ...maskServer(embedding), model: nameOfChoice(embedding.model) },
    reranking: { ...maskServer(reranking), model: nameOfChoice(reranking.model) },
    localModels: maskServer(config.localModels),
    answer: { ...config.answer, model: nameOfModel(config.answer.model) },
    llm: {
      ...maskServer(config.llm),
      ...(model === undefined ? {} : { model: nameOfModel(model) }),
    },
  };
}

/** A part of the configuration that calls a server: its key, and addresses that may hold one. */
function maskServer<Part extends ServerSettings>(settings: Part): Part {
  const { apiKey, baseUrl, hubUrl } = settings;
  return {
    ...settings,
    ...(apiKey === undefined ? {} : { apiKey: maskKey(apiKey) }),
    ...(baseUrl === undefined ? {} : { baseUrl: maskUrl(baseUrl) }),
    ...(hubUrl === undefined ? {} : { hubUrl: maskUrl(hubUrl) }),
  };
}

interface ServerSettings {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly hubUrl?: string | undefined;
}

/** What the model is called, whichever way it was given. */
function nameOfChoice(model: EmbeddingModelChoice | RerankingModelChoice): string {
  const isOwn = typeof model === 'object' && ('embed' in model || 'rerank' in model);
  return isOwn ? model.modelId : nameOfKindModel(model);
}
