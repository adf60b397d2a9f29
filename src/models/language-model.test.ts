import { MockLanguageModelV3 } from 'ai/test';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { collect } from '../../test/support/collect.ts';
import { freePort } from '../../test/support/free-port.ts';
import { startOpenAiServer, type OpenAiServer } from '../../test/support/openai-server.ts';
import { ConfigError, GenerationError } from '../errors.ts';
import { importPeer, languageModelUse } from './import-peer.ts';
import { openLanguageModel, type LanguageModelConfig } from './language-model.ts';

let server: OpenAiServer;
beforeEach(async () => {
  server = await startOpenAiServer();
});
afterEach(() => server.close());

const open = (settings: Partial<LanguageModelConfig> = {}) =>
  openLanguageModel({
    model: 'openai-compatible:llama3:8b',
    baseUrl: server.baseUrl,
    timeoutMs: 20_000,
    maxRetries: 2,
    redact: undefined,
    ...settings,
  });
const fail = async (settings: Partial<LanguageModelConfig> = {}) => {
  const model = await open({ maxRetries: 0, ...settings });
  const thrown: unknown = await model.generateText({ prompt: 'Hello' }).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(GenerationError);
  return thrown as GenerationError;
};
const schema = z.object({ city: z.string() });

describe('a language model of an OpenAI-compatible server', () => {
  it('sends prompt, system text, limit and key, and gives text and usage back', async () => {
    server.reply({ text: 'Paris.' });
    const model = await open({ apiKey: 'secret-key' });
    expect(model.modelId).toBe('openai-compatible:llama3:8b');
    const request = { prompt: 'Which city?', system: 'Be short.', maxOutputTokens: 50 };
    expect(await model.generateText(request)).toEqual({
      text: 'Paris.',
      usage: { inputTokens: 100, outputTokens: 10 },
    });
    const [{ path, authorization, body }] = server.requests as [OpenAiServer['requests'][number]];
    expect({ path, authorization }).toEqual({
      path: '/v1/chat/completions',
      authorization: 'Bearer secret-key',
    });
    expect(body).toEqual({
      model: 'llama3:8b',
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'Be short.' },
        { role: 'user', content: 'Which city?' },
      ],
    });
  });

  it('names the limit as the reasoning models of OpenAI want it', async () => {
    const model = await open({ model: 'openai:some-model' });
    await model.generateText({ prompt: 'Hello', maxOutputTokens: 50 });
    expect(server.requests[0]!.body).toMatchObject({ max_completion_tokens: 50 });
    expect(server.requests[0]!.body).not.toHaveProperty('max_tokens');
    expect(server.requests[0]!.authorization).toBeUndefined();
  });

  it('sends the JSON schema of an object, and gives the object', async () => {
    server.reply({ text: '{"city": "Paris"}' });
    const { object } = await (await open()).generateObject({ schema, prompt: 'Which city?' });
    expect(object).toEqual({ city: 'Paris' });
    expect(server.requests[0]!.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: { properties: { city: { type: 'string' } }, required: ['city'] } },
    });
  });

  it.each([
    ['no JSON', { text: 'It is Paris.' }],
    ['JSON of another shape', { text: '{"town": "Paris"}' }],
    ['an object that is cut off', { text: '{"city": "Par', finishReason: 'length' as const }],
  ])('says that a reply is malformed for %s', async (_what, reply) => {
    server.reply(reply);
    const call = (await open()).generateObject({ schema, prompt: 'Which city?' });
    await expect(call).rejects.toMatchObject({
      code: 'GENERATION',
      context: { reason: 'malformed', model: 'openai-compatible:llama3:8b' },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('asks in words where the server refuses schemas, and does so from then on', async () => {
    const refusal = { status: 400, message: 'response_format.type must be text' };
    server.reply(refusal, { text: '<think>{a city}</think>Here it is:\n```json\n{"city": "Paris"}\n```' });
    const model = await open();
    for (let time = 0; time < 2; time += 1) {
      const { object } = await model.generateObject({ schema, system: 'Be brief.', prompt: 'Which city?' });
      expect(object).toEqual({ city: 'Paris' });
    }
    expect(server.requests).toHaveLength(3);
    expect(model.takesSchemas).toBe(false);
    const { response_format: format, messages } = server.requests[2]!.body;
    expect(format).toBeUndefined();
    expect(messages[0]!.content).toMatch(/^Be brief\.\n\n.*JSON schema.*\n\{.*"city"/);
  });

  it('goes on sending schemas where the request itself was refused', async () => {
    server.reply({ status: 400, message: 'The prompt is too long' });
    const model = await open();
    await expect(model.generateObject({ schema, prompt: 'Which city?' })).rejects.toThrow(/too long/);
    expect(model.takesSchemas).toBe(true);
  });

  it('streams text as it is written, with usage, and says when it is cut off', async () => {
    server.reply({ text: 'It is Paris.', finishReason: 'length' });
    const parts = await collect((await open()).streamText({ prompt: 'Which city?', schema }));
    expect(parts).toEqual([
      { kind: 'text', text: 'It ' },
      { kind: 'text', text: 'is ' },
      { kind: 'text', text: 'Paris.' },
      { kind: 'end', usage: { inputTokens: 100, outputTokens: 10 }, cutOff: true },
    ]);
    const [{ body }] = server.requests as [OpenAiServer['requests'][number]];
    expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(body.response_format?.json_schema?.schema).toMatchObject({ required: ['city'] });
  });

  it.each([
    ['a stream that breaks off', { text: 'It is Paris.', breaksOff: 'drop' }, 'unreachable', 1],
    ['a stream that comes to a halt', { text: 'It is Paris.', breaksOff: 'hang' }, 'timeout', 1],
    ['a server that is too busy', { status: 503, headers: { 'retry-after-ms': '1' } }, 'server', 3],
  ] as const)('says what happened to %s', async (_what, reply, reason, calls) => {
    server.reply(reply);
    const model = await open({ timeoutMs: 2000 });
    const error: unknown = await collect(model.streamText({ prompt: 'Which city?' })).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(GenerationError);
    expect((error as GenerationError).context['reason']).toBe(reason);
    expect(server.requests).toHaveLength(calls);
  });

  it('remembers that the server refuses schemas', async () => {
    server.reply({ status: 400, message: 'response_format is not supported' });
    const model = await open();
    expect(model.takesSchemas).toBe(true);
    await expect(collect(model.streamText({ prompt: 'Hello', schema }))).rejects.toThrow(/HTTP 400/);
    expect(model.takesSchemas).toBe(false);
  });

  it('stops the call when nobody reads on, and on abort', async () => {
    server.reply({ text: 'It is Paris.', breaksOff: 'hang' });
    const model = await open();
    for await (const part of model.streamText({ prompt: 'Hello' })) {
      expect(part).toEqual({ kind: 'text', text: 'It ' });
      break;
    }
    const controller = new AbortController();
    const reason = new Error('enough');
    const reading = collect(model.streamText({ prompt: 'Hello', signal: controller.signal }));
    setTimeout(() => controller.abort(reason), 50);
    await expect(reading).rejects.toBe(reason);
    await vi.waitFor(() => expect(server.openReplies()).toBe(0), { timeout: 10_000 });
  });

  it('waits as long as Retry-After says after a rate limit, then goes on', async () => {
    server.reply({ status: 429, headers: { 'retry-after': '0' } }, { text: 'Paris.' });
    const model = await open({ timeoutMs: 1500 }); // the usual pause is 2 s
    expect((await model.generateText({ prompt: 'Hello' })).text).toBe('Paris.');
    expect(server.requests).toHaveLength(2);
  });

  it('gives up after the configured number of retries', async () => {
    server.reply({ status: 429, message: 'Slow down.', headers: { 'retry-after-ms': '1' } });
    const error = await fail({ maxRetries: 2 });
    expect(error.message).toBe('openai-compatible:llama3:8b answered with HTTP 429: Slow down');
    expect(error.context).toMatchObject({ reason: 'rate limit', status: 429 });
    expect(error.hint).toMatch(/calls\.maxRetries/);
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ['a refused key', { status: 401, message: 'Bad key secret-key' }, 'authentication', /llm\.apiKey/],
    ['a key without rights', { status: 403 }, 'authentication', /may use the model/],
    ['an unknown model', { status: 404 }, 'not found', /llm\.model/],
    ['a refused request', { status: 400, message: 'No schemas' }, 'request', /JSON schemas/],
    ['a broken server', { status: 500 }, 'server', /Try again/],
    ['a dropped connection', { fault: 'drop' }, 'unreachable', /Start the server/],
    ['a page that is no completion', { fault: 'nonsense' }, 'protocol', /\/v1/],
  ] as const)('says what happened and what to do about %s', async (_what, reply, reason, hint) => {
    server.reply(reply);
    const error = await fail({ apiKey: 'secret-key' });
    expect(error.context['reason']).toBe(reason);
    expect(error.hint).toMatch(hint);
    expect(error.cause).toBeInstanceOf(Error);
    expect(JSON.stringify(error)).not.toContain('secret-key');
  });

  it('names the address where nobody listens', async () => {
    const port = await freePort();
    const error = await fail({ baseUrl: `http://127.0.0.1:${port}/v1` });
    expect(error.message).toMatch(
      new RegExp(`cannot be reached at http://127\\.0\\.0\\.1:${port}: .*ECONNREFUSED`),
    );
  });

  it('stops waiting after timeoutMs', async () => {
    server.reply({ fault: 'hang' });
    const error = await fail({ timeoutMs: 50 });
    expect(error.message).toMatch(/did not answer within 50 ms/);
    expect(error.context['reason']).toBe('timeout');
  });

  it("throws the signal's reason on abort", async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    server.reply(() => {
      controller.abort(reason);
      return { fault: 'hang' };
    });
    const call = (await open()).generateText({ prompt: 'Hello', signal: controller.signal });
    await expect(call).rejects.toBe(reason);
  });
});

describe('a model object of the AI SDK', () => {
  it('is called as it is, and its warnings stay off the console', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const info = vi.spyOn(console, 'info').mockImplementation(() => {});
    const object = new MockLanguageModelV3({
      provider: 'mine',
      modelId: 'tiny',
      doGenerate: {
        content: [{ type: 'text', text: '{"city": "Paris"}' }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 2, text: 2, reasoning: 0 },
        },
        warnings: [{ type: 'other', message: 'careful' }],
      },
    });
    const model = await open({ model: object, baseUrl: undefined });
    expect(model.modelId).toBe('mine:tiny');
    expect(await model.generateObject({ schema, prompt: 'Which city?' })).toEqual({
      object: { city: 'Paris' },
      usage: { inputTokens: 3, outputTokens: 2 },
    });
    expect(warn.mock.calls.concat(info.mock.calls)).toEqual([]);
    vi.restoreAllMocks();
  });
});

