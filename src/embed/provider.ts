import { ConfigError, EmbeddingError } from '../errors.ts';
import { nameOfKindModel } from '../models/ai-sdk-model.ts';
import {
  openEmbeddingModel,
  type EmbeddingModel,
  type EmbeddingModelConfig,
} from '../models/embedding-model.ts';
import {
  givesSize,
  knownEmbeddingModel,
  type KnownEmbeddingModel,
} from '../models/providers/known-embedding-models.ts';
import { Redactor, type Redact } from '../models/redact.ts';
import { sha256 } from '../util/ids/hash.ts';
import { wellFormed } from '../util/strings/well-formed.ts';
import { checkVector } from './check-vector.ts';
import type { EmbedLimits, EmbedOptions, Embedder } from './embedder.ts';
import { planBatches } from './plan-batches.ts';
import { toUnitVector } from './unit-vector.ts';

export interface ProviderEmbedderOptions extends EmbeddingModelConfig {
  /** Numbers a vector, no more than the model gives; asked of the provider where it can, else the first ones are kept. */
  readonly dimensions?: number;
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  /** What the provider allows unless given. */
  readonly batchSize?: number;
  readonly maxBatchTokens?: number;
  readonly concurrency?: number;
  /** Sees texts before they are sent, without their prefix. To be said by whoever opens a model, so that nobody forgets it. */
  readonly redact: Redact | undefined;
}

/** Of models that nothing is published of; a longer text is refused by the provider. */
const usualMaxTokens = 8192;
/** A key that was refused is refused to the next documents too; later it may have been allowed what it lacked. */
const refusalMs = 60_000;
/** So that one hiccup is no reason not to open, and a server that is not there soon is. */
const retriesOfProbe = 1;

/**
 * An embedder that calls a provider. Nothing is sent when a well-known model is opened, or one with `dimensions`; any
 * other is asked for one vector, to learn its length. Texts that are blank, or that `redact` leaves blank, are not sent:
 * they have the zero vector.
 *
 * The model's id is `provider:model`, with `@<dimensions>` where they are not the model's own, and with a hash of the
 * prefixes where there are any.
 *
 * @throws ConfigError when a package is missing or the model cannot give so many dimensions; EmbeddingError when the
 *   length of its vectors must be asked and is not answered.
 */
export async function openProviderEmbedder(options: ProviderEmbedderOptions): Promise<Embedder> {
  const { dimensions: asked } = options;
  const name = nameOfKindModel(options.model);
  const known = knownEmbeddingModel(name);
  if (asked !== undefined && known !== undefined) requirePossible(name, asked, known);
  const requested = asked !== undefined && givesSize(name, asked) ? asked : undefined;
  const model = await openEmbeddingModel({ ...options, dimensions: requested });
  const dimensions = asked ?? known?.dimensions ?? (await probe(model));
  return new ProviderEmbedder(model, {
    ...options,
    dimensions,
    isShortened: asked !== undefined && asked !== known?.dimensions,
    maxTokens: known?.maxTokens ?? usualMaxTokens,
    tokenizer: known?.tokenizer,
  });
}

interface Settings extends ProviderEmbedderOptions {
  readonly dimensions: number;
  /** Whether longer vectors are cut to `dimensions`, rather than refused. */
  readonly isShortened: boolean;
  readonly maxTokens: number;
  readonly tokenizer: string | undefined;
}

class ProviderEmbedder implements Embedder {
  readonly modelId: string;
  readonly dimensions: number;
  readonly maxTokens: number;
  readonly tokenizer?: string;
  readonly limits: EmbedLimits;
  readonly cacheable = true;
  readonly #model: EmbeddingModel;
  readonly #settings: Settings;
  readonly #redactor: Redactor;
  #refusal: { readonly error: EmbeddingError; readonly until: number } | undefined;

