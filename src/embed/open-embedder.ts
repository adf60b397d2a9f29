import { isAiSdkEmbeddingModel, type AiSdkEmbeddingModel } from '../models/ai-sdk-model.ts';
import { parseEmbeddingModelName } from '../models/providers/embedding-providers.ts';
import type { Embedder } from './embedder.ts';
import type { OnnxEmbedderOptions } from './onnx/onnx-embedder.ts';
import type { ProviderEmbedderOptions } from './provider.ts';
import { ConfigError } from '../errors.ts';
import { membersOf } from '../util/members-of.ts';
import { toUnitVector } from './unit-vector.ts';

/** The settings of every kind of embedder; one reads its own and overlooks those of the others. */
export interface EmbedderOptions
  extends Omit<ProviderEmbedderOptions, 'model'>, Omit<OnnxEmbedderOptions, 'model'> {
  /** `built-in`, `provider:model`, the name or folder of a local model, a model object of the AI SDK, or an embedder. */
  readonly model: string | AiSdkEmbeddingModel | Embedder;
}

/**
 * Opens the embedder that the settings describe; one that the user made is used as it is.
 * @throws ConfigError when a package is missing or a setting contradicts the model; EmbeddingError when the model cannot
 *   be found, read or reached.
 */
export async function openEmbedder({ model, dimensions, ...options }: EmbedderOptions): Promise<Embedder> {
  if (model === 'built-in') {
    const { openBuiltInEmbedder } = await import('./built-in/built-in.ts');
    return openBuiltInEmbedder();
  }
  if (isProviderModel(model)) {
    const { openProviderEmbedder } = await import('./provider.ts');
    return openProviderEmbedder({ ...options, model, dimensions });
  }
  if (typeof model === 'object') return dimensions === undefined ? model : shorten(model, dimensions);
  const { openOnnxEmbedder } = await import('./onnx/onnx-embedder.ts');
  const embedder = await openOnnxEmbedder({ ...options, model });
  return dimensions === undefined ? embedder : shorten(embedder, dimensions);
}

const isProviderModel = (model: EmbedderOptions['model']): model is string | AiSdkEmbeddingModel =>
  typeof model === 'string' ? parseEmbeddingModelName(model) !== undefined : isAiSdkEmbeddingModel(model);

/**
 * The same model with only the first numbers of each vector, and `@<dimensions>` behind its id.
 * @throws ConfigError when the model gives fewer.
 */
export function shorten(embedder: Embedder, dimensions: number): Embedder {
  const { modelId } = embedder;
  if (dimensions === embedder.dimensions) return embedder;
  if (dimensions > embedder.dimensions) {
    throw new ConfigError(
      `${modelId} gives vectors of ${embedder.dimensions} dimensions, not of ${dimensions}`,
      {
        hint: `Set embedding.dimensions to at most ${embedder.dimensions}, or leave it out.`,
        context: { model: modelId, dimensions: embedder.dimensions, asked: dimensions },
      },
    );
  }
  return {
    ...membersOf(embedder),
    modelId: `${modelId}@${dimensions}`,
    dimensions,
    async embed(texts, options) {
      const vectors = await embedder.embed(texts, options);
      return vectors.map((vector) => toUnitVector(vector, dimensions));
    },
  };
}
