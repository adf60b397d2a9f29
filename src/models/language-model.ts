/**
 * The one place that calls language models, over the AI SDK: an optional peer that is loaded when a model is opened,
 * not before. What went wrong is a GenerationError whatever the provider.
 */
import type { LanguageModelMiddleware, ModelMessage } from 'ai';
import type { z } from 'zod';
import { GenerationError } from '../errors.ts';
import { Turn } from '../util/async/turn.ts';
import { unlessAborted } from '../util/async/unless-aborted.ts';
import { type AiSdkModel, nameOfModel } from './ai-sdk-model.ts';
import { toGenerationError } from './calls/generation-failure.ts';
import { importPeer, languageModelUse } from './import-peer.ts';
import { parseModelName } from './providers/providers.ts';
import { type Redact, Redactor } from './redact.ts';
import { isCallFailure } from './calls/retry.ts';
import { maskError } from '../util/strings/mask-secrets.ts';
import { startCall, watchCall, type Watched } from '../util/telemetry/operation.ts';

export interface LanguageModelConfig {
  /** `provider:model`, or an AI SDK language model object. */
  readonly model: string | AiSdkModel;
  /** Where the provider listens; needed for `openai-compatible:…`. */
  readonly baseUrl?: string;
  readonly apiKey?: string;
  /** For one call with its retries, in milliseconds. */
  readonly timeoutMs: number;
  /** After rate limits, server errors and network errors; the pauses double from 2 s, or follow `Retry-After`. */
  readonly maxRetries: number;
  /** Sees prompts and system texts before they are sent. To be said by whoever opens a model, so that nobody forgets it. */
  readonly redact: Redact | undefined;
}

interface TextRequest {
  readonly prompt: string;
  readonly system?: string;
  /** A PNG or JPEG file for the model to look at; `redact` does not see it. For `generateText`. */
  readonly picture?: Uint8Array | undefined;
  readonly maxOutputTokens?: number;
  /** Instead of the configured number. */
  readonly maxRetries?: number;
  readonly signal?: AbortSignal;
}

/** What of a request is text. */
interface RequestTexts {
  readonly prompt: string;
  readonly system: string | undefined;
}

export interface ObjectRequest<Schema extends z.ZodType> extends TextRequest {
  /** The model is held to it where its server can, and the reply is checked against it in any case. */
  readonly schema: Schema;
}

/** Tokens; 0 where the provider does not say. */
export interface ModelUsage {
  /** What it read. */
  readonly inputTokens: number;
  /** What it wrote. */
  readonly outputTokens: number;
}

interface StreamRequest extends Omit<TextRequest, 'maxRetries'> {
  /** The model is held to it where its server can; what comes is not checked. */
  readonly schema?: z.ZodType;
}

type StreamPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Comes last. `cutOff` when the model had more to say than `maxOutputTokens` allows. */
  | { readonly kind: 'end'; readonly usage: ModelUsage; readonly cutOff: boolean };

/**
 * Writes text, or an object of a given shape.
 *
 * @throws GenerationError with `context.reason` when the model cannot be reached, refuses, or writes nonsense; the
 * signal's reason on abort.
 */
export interface LanguageModel {
  /** `provider:model`. */
  readonly modelId: string;
  /** Where it listens: `api.openai.com`, `localhost:11434`; unknown of a model object of the AI SDK. */
  readonly host?: string | undefined;
  generateText(request: TextRequest): Promise<{ text: string; usage: ModelUsage }>;
  generateObject<Schema extends z.ZodType>(
    request: ObjectRequest<Schema>,
  ): Promise<{ object: z.output<Schema>; usage: ModelUsage }>;
  /** Text as it is written, retried until the first of it is there. Whoever stops reading stops the call. */
  streamText(request: StreamRequest): AsyncGenerator<StreamPart, void, undefined>;
  /**
   * A request as it would be sent now, for what keeps replies by their requests.
   * @throws GenerationError where `redact` refuses it.
   */
  asSent(texts: RequestTexts): Promise<RequestTexts>;
  /** Whether schemas may be sent with requests; false as well once the server has refused one. */
  readonly takesSchemas: boolean;
}