  constructor(model: EmbeddingModel, settings: Settings) {
    this.modelId = idOf(model.modelId, settings);
    this.dimensions = settings.dimensions;
    this.maxTokens = settings.maxTokens;
    this.tokenizer = settings.tokenizer;
    this.limits = limitsOf(model, settings);
    this.#model = model;
    this.#settings = settings;
    this.#redactor = new Redactor({
      redact: settings.redact,
      to: model.modelId,
      purpose: 'embedding',
      Failure: EmbeddingError,
    });
  }

  asSent(texts: readonly string[], signal?: AbortSignal): Promise<readonly string[]> {
    return this.#redactor.preview(texts, signal);
  }

  async embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]> {
    const { queryPrefix = '', passagePrefix = '' } = this.#settings;
    const prefix = options.role === 'query' ? queryPrefix : passagePrefix;
    const redacted = await this.#redactor.send(texts, options.signal);
    const positions = [...redacted.keys()].filter((position) => redacted[position]!.trim() !== '');
    // Servers refuse a lone surrogate, which JSON can write and UTF-8 cannot.
    const sent = positions.map((position) => prefix + wellFormed(redacted[position]!));
    const vectors: Float32Array[] = texts.map(() => new Float32Array(this.dimensions));
    const places = positions.values();
    for (const batch of planBatches(sent, this.limits)) {
      for (const numbers of await this.#call(batch, options)) {
        const position = places.next().value!;
        vectors[position] = this.#toVector(numbers, position);
      }
    }
    return vectors;
  }

  /** Sends nothing for a minute after the key was refused. */
  async #call(batch: readonly string[], options: EmbedOptions): Promise<number[][]> {
    if (this.#refusal && performance.now() < this.#refusal.until) throw this.#refusal.error;
    try {
      return await this.#model.embed(batch, options);
    } catch (error) {
      const isRefusal = error instanceof EmbeddingError && error.context['reason'] === 'authentication';
      if (isRefusal) this.#refusal = { error, until: performance.now() + refusalMs };
      throw error;
    }
  }

  #toVector(numbers: readonly number[], position: number): Float32Array {
    const isLonger = numbers.length > this.dimensions;
    const length = isLonger && this.#settings.isShortened ? this.dimensions : numbers.length;
    const vector = toUnitVector(numbers, length);
    checkVector(this, vector, position);
    return vector;
  }
}

function limitsOf(model: EmbeddingModel, options: ProviderEmbedderOptions): EmbedLimits {
  return {
    batchSize: Math.min(options.batchSize ?? model.batchSize, model.mostTexts),
    batchTokens: options.maxBatchTokens ?? model.batchTokens,
    concurrency: model.isParallel ? (options.concurrency ?? model.concurrency) : 1,
  };
}

function requirePossible(model: string, asked: number, { dimensions, sizes }: KnownEmbeddingModel): void {
  if (asked <= dimensions || (Array.isArray(sizes) && sizes.includes(asked))) return;
  throw new ConfigError(`${model} gives vectors of ${dimensions} dimensions, not of ${asked}`, {
    hint: `Set embedding.dimensions to at most ${dimensions}, or leave it out.`,
    context: { model, dimensions, asked },
  });
}

async function probe(model: EmbeddingModel): Promise<number> {
  const [vector] = await model.embed(['How long are the vectors?'], {
    role: 'query',
    maxRetries: retriesOfProbe,
  });
  if (vector!.length > 0) return vector!.length;
  throw new EmbeddingError(`${model.modelId} gave a vector without numbers`, {
    hint: 'Check embedding.model: not every model of a server embeds.',
    context: { model: model.modelId },
  });
}

function idOf(
  name: string,
  { isShortened, dimensions, queryPrefix = '', passagePrefix = '' }: Settings,
): string {
  const shortened = isShortened ? `@${dimensions}` : '';
  const prefixes = JSON.stringify([queryPrefix, passagePrefix]);
  const prefixed = queryPrefix + passagePrefix === '' ? '' : `+prefixes-${sha256(prefixes).slice(0, 8)}`;
  return name + shortened + prefixed;
}
