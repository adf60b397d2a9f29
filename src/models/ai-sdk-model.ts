/**
 * A language model object of the AI SDK 6 (`LanguageModelV3`), as its providers make them: `openai('gpt-4o-mini')`.
 * Only what tells one is named here, so that our types need no package that the user may not have.
 */
export interface AiSdkModel {
  /** Of the AI SDK 6. */
  readonly specificationVersion: 'v3';
  /** Name of the provider. */
  readonly provider: string;
  /** Name of the model. */
  readonly modelId: string;
  /** Called by the AI SDK. */
  doGenerate(options: never): PromiseLike<unknown>;
}

/** An embedding model object of the AI SDK 6 (`EmbeddingModelV3`): `openai.embeddingModel('text-embedding-3-small')`. */
export interface AiSdkEmbeddingModel {
  /** Of the AI SDK 6. */
  readonly specificationVersion: 'v3';
  /** Name of the provider. */
  readonly provider: string;
  /** Name of the model. */
  readonly modelId: string;
  /** Called by the AI SDK. */
  doEmbed(options: never): PromiseLike<unknown>;
}

/** A reranking model object of the AI SDK 6 (`RerankingModelV3`): `cohere.reranking('rerank-v3.5')`. */
export interface AiSdkRerankingModel {
  /** Of the AI SDK 6. */
  readonly specificationVersion: 'v3';
  /** Name of the provider. */
  readonly provider: string;
  /** Name of the model. */
  readonly modelId: string;
  /** Called by the AI SDK. */
  doRerank(options: never): PromiseLike<unknown>;
}

export const isAiSdkModel = (value: unknown): value is AiSdkModel => isModelObject(value, 'doGenerate');

export const isAiSdkEmbeddingModel = (value: unknown): value is AiSdkEmbeddingModel =>
  isModelObject(value, 'doEmbed');

export const isAiSdkRerankingModel = (value: unknown): value is AiSdkRerankingModel =>
  isModelObject(value, 'doRerank');

function isModelObject(value: unknown, method: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const model = value as Record<string, unknown>;
  return (
    model['specificationVersion'] === 'v3' &&
    typeof model['provider'] === 'string' &&
    typeof model['modelId'] === 'string' &&
    typeof model[method] === 'function'
  );
}

/** `provider:model`, whichever way the model was given. */
export function nameOfModel(model: string | AiSdkModel): string {
  return typeof model === 'string' ? model : `${model.provider}:${model.modelId}`;
}

/**
 * The same of models with one kind a provider's object: its provider without the kind, so that a model has one name,
 * `openai` and not `openai.embedding`.
 */
export function nameOfKindModel(model: string | AiSdkEmbeddingModel | AiSdkRerankingModel): string {
  return typeof model === 'string' ? model : `${model.provider.split('.')[0]}:${model.modelId}`;
}
