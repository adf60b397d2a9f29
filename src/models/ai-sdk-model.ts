/**
 * A language model object of the AI SDK 6 (`LanguageModelV3`), as its providers make them: `openai('gpt-4o-mini')`.
 * Only what tells one is named here, so that our types need no package that the user may not have.
 */
export interface AiSdkModel {
  readonly specificationVersion: 'v3';
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<unknown>;
}

export function isAiSdkModel(value: unknown): value is AiSdkModel {
  if (typeof value !== 'object' || value === null) return false;
  const { specificationVersion, provider, modelId, doGenerate } = value as Record<string, unknown>;
  return (
    specificationVersion === 'v3' &&
    typeof provider === 'string' &&
    typeof modelId === 'string' &&
    typeof doGenerate === 'function'
  );
}

/** `provider:model`, whichever way the model was given. */
export function nameOfModel(model: string | AiSdkModel): string {
  return typeof model === 'string' ? model : `${model.provider}:${model.modelId}`;
}
