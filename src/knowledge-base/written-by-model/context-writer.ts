/** What a language model says of each chunk, section or figure, embedded and indexed with it and no part of it. */
import type { ContextSource, WritingRequest } from '../../chunk/requests/model-requests.ts';
import type { FinishedChunk } from '../../chunk/finish/finish.ts';
import { GenerationError, PinciteError } from '../../errors.ts';
import type { LanguageModel, ModelUsage } from '../../models/language-model.ts';
import type { ReplyCache } from '../../models/reply-cache.ts';
import type { Tokenizer } from '../../text/tokens/tokens.ts';
import { codePointStart } from '../../text/tokens/uninterrupted.ts';
import type { Chunk, LoadedDocument } from '../../types.ts';
import { forEachBounded } from '../../util/async/for-each-bounded.ts';
import { sha256 } from '../../util/ids/hash.ts';
import { slices } from '../../util/lists/slices.ts';
import { Slots } from '../../util/async/slots.ts';
import type { CostMeter } from '../../models/cost.ts';
import type { CutDocument } from '../prepare/cut.ts';

/** What came of the context lines, of the summaries, or of the descriptions of figures, of one call. */
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
  /** By the model's price of `llm.prices`; absent without. */
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
  /** What came of `chunking.describeFigures`, where that is configured. */
  readonly figureDescription?: Contextualization;
}

/** The reports among other fields of a response. */
export function pickReports(response: WritingReports): WritingReports {
  const { contextualization, summarization, figureDescription } = response;
  return {
    ...(contextualization && { contextualization }),
    ...(summarization && { summarization }),
    ...(figureDescription && { figureDescription }),
  };
}

/** What is written of which chunks. */
export interface WritingTask {
  readonly kind: keyof WritingReports;
  /** What warnings say is missing, such as `No context line`, and of what, such as `chunks`. */
  readonly missing: string;
  readonly unit: string;
  readonly isFor: (chunk: Chunk, loaded: LoadedDocument) => boolean;
  readonly requestOf: (source: ContextSource) => WritingRequest;
  /** The line that a reply is; empty where the model has nothing to say. */
  readonly lineOf: (reply: string) => string;
  /** Of a line, where the embedding model reads enough. */
  readonly mostTokens: number;
  /** Whether requests go with pictures of the chunks, and chunks say what was said of these. */
  readonly isOfPictures?: boolean;
}

export interface ContextWriterParts {
  readonly task: WritingTask;
  readonly model: LanguageModel;
  readonly cost: CostMeter;
  /** Calls under way at once. */
  readonly concurrency: number;
  readonly replies: ReplyCache;
  /** The embedding model's. */
  readonly tokenizer: Tokenizer;
}

export interface WriteOptions {
  /** Tokens that the embedding model reads. */
  readonly maxTokens: number;
  readonly signal?: AbortSignal | undefined;
  /** Draws the figures of these chunks. */
  readonly draw: (chunks: readonly Chunk[]) => Promise<readonly (Uint8Array | undefined)[]>;
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
/** Figures of a document that are described at most, and pictures of them that are held at once. */
const mostFigures = 500;
const figuresAtOnce = 8;
/** What models take a picture for, until they tell. */
const pictureTokens = 1500;

/** Writes a line over chunks, or over sections, of the documents of one call. */
export class ContextWriter {
  readonly #parts: ContextWriterParts;
  readonly #slots: Slots;
  /** Pictures take memory, so those of one document are drawn at a time. */
  readonly #drawing = new Slots(1);
  readonly #counts = { written: 0, cached: 0, missing: 0 };
  #failures = 0;
  #ms = 0;

  constructor(parts: ContextWriterParts) {
    this.#parts = parts;
    this.#slots = new Slots(parts.concurrency);
  }

  /**
   * Puts a line over each chunk that the task is for. A chunk whose line the model does not write stays as it is, and a
   * warning tells.
   * @throws the signal's reason.
   */
  async write(
    { loaded, title, chunks }: Pick<CutDocument, 'loaded' | 'title' | 'chunks'>,
    { maxTokens, signal, draw }: WriteOptions,
  ): Promise<ContextualChunks> {
    const started = performance.now();
    const { task, model, tokenizer } = this.#parts;
    const wanted = [...chunks.keys()].filter((index) => task.isFor(chunks[index]!.chunk, loaded));
    const lineOf = new Map<number, string>();
    const reasons = new Set<string>();
    for (const group of this.#groupsOf(wanted, reasons)) {
      const pictures = await this.#pictures(
        group.map((index) => chunks[index]!.chunk),
        { reasons, draw, signal },
      );
      const requestOf = (place: number): WritingRequest | undefined => {
        const { charStart, charEnd } = chunks[group[place]!]!.chunk;
        const request = task.requestOf({ title, text: loaded.text, charStart, charEnd });
        if (!task.isOfPictures) return request;
        const picture = pictures[place];
        return picture && { ...request, picture };
      };
      const lines = await this.#lines(group.length, requestOf, { reasons, signal });
      for (const [place, line] of lines.entries()) if (line !== undefined) lineOf.set(group[place]!, line);
    }
    const missing = wanted.length - lineOf.size;
    this.#counts.missing += missing;
    this.#ms += performance.now() - started;
    const most = lineTokens(maxTokens, task.mostTokens);
    return {
      chunks: chunks.map((one, index) => {
        const line = lineOf.get(index);
        if (line === undefined) return one;
        const written = withLine(one, shorten(line, tokenizer, most));
        const described = { text: line, by: model.modelId };
        return task.isOfPictures ? { ...written, chunk: { ...written.chunk, described } } : written;
      }),
      warnings:
        missing === 0
          ? []
          : [`${task.missing} for ${missing} of ${wanted.length} ${task.unit}: ${[...reasons].join('; ')}`],
    };
  }