let pulls = 0;
/** Writes without a pause, so that no timer has a turn of its own accord, and heeds no signal. */
const endless = (text: string) =>
  new MockLanguageModelV3({
    doStream: async () => ({
      stream: new ReadableStream({
        start: (out) => out.enqueue({ type: 'text-start', id: '1' }),
        pull: (out) => {
          pulls += 1;
          out.enqueue({ type: 'text-delta', id: '1', delta: text });
        },
      }),
    }),
  });

/** Whatever nobody reads any more is not read on behind their back. */
async function expectNoMorePulls(): Promise<void> {
  await pause(100);
  const before = pulls;
  await pause(100);
  expect(pulls).toBe(before);
}

describe('a model that does not end', () => {
  const silent = new MockLanguageModelV3({
    doGenerate: () => new Promise(() => {}),
    doStream: async () => ({ stream: new ReadableStream({}) }),
  });

  it.each([
    ['writes on', endless('')],
    ['is silent', silent],
  ])(
    'is given up after the time of a call, and when the signal says so, also where it %s',
    async (_what, object) => {
      const model = await open({ model: object, baseUrl: undefined, timeoutMs: 200, maxRetries: 0 });
      const late = { context: { reason: 'timeout' } };
      await expect(collect(model.streamText({ prompt: 'Go on.' }))).rejects.toMatchObject(late);
      const patient = await open({ model: object, baseUrl: undefined, maxRetries: 0 });
      const signal = AbortSignal.timeout(200);
      const given: unknown = await collect(patient.streamText({ prompt: 'Go on.', signal })).catch(
        (error: unknown) => error,
      );
      expect(given).toBe(signal.reason);
      await expectNoMorePulls();
    },
  );

  it('is given up after the time of a call that is not streamed', async () => {
    const model = await open({ model: silent, baseUrl: undefined, timeoutMs: 200, maxRetries: 0 });
    await expect(model.generateText({ prompt: 'Go on.' })).rejects.toMatchObject({
      context: { reason: 'timeout' },
    });
  });

  it('is given up when it has written more than anybody asked for', async () => {
    const model = await open({ model: endless('word '.repeat(40)), baseUrl: undefined, maxRetries: 0 });
    let length = 0;
    const read = async () => {
      for await (const part of model.streamText({ prompt: 'Go on.', maxOutputTokens: 100 }))
        if (part.kind === 'text') length += part.text.length;
    };
    await expect(read()).rejects.toMatchObject({ context: { reason: 'malformed' } });
    expect(length).toBeLessThan(20_000);
    await expectNoMorePulls();
  });

  it('is refused when a whole reply is too long', async () => {
    const object = new MockLanguageModelV3({
      doGenerate: {
        content: [{ type: 'text', text: 'x'.repeat(1_000_001) }],
        finishReason: { unified: 'stop', raw: undefined },
        usage: {
          inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 2, text: 2, reasoning: 0 },
        },
        warnings: [],
      },
    });
    const error = await fail({ model: object, baseUrl: undefined });
    expect(error.message).toMatch(/more than 1,000,000 characters/);
  });
});

describe('importPeer', () => {
  it('gives the command that installs a missing package', async () => {
    const error: unknown = await importPeer('no-such-package', languageModelUse).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({
      message: 'Language models need the package "no-such-package", which is not installed',
      hint: 'Run `npm install ai@6 @ai-sdk/openai-compatible@2` where pincite is installed.',
      cause: { code: 'ERR_MODULE_NOT_FOUND' },
    });
  });

  it('says why a package that is there does not load', async () => {
    const call = importPeer('ai', languageModelUse, 'data:text/javascript,throw new Error("no such day")');
    await expect(call).rejects.toThrow(/package "ai", which cannot be loaded: no such day/);
  });
});