/** @throws ConfigError with the command to run when the AI SDK is not installed. */
export async function openLanguageModel(config: LanguageModelConfig): Promise<LanguageModel> {
  const sdk = await importPeer<typeof import('ai')>('ai', languageModelUse);
  const modelId = nameOfModel(config.model);
  const model = sdk.wrapLanguageModel({ model: await resolveModel(config), middleware: withoutWarnings });
  const redactor = new Redactor({
    redact: config.redact,
    to: modelId,
    purpose: 'generation',
    Failure: GenerationError,
  });
  const host = hostOf(config);
  const { ignoresSchemas = false, keyVariables = [] } = parseModelName(modelId)?.provider ?? {};
  let takesSchemas = !ignoresSchemas;

  function begin(request: TextRequest, stop?: AbortSignal) {
    const { prompt, system, maxOutputTokens, signal, maxRetries = config.maxRetries } = request;
    const timeout = AbortSignal.timeout(config.timeoutMs);
    const abortSignal = AbortSignal.any([timeout, ...[signal, stop].filter((one) => one !== undefined)]);
    return {
      settings: { prompt, system, maxOutputTokens, maxRetries, abortSignal },
      /** The signal's reason, or what went wrong in our words. */
      toError(error: unknown): unknown {
        if (signal?.aborted === true) return signal.reason;
        if (error instanceof GenerationError) return error;
        const cause: unknown = timeout.aborted ? timeout.reason : error;
        const facts = { sdk, modelId, timeoutMs: config.timeoutMs, keyVariables };
        return maskError(toGenerationError(cause, facts), [config.apiKey]);
      },
    };
  }

  async function call<Result extends { readonly usage: ModelUsage }>(
    request: TextRequest,
    run: (settings: CallSettings) => Promise<Result>,
  ) {
    const { settings, toError } = begin(request);
    try {
      const sent = await redacted(settings);
      const answer = () =>
        unlessAborted(run(sent), settings.abortSignal).catch((error: unknown) => {
          throw toError(error);
        });
      return await watchCall(callOf(sent), answer, ({ usage }) => usage);
    } catch (error) {
      throw toError(error);
    }
  }

  const callOf = (sent: CallSettings) =>
    ({ purpose: 'generation', model: modelId, texts: textsOf(sent).length }) as const;

  async function redacted(settings: CallSettings): Promise<CallSettings> {
    const sent = await redactor.send(textsOf(settings), settings.abortSignal);
    return { ...settings, ...toTexts(sent) };
  }

  async function* streamText({ schema, ...request }: StreamRequest): AsyncGenerator<StreamPart, void> {
    const stop = new AbortController();
    const { settings, toError } = begin(request, stop.signal);
    let watched: Watched | undefined;
    try {
      const asked = schema === undefined ? model : await heldTo(schema);
      const sent = await redacted(settings);
      watched = startCall(callOf(sent));
      const { fullStream } = watched.within(() =>
        sdk.streamText({ model: asked, ...sent, onError: () => {} }),
      );
      const most = longestReply(request);
      let length = 0;
      for await (const part of heeding(fullStream, settings.abortSignal)) {
        if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
          length += part.text.length;
          if (length > most) throw tooLong(modelId, most);
        }
        if (part.type === 'text-delta') yield { kind: 'text', text: part.text };
        if (part.type === 'error') throw part.error;
        if (part.type === 'abort') throw settings.abortSignal.reason;
        if (part.type === 'finish') {
          const usage = toUsage(part.totalUsage);
          watched.end({ usage });
          yield { kind: 'end', usage, cutOff: part.finishReason === 'length' };
        }
      }
    } catch (error) {
      if (schema !== undefined && isRefusedRequest(error)) takesSchemas = false;
      const failure = toError(error);
      watched?.end({ error: failure });
      throw failure;
    } finally {
      stop.abort();
      watched?.end({}); // nobody read on
    }
  }

  /** `streamText`'s own way to ask for an object keeps back text that is none. */
  async function heldTo(schema: z.ZodType) {
    const responseFormat = await sdk.Output.object({ schema }).responseFormat;
    const transformParams: LanguageModelMiddleware['transformParams'] = async ({ params }) => ({
      ...params,
      responseFormat,
    });
    return sdk.wrapLanguageModel({ model, middleware: { specificationVersion: 'v3', transformParams } });
  }

  /** With the schema where the server takes one; else it is asked for in words. */
  async function generateObject<Schema extends z.ZodType>(schema: Schema, settings: CallSettings) {
    if (!takesSchemas) return generateInWords(schema, settings);
    try {
      return await readReply(schema, await sdk.generateText({ model: await heldTo(schema), ...settings }));
    } catch (error) {
      if (!isRefusedRequest(error)) throw error;
      const reply = await generateInWords(schema, settings);
      takesSchemas = false;
      return reply;
    }
  }

  async function generateInWords<Schema extends z.ZodType>(schema: Schema, settings: CallSettings) {
    const format = await sdk.Output.object({ schema }).responseFormat;
    const system = askForObject(settings.system, format?.type === 'json' ? format.schema : undefined);
    return readReply(schema, await sdk.generateText({ model, ...settings, system }));
  }

  async function readReply<Schema extends z.ZodType>(schema: Schema, reply: WrittenText) {
    const { response, usage, finishReason } = reply;
    checkLength(reply.text);
    const text = objectInText(reply.text);
    const object = await sdk.Output.object({ schema }).parseCompleteOutput(
      { text },
      { response, usage, finishReason },
    );
    return { object: object as z.output<Schema>, usage: toUsage(reply.totalUsage) };
  }

  function checkLength(text: string): void {
    if (text.length > mostCharacters) throw tooLong(modelId, mostCharacters);
  }

  return {
    modelId,
    host,
    streamText,
    asSent: async (texts) => toTexts(await redactor.preview(textsOf(texts))),
    get takesSchemas() {
      return takesSchemas;
    },
    generateText: (request) =>
      call(request, async ({ prompt, ...settings }) => {
        const asked = request.picture ? { messages: withPicture(prompt, request.picture) } : { prompt };
        const { text, totalUsage } = await sdk.generateText({ model, ...settings, ...asked });
        checkLength(text);
        return { text, usage: toUsage(totalUsage) };
      }),
    generateObject: ({ schema, ...request }) => call(request, (settings) => generateObject(schema, settings)),
  };
}

