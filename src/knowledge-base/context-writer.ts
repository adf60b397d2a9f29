/** Context lines: what a language model says of each chunk, embedded and indexed with it and no part of it. */
import { contextLine, contextRequest } from '../chunk/context-request.ts';
import type { FinishedChunk } from '../chunk/finish.ts';
import type { ContextualizeConfig } from '../config/contextualize.ts';
import { GenerationError } from '../errors.ts';
import type { LanguageModel, ModelUsage } from '../models/language-model.ts';
import type { ReplyCache } from '../models/reply-cache.ts';
import type { Tokenizer } from '../text/tokens.ts';
import { codePointStart } from '../text/uninterrupted.ts';
import { levels } from '../types.ts';
import { forEachBounded } from '../util/for-each-bounded.ts';
import { sha256 } from '../util/hash.ts';
import { Slots } from '../util/slots.ts';
import { CostLimit } from './cost-limit.ts';
import type { CutDocument } from './cut.ts';

/** What came of the context lines of one call. */
export interface Contextualization {
  readonly model: string;
  /** Chunks whose line the model wrote. */
  readonly written: number;
  /** Chunks whose line it had written before. */
  readonly cached: number;
  /** Chunks without a line; warnings say why. */
  readonly missing: number;
  readonly usage: ModelUsage;
  /** By `chunking.contextualize.price`; absent without. */
  readonly estimatedCostUsd?: number;
  /** Sum over documents, of which several may be under way at once. */
  readonly ms: number;
}

export interface ContextWriterParts {
  readonly model: LanguageModel;
  readonly settings: ContextualizeConfig;
  readonly replies: ReplyCache;
  /** The embedding model's. */
  readonly tokenizer: Tokenizer;
}

export interface WriteOptions {
  /** Of a line. */
  readonly mostTokens: number;
  readonly signal?: AbortSignal | undefined;
}

export interface ContextualChunks {
  readonly chunks: readonly FinishedChunk[];
  readonly warnings: readonly string[];
}

type Request = ReturnType<typeof contextRequest>;
type Asked = { readonly line: string } | { readonly reason: string };

/** Room for a model that thinks before it writes. */
const maxOutputTokens = 1000;
/** After so many failures in a row the model is not asked again. */
const mostFailures = 3;

/** Writes the context lines of the documents of one call. */
export class ContextWriter {
  readonly #parts: ContextWriterParts;
  readonly #slots: Slots;
  readonly #cost: CostLimit;
  readonly #counts = { written: 0, cached: 0, missing: 0 };
  #failures = 0;
  #ms = 0;

  constructor(parts: ContextWriterParts) {
    this.#parts = parts;
    this.#slots = new Slots(parts.settings.concurrency);
    this.#cost = new CostLimit(parts.settings);
  }

  /**
   * Puts a line over each chunk. A chunk whose line the model does not write stays as it is, and a warning tells.
   * @throws the signal's reason.
   */
  async write(
    { loaded, title, chunks }: Pick<CutDocument, 'loaded' | 'title' | 'chunks'>,
    { mostTokens, signal }: WriteOptions,
  ): Promise<ContextualChunks> {
    const started = performance.now();
    const { settings, replies, tokenizer } = this.#parts;
    const requestOf = ({ chunk: { charStart, charEnd } }: FinishedChunk) =>
      contextRequest({ title, text: loaded.text, charStart, charEnd }, settings);
    const hashes = chunks.map((one) => this.#hashOf(requestOf(one)));
    const lines = await replies.get(hashes);
    // Parents are not searched, so their lines would be read by no one.
    const searched = [...chunks.keys()].filter((index) => chunks[index]!.chunk.level >= levels.passage);
    const unknown = searched.filter((index) => lines[index] === undefined);
    const reasons = new Set<string>();
    await forEachBounded(unknown, settings.concurrency, async (index) => {
      const asked = await this.#slots.run(() => this.#ask(requestOf(chunks[index]!), signal));
      if ('reason' in asked) return void reasons.add(asked.reason);
      lines[index] = asked.line;
      await replies.set([{ hash: hashes[index]!, text: asked.line }]);
    });
    const missing = unknown.filter((index) => lines[index] === undefined).length;
    this.#counts.cached += searched.length - unknown.length;
    this.#counts.written += unknown.length - missing;
    this.#counts.missing += missing;
    this.#ms += performance.now() - started;
    return {
      chunks: chunks.map((one, index) => withLine(one, shorten(lines[index] ?? '', tokenizer, mostTokens))),
      warnings:
        missing === 0
          ? []
          : [`${missing} of ${searched.length} chunks have no context line: ${[...reasons].join('; ')}`],
    };
  }

  report(): Contextualization {
    const { usage, estimatedCostUsd } = this.#cost;
    return {
      model: this.#parts.model.modelId,
      ...this.#counts,
      usage,
      ...(estimatedCostUsd === undefined ? {} : { estimatedCostUsd }),
      ms: this.#ms,
    };
  }

  #hashOf({ system, prompt }: Request): string {
    return sha256(JSON.stringify([this.#parts.model.modelId, system, prompt]));
  }

  async #ask(request: Request, signal: AbortSignal | undefined): Promise<Asked> {
    signal?.throwIfAborted();
    const { model, settings } = this.#parts;
    if (this.#failures >= mostFailures) {
      return { reason: `${model.modelId} is not asked again after ${mostFailures} failures in a row` };
    }
    const reservation = this.#cost.reserve(request);
    if (!reservation) return { reason: `the cost would pass maxCostUsd (${settings.maxCostUsd})` };
    try {
      const { text, usage } = await model.generateText({ ...request, maxOutputTokens, signal });
      reservation.settle(usage);
      this.#failures = 0;
      const line = contextLine(text);
      return line === '' ? { reason: `${model.modelId} wrote nothing` } : { line };
    } catch (error) {
      reservation.settle();
      if (!(error instanceof GenerationError)) throw error;
      this.#failures += 1;
      return { reason: error.message };
    }
  }
}

function withLine({ chunk, context }: FinishedChunk, line: string): FinishedChunk {
  return { chunk, context: [line, context].filter((part) => part !== '').join('\n') };
}

/** Without its end where it has too many tokens. */
function shorten(line: string, tokenizer: Tokenizer, mostTokens: number): string {
  let kept = line;
  while (kept !== '' && tokenizer.count(kept) > mostTokens) {
    kept = kept.slice(0, codePointStart(kept, Math.floor(kept.length * 0.9)));
  }
  return kept;
}
