import { createHash } from 'node:crypto';
import path from 'node:path';
import { ConfigError, EmbeddingError } from '../../errors.ts';
import { openModelOnDisk, type ModelOptions } from '../../models/onnx/model-on-disk.ts';
import type { OnnxSession } from '../../models/onnx/onnx-session.ts';
import type { Embedder } from '../embedder.ts';
import { readDenseLayer, type DenseLayer } from './dense-layer.ts';
import { embeddingUse } from './known-models.ts';
import { LocalModel, type OpenModel } from './local-model.ts';
import { tokenizerFile } from '../../models/onnx/model-files.ts';
import { readModelSettings, type ModelDescription, type ModelSettings } from './model-settings.ts';
import { TextTokenizer } from '../../models/onnx/text-tokenizer.ts';

/** A local model. What is left out is read from the model's own files, see `readModelSettings`. */
export interface OnnxEmbedderOptions extends ModelOptions, Partial<ModelSettings> {}

/** An embedder that holds a model in memory until it is closed. */
export interface OnnxEmbedder extends Embedder {
  /** Waits for what is under way, then frees the model. */
  close(): Promise<void>;
}

/** Outputs with a vector a token. */
const ofTokens = ['last_hidden_state', 'token_embeddings'];

/**
 * Opens an ONNX model of sentence embeddings, from a folder or downloaded once from the Hugging Face hub. Texts are
 * cut to the model's length; one without any known token gets the zero vector.
 *
 * The model's id is `onnx:<name>@<hash>`; the hash is of the weights, the tokenizer and every setting that changes a
 * vector, and the same for the same model in another folder.
 *
 * @throws ConfigError when a peer package is missing, a setting contradicts the model, or the name means nothing;
 *   EmbeddingError when the model is incomplete, damaged, or can be neither found nor downloaded; the signal's
 *   reason on abort.
 */
export async function openOnnxEmbedder(options: OnnxEmbedderOptions): Promise<OnnxEmbedder> {
  const { location, weights, ...model } = await openModelOnDisk(options, embeddingUse);
  const settings = await readModelSettings(location.folder, location.name, options);
  const tokenizer = model.encoder(TextTokenizer, settings.maxTokens);
  const session = await model.openSession({
    paddingId: settings.paddingId,
    outputs: options.pooling === undefined ? ['sentence_embedding', ...ofTokens] : ofTokens,
  });
  try {
    const shape = await probeShape(session, { tokenizer, settings, options });
    const dense = shape.length === 3 ? await readDenseLayers(location.folder, settings, shape.at(-1)!) : [];
    const dimensions = dense.at(-1)?.outputs ?? shape.at(-1)!;
    const modelId = `onnx:${location.name}@${hashOf(weights.digest, settings, dense)}`;
    return new LocalModel({
      modelId,
      dimensions,
      roundsByBatch: weights.roundsByBatch,
      settings,
      tokenizer,
      tokenizerFile: path.join(location.folder, tokenizerFile),
      session,
      dense,
    });
  } catch (error) {
    await session.close();
    throw error;
  }
}

function hashOf(digest: string, settings: ModelDescription, dense: readonly DenseLayer[]): string {
  const { pooling, normalise, maxTokens, queryPrefix, passagePrefix, lowerCase } = settings;
  const used = [digest, pooling, normalise, maxTokens, queryPrefix, passagePrefix, lowerCase];
  const parts = [...used, ...dense.map((layer) => layer.digest)];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

/** @throws EmbeddingError where they do not fit to one another. */
async function readDenseLayers(
  folder: string,
  { denseLayers }: ModelDescription,
  pooled: number,
): Promise<DenseLayer[]> {
  const layers = await Promise.all(denseLayers.map((name) => readDenseLayer(folder, name)));
  layers.reduce((given, { inputs, outputs }, index) => {
    if (inputs === given) return outputs;
    throw new EmbeddingError(
      `The layer ${denseLayers[index]} takes ${inputs} numbers, and is given ${given}`,
      {
        hint: 'The files are of different models: download the model again.',
        context: { layer: denseLayers[index] },
      },
    );
  }, pooled);
  return layers;
}

/** Runs the model once, which also shows that it runs. */
async function probeShape(
  session: OnnxSession,
  {
    tokenizer,
    settings,
    options,
  }: Pick<OpenModel, 'tokenizer' | 'settings'> & { readonly options: OnnxEmbedderOptions },
): Promise<readonly number[]> {
  const { shape } = await session.run([tokenizer.encode('a')]);
  const { extraModules } = settings;
  if (shape.length === 3 && extraModules.length > 0) {
    throw new EmbeddingError(
      `The ONNX file of ${options.model} lacks the layers behind it: ${extraModules.join(', ')}`,
      {
        hint: 'Choose another model, or export it with all its layers, so that it has the output sentence_embedding.',
        context: { model: options.model, modules: extraModules },
      },
    );
  }
  if (shape.length === 2 && options.pooling !== undefined) {
    throw new ConfigError(`The model ${options.model} pools its tokens itself`, {
      hint: 'Leave out the option pooling: this file already gives one vector a text.',
      context: { model: options.model, pooling: options.pooling },
    });
  }
  return shape;
}