/** UTF-16 code units of a reply, whatever it was asked for. */
const mostCharacters = 1_000_000;
/** The same of a token, and of what a model may write beside what it was asked for. */
const mostInToken = 32;
const leastLimit = 16_384;
/** Bytes of the answer of a server, in which each token of a stream stands in a message of its own. */
const mostBytes = 64 * 2 ** 20;

const longestReply = ({ maxOutputTokens = Infinity }: TextRequest): number =>
  Math.min(mostCharacters, leastLimit + mostInToken * maxOutputTokens);

const tooLong = (modelId: string, most: number) =>
  new GenerationError(`${modelId} wrote more than ${most.toLocaleString('en')} characters`, {
    hint: 'It may repeat itself: try again, or choose another model.',
    context: { model: modelId, reason: 'malformed' },
  });

/** The parts of a stream until the signal is aborted, also where the stream does not heed it. @throws the signal's reason. */
async function* heeding<Part>(stream: AsyncIterable<Part>, signal: AbortSignal): AsyncGenerator<Part, void> {
  signal.throwIfAborted();
  const parts = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const part = await unlessAborted(parts.next(), signal);
      if (part.done === true) return;
      yield part.value;
    }
  } finally {
    parts.return?.().catch(() => {}); // may never come back
  }
}

/** `fetch`, with an answer that fails when it has too many bytes. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      bytes += chunk.length;
      if (bytes > mostBytes) out.error(new Error('the answer does not end'));
      else out.enqueue(chunk);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
};

const withPicture = (text: string, image: Uint8Array): ModelMessage[] => [
  {
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'image', image },
    ],
  },
];

type WrittenText = Awaited<ReturnType<typeof import('ai').generateText>>;

const textsOf = ({ prompt, system }: RequestTexts) => (system === undefined ? [prompt] : [prompt, system]);

const toTexts = ([prompt = '', system]: readonly string[]): RequestTexts => ({ prompt, system });

interface CallSettings {
  readonly prompt: string;
  readonly system: string | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly maxRetries: number;
  readonly abortSignal: AbortSignal;
}

/** The server found something wrong with what it was asked. */
const isRefusedRequest = (error: unknown): boolean =>
  isCallFailure(error) && (error.statusCode === 400 || error.statusCode === 422);

