import type { Embedder, EmbedOptions } from '../embedder.ts';
import type { DenseLayer } from './dense-layer.ts';
import { toUnitVector } from '../unit-vector.ts';
import type { ModelDescription } from './model-settings.ts';
import type { OnnxSession, TokenRow } from '../../models/onnx/onnx-session.ts';
import { pool } from './pooling.ts';
import type { TextTokenizer } from '../../models/onnx/text-tokenizer.ts';
import { planTokenBatches } from '../../models/onnx/token-batches.ts';

export interface OpenModel {
  readonly modelId: string;
  readonly dimensions: number;
  readonly settings: ModelDescription;
  readonly tokenizer: TextTokenizer;
  readonly tokenizerFile: string;
  readonly session: OnnxSession;
  /** Behind the pooling, in order; none where the model has them itself. */
  readonly dense: readonly DenseLayer[];
  /** See `readWeights`. */
  readonly roundsByBatch: boolean;
}

/** More at once was slower on one core; and short runs let the event loop turn in between. */
const tokensPerRun = 512;
const textsPerRun = 64;

/** Texts to token ids, in runs of like length; what comes out is pooled and scaled. */
export class LocalModel implements Embedder {
  readonly modelId: string;
  readonly dimensions: number;
  readonly maxTokens: number;
  readonly tokenizer: string;
  /** Enough texts to find some of like length; what runs at once does not depend on it. */
  readonly limits = { batchSize: 10_000, usualBatchSize: 128, concurrency: 1 };
  readonly cacheable = true;
  readonly #model: OpenModel;

  constructor(model: OpenModel) {
    this.modelId = model.modelId;
    this.dimensions = model.dimensions;
    this.maxTokens = model.settings.maxTokens;
    this.tokenizer = model.tokenizerFile;
    this.#model = model;
  }

  async embed(texts: readonly string[], { role, signal }: EmbedOptions): Promise<Float32Array[]> {
    const vectors: Float32Array[] = texts.map(() => new Float32Array(this.dimensions));
    const rows = this.#encode(texts, role);
    const lengths = rows.map((row) => row.ids.length);
    const limits = { tokens: tokensPerRun, rows: this.#model.roundsByBatch ? 1 : textsPerRun };
    for (const batch of planTokenBatches(lengths, limits)) {
      signal?.throwIfAborted();
      const embedded = await this.#run(batch.map((position) => rows[position]!));
      for (const [index, position] of batch.entries()) vectors[rows[position]!.text] = embedded[index]!;
    }
    return vectors;
  }

  close(): Promise<void> {
    return this.#model.session.close();
  }

  /** Leaves out texts without a known token of their own. */
  #encode(texts: readonly string[], role: EmbedOptions['role']): { text: number; ids: readonly number[] }[] {
    const { settings, tokenizer } = this.#model;
    const prefix = role === 'query' ? settings.queryPrefix : settings.passagePrefix;
    const ofPrefix = tokenizer.encode(prefix.trimEnd()).knownTokens;
    return texts.flatMap((text, position) => {
      const read = (settings.lowerCase ? text.toLowerCase() : text).trimStart();
      const { ids, knownTokens } = tokenizer.encode(prefix + read);
      return knownTokens > ofPrefix ? [{ text: position, ids }] : [];
    });
  }

  async #run(rows: readonly TokenRow[]): Promise<Float32Array[]> {
    const { session, settings, dense } = this.#model;
    const { data, shape } = await session.run(rows);
    const lengths = rows.map(({ ids }) => ids.length);
    const [, width = 1] = shape.length === 3 ? shape : [];
    const dimensions = shape.at(-1)!;
    const pooled =
      shape.length === 3
        ? pool({ data, width, dimensions, lengths }, settings.pooling)
        : rows.map((_, row) => data.slice(row * dimensions, (row + 1) * dimensions));
    const vectors = pooled.map((vector) => dense.reduce((given, layer) => layer.apply(given), vector));
    return settings.normalise ? vectors.map((vector) => toUnitVector(vector)) : vectors;
  }
}
