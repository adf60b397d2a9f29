import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { ConfigError, EmbeddingError } from '../../errors.ts';
import { importPeer, type PeerUse } from '../../models/import-peer.ts';
import type { Embedder } from '../embedder.ts';
import { embeddingUse } from './embedding-use.ts';
import { LocalModel, type OpenModel } from './local-model.ts';
import { locateModel, type LocateOptions, type ModelLocation } from '../../models/onnx/locate-model.ts';
import { tokenizerFile } from '../../models/onnx/model-files.ts';
import { readModelSettings, type ModelDescription, type ModelSettings } from './model-settings.ts';
import { openOnnxSession, type OnnxSession } from '../../models/onnx/onnx-session.ts';
import { TextTokenizer } from '../../models/onnx/text-tokenizer.ts';
import { readWeights } from '../../models/onnx/weights.ts';

/** A local model. What is left out is read from the model's own files, see `readModelSettings`. */
export interface OnnxEmbedderOptions extends LocateOptions, Partial<ModelSettings> {
  /** Threads that compute; the machine's, at most 4, unless given. */
  readonly threads?: number;
}

/** An embedder that holds a model in memory until it is closed. */
export interface OnnxEmbedder extends Embedder {
  /** Waits for what is under way, then frees the model. */
  close(): Promise<void>;
}

/** What runs local models. */
export const localModelUse: PeerUse = {
  what: 'Local embedding models',
  // Without the variable, the install fails where a download for graphics cards is out of reach.
  install: 'ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node@1 @huggingface/tokenizers@0.2',
};

const maxUsualThreads = 4;
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
  const runtime = await importPeer('onnxruntime-node', () => import('onnxruntime-node'), localModelUse);
  const tokenizers = await importPeer(
    '@huggingface/tokenizers',
    () => import('@huggingface/tokenizers'),
    localModelUse,
  );
  const location = await locateModel(options, embeddingUse);
  const settings = await readModelSettings(location.folder, location.name, options);
  const tokenizer = await readTokenizer(tokenizers, location.folder, settings.maxTokens);
  const { digest, roundsByBatch } = await readWeights(weightsOf(location));
  const session = await openOnnxSession(runtime, path.join(location.folder, location.onnxFile), {
    threads: options.threads ?? Math.min(maxUsualThreads, availableParallelism()),
    paddingId: settings.paddingId,
    use: embeddingUse,
    outputs: options.pooling === undefined ? ['sentence_embedding', ...ofTokens] : ofTokens,
  });
  try {
    const dimensions = await probeDimensions(session, { tokenizer, settings, options });
    const modelId = `onnx:${location.name}@${hashOf(digest, settings)}`;
    const file = path.join(location.folder, tokenizerFile);
    const opened = { modelId, dimensions, roundsByBatch, settings, tokenizer, tokenizerFile: file, session };
    return new LocalModel(opened);
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** All files that a vector depends on. */
function weightsOf({ folder, onnxFile, externalData }: ModelLocation): string[] {
  return [tokenizerFile, onnxFile, ...externalData].map((file) => path.join(folder, file));
}

function hashOf(digest: string, settings: ModelDescription): string {
  const { pooling, normalise, maxTokens, queryPrefix, passagePrefix, lowerCase } = settings;
  const parts = [digest, pooling, normalise, maxTokens, queryPrefix, passagePrefix, lowerCase];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

async function readTokenizer(
  { Tokenizer }: typeof import('@huggingface/tokenizers'),
  folder: string,
  maxTokens: number,
): Promise<TextTokenizer> {
  const file = path.join(folder, tokenizerFile);
  try {
    const config = await readFile(path.join(folder, 'tokenizer_config.json'), 'utf8').catch(() => '{}');
    const tokenizer = new Tokenizer(JSON.parse(await readFile(file, 'utf8')), JSON.parse(config));
    return new TextTokenizer(tokenizer, maxTokens);
  } catch (cause) {
    throw new EmbeddingError(`The tokenizer ${file} cannot be read: ${(cause as Error).message}`, {
      hint: 'Delete the file and copy or download it again; it may also be of a kind that is not supported.',
      context: { file },
      cause,
    });
  }
}

/** Runs the model once, which also shows that it runs. */
async function probeDimensions(
  session: OnnxSession,
  {
    tokenizer,
    settings,
    options,
  }: Pick<OpenModel, 'tokenizer' | 'settings'> & { readonly options: OnnxEmbedderOptions },
): Promise<number> {
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
      hint: 'Leave out embedding.pooling.',
      context: { model: options.model, pooling: options.pooling },
    });
  }
  return shape.at(-1)!;
}
