import path from 'node:path';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Tokenizer } from '@huggingface/tokenizers';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { importPeer, type PeerUse } from '../import-peer.ts';
import { locateModel, type LocateOptions, type ModelLocation } from './locate-model.ts';
import { tokenizerFile } from './model-files.ts';
import type { ModelUse } from './model-use.ts';
import { openOnnxSession, type OnnxSession, type SessionOptions } from './onnx-session.ts';

/** What runs local models. */
export const localModelUse: PeerUse = {
  what: 'Local models',
  // Without the variable, the install fails where a download for graphics cards is out of reach.
  install: 'ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node@1 @huggingface/tokenizers@0.2',
};

export interface ModelOptions extends LocateOptions {
  /** Threads that compute; the machine's, at most 4, unless given. */
  readonly threads?: number;
}

/** A model whose files are there, and which can be run. */
export interface ModelOnDisk {
  readonly location: ModelLocation;
  readonly weights: Weights;
  /** Makes what encodes texts for the model. @throws `use.Failure` when its tokenizer is of a kind that is not supported. */
  encoder<Encoder>(
    Maker: new (tokenizer: Tokenizer, maxTokens: number) => Encoder,
    maxTokens: number,
  ): Encoder;
  openSession(options: Pick<SessionOptions, 'paddingId' | 'outputs'>): Promise<OnnxSession>;
}

const maxUsualThreads = 4;

/**
 * Finds or downloads a model, and reads its tokenizer and weights.
 * @throws ConfigError when a peer package is missing, or the name means nothing; `use.Failure` when the model is
 * incomplete, damaged, or can be neither found nor downloaded; the signal's reason on abort.
 */
export async function openModelOnDisk(options: ModelOptions, use: ModelUse): Promise<ModelOnDisk> {
  const runtime = await importPeer<typeof import('onnxruntime-node')>('onnxruntime-node', localModelUse);
  const tokenizers = await importPeer<typeof import('@huggingface/tokenizers')>(
    '@huggingface/tokenizers',
    localModelUse,
  );
  const location = await locateModel(options, use);
  const tokenizer = await readTokenizer(tokenizers, location.folder, use);
  const weights = await readWeights(filesOf(location));
  const threads = options.threads ?? Math.min(maxUsualThreads, availableParallelism());
  const file = path.join(location.folder, location.onnxFile);
  return {
    location,
    weights,
    encoder(Maker, maxTokens) {
      try {
        return new Maker(tokenizer, maxTokens);
      } catch (cause) {
        throw unreadableTokenizer(location.folder, use, cause);
      }
    },
    openSession: (session) => openOnnxSession(runtime, file, { ...session, threads, use }),
  };
}

/** All files that what comes out depends on. */
function filesOf({ folder, onnxFile, externalData }: ModelLocation): string[] {
  return [tokenizerFile, onnxFile, ...externalData].map((file) => path.join(folder, file));
}

async function readTokenizer(
  { Tokenizer: Reader }: typeof import('@huggingface/tokenizers'),
  folder: string,
  use: ModelUse,
): Promise<Tokenizer> {
  const file = path.join(folder, tokenizerFile);
  try {
    const config = await readFile(path.join(folder, 'tokenizer_config.json'), 'utf8').catch(() => '{}');
    return new Reader(JSON.parse(await readFile(file, 'utf8')), JSON.parse(config));
  } catch (cause) {
    throw unreadableTokenizer(folder, use, cause);
  }
}

function unreadableTokenizer(folder: string, { Failure }: ModelUse, cause: unknown) {
  const file = path.join(folder, tokenizerFile);
  return new Failure(`The tokenizer ${file} cannot be read: ${(cause as Error).message}`, {
    hint: 'Delete the file and copy or download it again; it may also be of a kind that is not supported.',
    context: { file },
    cause,
  });
}

interface Weights {
  /** SHA-256 of the files, hexadecimal. */
  readonly digest: string;
  /**
   * Whether the model rounds its intermediate results to 8 bits, by one scale for all of a batch: the vector of a text
   * then depends on what it shares a batch with.
   */
  readonly roundsByBatch: boolean;
}

/** The operator of ONNX, and of ONNX Runtime's own, that find the scale. */
const roundingOperator = 'DynamicQuantize';

/** Reads the files of a model once, in the given order. */
async function readWeights(files: readonly string[]): Promise<Weights> {
  const hash = createHash('sha256');
  let roundsByBatch = false;
  let end = Buffer.alloc(0);
  for (const file of files) {
    for await (const bytes of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
      hash.update(bytes);
      roundsByBatch ||= Buffer.concat([end, bytes]).includes(roundingOperator);
      end = Buffer.from(bytes.subarray(-roundingOperator.length));
    }
  }
  return { digest: hash.digest('hex'), roundsByBatch };
}