  /** A few figures at a time; everything else at once. */
  #groupsOf(wanted: readonly number[], reasons: Set<string>): Iterable<readonly number[]> {
    if (!this.#parts.task.isOfPictures) return [wanted];
    if (wanted.length > mostFigures)
      reasons.add(`no more than ${mostFigures} figures of a document are described`);
    return slices(wanted.slice(0, mostFigures), figuresAtOnce);
  }

  /** Nothing where none are wanted, or where they cannot be drawn. */
  async #pictures(
    chunks: readonly Chunk[],
    { reasons, draw, signal }: Pick<WriteOptions, 'draw' | 'signal'> & { readonly reasons: Set<string> },
  ): Promise<readonly (Uint8Array | undefined)[]> {
    if (!this.#parts.task.isOfPictures) return [];
    try {
      const pictures = await this.#drawing.run(() => draw(chunks), signal);
      if (pictures.includes(undefined)) reasons.add('some cannot be drawn');
      return pictures;
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof PinciteError)) throw error;
      reasons.add(error.message);
      return [];
    }
  }

  /** Replies that are known, then those of the model; and why some are missing. Requests are made as they are needed. */
  async #lines(
    count: number,
    requestOf: (place: number) => WritingRequest | undefined,
    { reasons, signal }: { readonly reasons: Set<string>; readonly signal: AbortSignal | undefined },
  ): Promise<(string | undefined)[]> {
    const { concurrency, replies } = this.#parts;
    const hashes: (string | undefined)[] = [];
    for (let place = 0; place < count; place += 1) {
      const request = requestOf(place);
      const hashed = request && (await this.#hashOf(request));
      if (hashed && 'reason' in hashed) reasons.add(hashed.reason);
      hashes.push(hashed && 'hash' in hashed ? hashed.hash : undefined);
    }
    const found = (await replies.get(hashes.filter((hash) => hash !== undefined))).values();
    const lines = hashes.map((hash) => (hash === undefined ? undefined : found.next().value));
    const cached = lines.filter((line) => line !== undefined).length;
    const unknown = [...lines.keys()].filter(
      (place) => lines[place] === undefined && hashes[place] !== undefined,
    );
    await forEachBounded(unknown, concurrency, async (place) => {
      const asked = await this.#slots.run(() => this.#ask(requestOf(place)!, signal));
      if ('reason' in asked) return void reasons.add(asked.reason);
      lines[place] = asked.line;
      await replies.set([{ hash: hashes[place]!, text: asked.line }]);
    });
    this.#counts.cached += cached;
    this.#counts.written += lines.filter((line) => line !== undefined).length - cached;
    return lines;
  }

  get kind(): WritingTask['kind'] {
    return this.#parts.task.kind;
  }

  report(): Contextualization {
    const { usage, estimatedCostUsd } = this.#parts.cost;
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
      const shown = request.picture ? [sha256(request.picture)] : [];
      return { hash: sha256(JSON.stringify([model.modelId, system, prompt, ...shown])) };
    } catch (error) {
      if (!(error instanceof GenerationError)) throw error;
      return { reason: error.message };
    }
  }

  async #ask(request: WritingRequest, signal: AbortSignal | undefined): Promise<Asked> {
    signal?.throwIfAborted();
    const { task, model, cost } = this.#parts;
    if (this.#failures >= mostFailures) {
      return { reason: `${model.modelId} is not asked again after ${mostFailures} failures in a row` };
    }
    const reservation = cost.reserve(request, request.picture ? pictureTokens : 0);
    if (!reservation) return { reason: `the cost would pass llm.maxCostUsd (${cost.mostUsd})` };
    try {
      const { text, usage } = await model.generateText({ ...request, maxOutputTokens, signal });
      reservation.settle(usage);
      this.#failures = 0;
      const line = task.lineOf(text);
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

/** What a line may take of an embedding model's length, in tokens. */
export function lineTokens(maxTokens: number, most: number): number {
  return Math.min(most, Math.floor(maxTokens / 4));
}

/** Without its end where it has too many tokens. */
function shorten(line: string, tokenizer: Tokenizer, mostTokens: number): string {
  let kept = line;
  while (kept !== '' && tokenizer.count(kept) > mostTokens) {
    kept = kept.slice(0, codePointStart(kept, Math.floor(kept.length * 0.9)));
  }
  return kept;
}
