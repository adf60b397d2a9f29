/** What a language model says of each chunk or section, embedded and indexed with it and no part of it. */
import { contextLine, type ContextSource, type WritingRequest } from '../chunk/context-request.ts';
import type { FinishedChunk } from '../chunk/finish.ts';
import type { ModelWriting } from '../config/model-writing.ts';
import { GenerationError } from '../errors.ts';
import type { LanguageModel, ModelUsage } from '../models/language-model.ts';
import type { ReplyCache } from '../models/reply-cache.ts';
import type { Tokenizer } from '../text/tokens.ts';
import { codePointStart } from '../text/uninterrupted.ts';
import type { Chunk } from '../types.ts';
import { forEachBounded } from '../util/for-each-bounded.ts';
import { sha256 } from '../util/hash.ts';
import { Slots } from '../util/slots.ts';
import { CostLimit } from './cost-limit.ts';
import type { CutDocument } from './cut.ts';

/** What came of the context lines, or of the summaries, of one call. */
export interface Contextualization {
  /** `provider:model`. */
  readonly model: string;
  /** Chunks whose line the model wrote. */
  readonly written: number;
  /** Chunks whose line it had written before. */
  readonly cached: number;
  /** Chunks without a line; warnings say why. */
  readonly missing: number;
  /** Tokens that it took. */
  readonly usage: ModelUsage;
  /** By the `price` of the settings; absent without. */
  readonly estimatedCostUsd?: number;
  /** Sum over documents, of which several may be under way at once. */
  readonly ms: number;
}

/** What the responses of a call say of what was written. */
export interface WritingReports {
  /** What came of `chunking.contextualize`, where that is configured. */
  readonly contextualization?: Contextualization;
  /** What came of `chunking.summaries`, where a language model writes these. */
  readonly summarization?: Contextualization;
}

/** The reports among other fields of a response. */
export function pickReports({ contextualization, summarization }: WritingReports): WritingReports {
  return { ...(contextualization && { contextualization }), ...(summarization && { summarization }) };
}

/** What is written of which chunks. */
export interface WritingTask {
  readonly kind: 'contextualization' | 'summarization';
  /** What warnings say is missing, such as `No context line`, and of what, such as `chunks`. */
  readonly missing: string;
  readonly unit: string;
  readonly isFor: (chunk: Chunk) => boolean;
  readonly requestOf: (source: ContextSource) => WritingRequest;
}

export interface ContextWriterParts {
  readonly task: WritingTask;
  readonly model: LanguageModel;
  readonly settings: Omit<ModelWriting, 'prompt'>;
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

type Asked = { readonly line: string } | { readonly reason: string };

/** Room for a model that thinks before it writes. */
const maxOutputTokens = 1000;
/** After so many failures in a row the model is not asked again. */
const mostFailures = 3;

/** Writes a line over chunks, or over sections, of the documents of one call. */
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
   * Puts a line over each chunk that the task is for. A chunk whose line the model does not write stays as it is, and a
   * warning tells.
   * @throws the signal's reason.
   */
  async write(
    { loaded, title, chunks }: Pick<CutDocument, 'loaded' | 'title' | 'chunks'>,
    { mostTokens, signal }: WriteOptions,
  ): Promise<ContextualChunks> {
    const started = performance.now();
    const { task, tokenizer } = this.#parts;
    const wanted = [...chunks.keys()].filter((index) => task.isFor(chunks[index]!.chunk));
    const requestOf = (place: number): WritingRequest => {
      const { charStart, charEnd } = chunks[wanted[place]!]!.chunk;
      return task.requestOf({ title, text: loaded.text, charStart, charEnd });
    };
    const { lines, reasons } = await this.#lines(wanted.length, requestOf, signal);
    const lineOf = new Map(wanted.map((index, place) => [index, lines[place] ?? '']));
    const missing = lines.filter((line) => line === undefined).length;
    this.#ms += performance.now() - started;
    return {
      chunks: chunks.map((one, index) =>
        withLine(one, shorten(lineOf.get(index) ?? '', tokenizer, mostTokens)),
      ),
      warnings:
        missing === 0
          ? []
          : [`${task.missing} for ${missing} of ${wanted.length} ${task.unit}: ${[...reasons].join('; ')}`],
    };
  }

  /** Replies that are known, then those of the model; and why some are missing. Requests are made as they are needed. */
  async #lines(
    count: number,
    requestOf: (place: number) => WritingRequest,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly lines: readonly (string | undefined)[]; readonly reasons: ReadonlySet<string> }> {
    const { settings, replies } = this.#parts;
    const reasons = new Set<string>();
    const hashes: (string | undefined)[] = [];
    for (let place = 0; place < count; place += 1) {
      const hashed = await this.#hashOf(requestOf(place));
      if ('reason' in hashed) reasons.add(hashed.reason);
      hashes.push('hash' in hashed ? hashed.hash : undefined);
    }
    const found = (await replies.get(hashes.filter((hash) => hash !== undefined))).values();
    const lines = hashes.map((hash) => (hash === undefined ? undefined : found.next().value));
    const cached = lines.filter((line) => line !== undefined).length;
    const unknown = [...lines.keys()].filter(
      (place) => lines[place] === undefined && hashes[place] !== undefined,
    );
    await forEachBounded(unknown, settings.concurrency, async (place) => {
      const asked = await this.#slots.run(() => this.#ask(requestOf(place), signal));
      if ('reason' in asked) return void reasons.add(asked.reason);
      lines[place] = asked.line;
      await replies.set([{ hash: hashes[place]!, text: asked.line }]);
    });
    const missing = lines.filter((line) => line === undefined).length;
    this.#counts.cached += cached;
    this.#counts.written += count - cached - missing;
    this.#counts.missing += missing;
    return { lines, reasons };
  }

  get kind(): WritingTask['kind'] {
    return this.#parts.task.kind;
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

  /** Of what is sent, so that a reply is one to the same words; or why nothing may be sent. */
  async #hashOf(request: WritingRequest): Promise<{ readonly hash: string } | { readonly reason: string }> {
    const { model } = this.#parts;
    try {
      const { system, prompt } = await model.asSent(request);
      return { hash: sha256(JSON.stringify([model.modelId, system, prompt])) };
    } catch (error) {
      if (!(error instanceof GenerationError)) throw error;
      return { reason: error.message };
    }
  }

  async #ask(request: WritingRequest, signal: AbortSignal | undefined): Promise<Asked> {
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