/**
 * The AI SDK prints warnings to the console, which is the caller's and not ours. Streams leave others their turn, and end when
 * nobody reads them: one that does not heed the signal would be read for ever.
 */
const withoutWarnings: LanguageModelMiddleware = {
  specificationVersion: 'v3',
  wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }),
  async wrapStream({ doStream, params }) {
    const { stream, ...rest } = await doStream();
    const turn = new Turn(params.abortSignal);
    const silence = new TransformStream<StreamedPart, StreamedPart>({
      async transform(part, out) {
        if (turn.isOver()) await turn.next(); // a stream that never pauses would keep timers from firing
        out.enqueue(part.type === 'stream-start' ? { ...part, warnings: [] } : part);
      },
    });
    return { stream: stream.pipeThrough(silence), ...rest };
  },
};

type Streamed = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapStream']>>>;
type StreamedPart = Streamed['stream'] extends ReadableStream<infer Part> ? Part : never;

function hostOf({ model, baseUrl }: LanguageModelConfig): string | undefined {
  if (typeof model !== 'string') return undefined;
  const url = baseUrl ?? parseModelName(model)?.provider.baseUrl;
  return url === undefined ? undefined : new URL(url).host;
}

async function resolveModel({ model, baseUrl, apiKey }: LanguageModelConfig) {
  if (typeof model !== 'string') return model as unknown as OpenModel;
  const name = parseModelName(model)!; // the configuration's schema has checked it
  const { createOpenAICompatible } = await importPeer<typeof import('@ai-sdk/openai-compatible')>(
    '@ai-sdk/openai-compatible',
    languageModelUse,
  );
  const { outputLimitKey = 'max_tokens', ignoresSchemas = false, ...provider } = name.provider;
  return createOpenAICompatible({
    name: name.providerName,
    baseURL: (baseUrl ?? provider.baseUrl)!,
    apiKey,
    fetch: boundedFetch,
    supportsStructuredOutputs: !ignoresSchemas,
    includeUsage: true, // in streams, where it has to be asked for
    transformRequestBody: ({ max_tokens: limit, ...body }) => ({
      ...body,
      [outputLimitKey]: limit as unknown,
    }),
  })(name.model);
}

type OpenModel = Parameters<typeof import('ai').wrapLanguageModel>[0]['model'];

const toUsage = ({ inputTokens = 0, outputTokens = 0 }: { inputTokens?: number; outputTokens?: number }) => ({
  inputTokens,
  outputTokens,
});

/** Asks in words for an object of a JSON schema, of a server that cannot be held to one. */
function askForObject(system: string | undefined, schema: unknown): string {
  const request = `Reply with one JSON object that fits this JSON schema, and nothing else:\n${JSON.stringify(schema)}`;
  return system === undefined ? request : `${system}\n\n${request}`;
}

/** The object in a reply, without the thoughts, the words or the fence around it; the whole reply where there is none. */
function objectInText(text: string): string {
  const reply = text.replace(/^\s*<think>.*?<\/think>/s, '');
  const [start, end] = [reply.indexOf('{'), reply.lastIndexOf('}')];
  return start < 0 || end < start ? reply : reply.slice(start, end + 1);
}
