import { createAzure } from '@ai-sdk/azure';
import { createCohere } from '@ai-sdk/cohere';
import { createMistral } from '@ai-sdk/mistral';
import { createOpenAI } from '@ai-sdk/openai';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderName } from '../../test/support/embedding-protocols.ts';
import {
  startEmbeddingServer,
  vectorOfText,
  type EmbeddingReply,
  type EmbeddingServer,
} from '../../test/support/embedding-server.ts';
import { freePort } from '../../test/support/free-port.ts';
import { ConfigError, EmbeddingDimensionError, EmbeddingError } from '../errors.ts';
import { openProviderEmbedder, type ProviderEmbedderOptions } from './provider.ts';
import { toUnitVector } from './unit-vector.ts';

let server: EmbeddingServer;
beforeEach(async () => {
  server = await startEmbeddingServer();
});
afterEach(() => server.close());

/** Of the served model; without `dimensions` its size is asked for. */
const size = 8;
const passages = { role: 'passage' } as const;

function open(model: string, options: Partial<ProviderEmbedderOptions> = {}) {
  const baseUrl = server.baseUrlOf(model.split(':')[0] as ProviderName);
  return openProviderEmbedder({
    model,
    baseUrl,
    timeoutMs: 20_000,
    maxRetries: 2,
    redact: undefined,
    ...options,
  });
}

/** A model that nothing is published of, on a server of the OpenAI protocol. */
const openSmall = (options: Partial<ProviderEmbedderOptions> = {}) =>
  open('openai-compatible:small', { dimensions: size, ...options });

const idOf = async (options: Partial<ProviderEmbedderOptions>) =>
  (await open('openai:text-embedding-3-large', options)).modelId;

const openObject = (
  model: ProviderEmbedderOptions['model'],
  options: Partial<ProviderEmbedderOptions> = {},
) => openProviderEmbedder({ model, timeoutMs: 20_000, maxRetries: 0, redact: undefined, ...options });

const expected = (text: string, dimensions = size) => toUnitVector(vectorOfText(text, dimensions));

async function failure(reply: EmbeddingReply, options: Partial<ProviderEmbedderOptions> = {}) {
  server.reply(reply);
  const embedder = await openSmall({ maxRetries: 0, apiKey: 'secret-key', ...options });
  const thrown: unknown = await embedder.embed(['Hello'], passages).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(EmbeddingError);
  return thrown as EmbeddingError;
}

describe('a request', () => {
  it.each([
    [
      'openai:text-embedding-3-small',
      { dimensions: 256 },
      {
        path: '/v1/embeddings',
        key: { authorization: 'Bearer the-key' },
        query: { model: 'text-embedding-3-small', input: ['Q'], encoding_format: 'float', dimensions: 256 },
        passage: { input: ['P'], dimensions: 256 },
      },
    ],
    [
      'azure:my-embeddings',
      { dimensions: size },
      {
        path: '/openai/deployments/my-embeddings/embeddings?api-version=2024-10-21',
        key: { 'api-key': 'the-key' },
        query: { input: ['Q'], dimensions: size },
        passage: { input: ['P'] },
      },
    ],
    [
      'cohere:embed-v4.0',
      { dimensions: 512 },
      {
        path: '/v2/embed',
        key: { authorization: 'Bearer the-key' },
        query: {
          texts: ['Q'],
          input_type: 'search_query',
          output_dimension: 512,
          embedding_types: ['float'],
        },
        passage: { texts: ['P'], input_type: 'search_document' },
      },
    ],
    [
      'voyage:voyage-3.5',
      { dimensions: 2048 },
      {
        path: '/voyage/v1/embeddings',
        key: { authorization: 'Bearer the-key' },
        query: { model: 'voyage-3.5', input: ['Q'], input_type: 'query', output_dimension: 2048 },
        passage: { input: ['P'], input_type: 'document' },
      },
    ],
    [
      'google:gemini-embedding-001',
      { dimensions: 768 },
      {
        path: '/v1beta/models/gemini-embedding-001:embedContent',
        key: { 'x-goog-api-key': 'the-key' },
        query: {
          content: { parts: [{ text: 'Q' }] },
          taskType: 'RETRIEVAL_QUERY',
          outputDimensionality: 768,
        },
        passage: { content: { parts: [{ text: 'P' }] }, taskType: 'RETRIEVAL_DOCUMENT' },
      },
    ],
    [
      'mistral:some-model',
      { dimensions: size },
      {
        path: '/mistral/v1/embeddings',
        key: { authorization: 'Bearer the-key' },
        query: { model: 'some-model', input: ['Q'] },
        passage: { input: ['P'] },
      },
    ],
    [
      'ollama:some-model:latest',
      { dimensions: size },
      {
        path: '/ollama/v1/embeddings',
        key: { authorization: 'Bearer the-key' },
        query: { model: 'some-model:latest', input: ['Q'] },
        passage: { input: ['P'] },
      },
    ],
    [
      'openai-compatible:owner/model',
      { dimensions: size },
      {
        path: '/compatible/v1/embeddings',
        key: { authorization: 'Bearer the-key' },
        query: { model: 'owner/model', input: ['Q'] },
        passage: { input: ['P'] },
      },
    ],
  ])('of %s has the address, key, role and size that the provider wants', async (model, options, wanted) => {
    const embedder = await open(model, { ...options, apiKey: 'the-key' });
    const [query] = await embedder.embed(['Q'], { role: 'query' });
    const [passage] = await embedder.embed(['P'], passages);
    expect(query).toEqual(expected('Q', options.dimensions));
    expect(passage).toEqual(expected('P', options.dimensions));
    const [first, second] = server.requests;
    expect(first).toMatchObject({ path: wanted.path, headers: wanted.key, body: wanted.query });
    expect(second).toMatchObject({ path: wanted.path, body: wanted.passage });
  });

  it('has the deployment of Azure in the body only, below an address that ends in /v1', async () => {
    const baseUrl = `${server.baseUrlOf('azure')}/v1`;
    const embedder = await open('azure:mine', { baseUrl, dimensions: size, apiKey: 'the-key' });
    await embedder.embed(['P'], passages);
    expect(server.requests[0]).toMatchObject({ path: '/openai/v1/embeddings', body: { model: 'mine' } });
  });

  it('has the version of Azure that the address asks for', async () => {
    const baseUrl = `${new URL(server.baseUrlOf('azure')).origin}?api-version=2025-04-01-preview`;
    await (await open('azure:mine', { baseUrl, dimensions: size })).embed(['P'], passages);
    expect(server.requests[0]!.path).toBe(
      '/openai/deployments/mine/embeddings?api-version=2025-04-01-preview',
    );
  });

  it.each(['openai', 'cohere', 'google', 'voyage', 'azure'])(
    'to %s looks into no variable for a key',
    async (provider) => {
      const variables = ['OPENAI_API_KEY', 'COHERE_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'AZURE_API_KEY'];
      for (const variable of variables) process.env[variable] = 'from-the-environment';
      try {
        await (await open(`${provider}:m`, { dimensions: size })).embed(['P'], passages);
        expect(JSON.stringify(server.requests[0]!.headers)).not.toContain('from-the-environment');
      } finally {
        for (const variable of variables) delete process.env[variable];
      }
    },
  );

  it('has the prefix of its role', async () => {
    const embedder = await openSmall({ queryPrefix: 'query: ', passagePrefix: 'passage: ' });
    await embedder.embed(['Q'], { role: 'query' });
    await embedder.embed(['P'], passages);
    expect(server.requests.map(({ texts }) => texts)).toEqual([['query: Q'], ['passage: P']]);
  });

  it.each([
    ['google:gemini-embedding-001', 'Q', /:batchEmbedContents$/],
    ['cohere:embed-english-v3.0', 'Q', /embed$/],
  ] as const)('of %s holds several texts', async (model, text, path) => {
    const embedder = await open(model, { dimensions: size });
    const vectors = await embedder.embed([text, 'R'], passages);
    expect(vectors).toEqual([expected(text), expected('R')]);
    expect(server.requests.map((request) => request.path)).toEqual([expect.stringMatching(path)]);
  });
});

describe('an embedder of a provider', () => {
  it('is named after model, size and prefixes, whatever else is set', async () => {
    expect(await idOf({})).toBe('openai:text-embedding-3-large');
    expect(await idOf({ dimensions: 3072, batchSize: 3 })).toBe('openai:text-embedding-3-large');
    expect(await idOf({ dimensions: 1024 })).toBe('openai:text-embedding-3-large@1024');
    expect(await idOf({ queryPrefix: 'q' })).toMatch(/^openai:text-embedding-3-large\+prefixes-[0-9a-f]{8}$/);
    expect(await idOf({ queryPrefix: 'q' })).not.toBe(await idOf({ passagePrefix: 'q' }));
    expect(server.requests).toEqual([]);
  });

  it('knows size and limits of well-known models without a call', async () => {
    const large = await open('openai:text-embedding-3-large');
    expect(large).toMatchObject({
      dimensions: 3072,
      maxTokens: 8191,
      tokenizer: 'cl100k_base',
      cacheable: true,
    });
    expect(large.limits).toEqual({ batchSize: 2048, batchTokens: 300_000, concurrency: 4 });
    expect((await open('cohere:embed-v4.0')).limits).toMatchObject({ batchSize: 96 });
    expect((await open('google:gemini-embedding-001')).limits).toMatchObject({ batchSize: 100 });
    expect((await open('voyage:voyage-3.5')).limits).toMatchObject({ batchSize: 128, batchTokens: 120_000 });
    expect((await open('mistral:mistral-embed')).limits).toMatchObject({ batchTokens: 16_000 });
    expect((await open('ollama:bge-m3:latest')).limits).toMatchObject({ concurrency: 1 });
    expect(server.requests).toEqual([]);
  });

  it('asks an unknown model for one vector, to learn its size', async () => {
    const embedder = await open('ollama:unheard-of');
    expect(embedder.dimensions).toBe(size);
    expect(server.requests).toHaveLength(1);
  });

  it('says that the server must be there when the size has to be asked', async () => {
    server.reply({ status: 404, message: 'model "unheard-of" not found, try pulling it first' });
    await expect(open('ollama:unheard-of')).rejects.toThrow(/HTTP 404: model "unheard-of" not found, try/);
  });

  it('is refused where the answer has no numbers', async () => {
    server.reply({ change: (vectors) => vectors.map(() => []) });
    await expect(open('ollama:unheard-of')).rejects.toThrow('gave a vector without numbers');
  });

  it('keeps the first numbers where the provider gives no other size, at unit length', async () => {
    const embedder = await openSmall({ dimensions: 3 });
    const [vector] = await embedder.embed(['P'], passages);
    expect(server.requests[0]!.body).not.toHaveProperty('dimensions');
    expect(vector).toEqual(toUnitVector(vectorOfText('P', size).slice(0, 3)));
    expect(Math.hypot(...vector!)).toBeCloseTo(1, 6);
    expect(embedder.modelId).toBe('openai-compatible:small@3');
  });

  it('refuses more dimensions than the model has', async () => {
    await expect(open('openai:text-embedding-3-small', { dimensions: 3072 })).rejects.toThrow(ConfigError);
    await expect(open('voyage:voyage-3.5', { dimensions: 1500 })).rejects.toThrow(
      /1024 dimensions, not of 1500/,
    );
    const embedder = await openSmall({ dimensions: 9 });
    await expect(embedder.embed(['P'], passages)).rejects.toThrow(EmbeddingDimensionError);
  });

  it('sends no more texts and tokens in a call than are allowed', async () => {
    const embedder = await openSmall({ batchSize: 3, maxBatchTokens: 100 });
    const texts = ['a', 'b', 'c', 'd', 'x'.repeat(180), 'y'.repeat(180), 'z'];
    const vectors = await embedder.embed(texts, passages);
    expect(vectors).toEqual(texts.map((text) => expected(text)));
    expect(server.requests.map((request) => request.texts.length)).toEqual([3, 2, 2]);
  });

  it('gives blank texts the zero vector without sending them', async () => {
    const embedder = await openSmall();
    const vectors = await embedder.embed(['', 'P', ' \n'], passages);
    expect(vectors).toEqual([new Float32Array(size), expected('P'), new Float32Array(size)]);
    expect(server.requests.map(({ texts }) => texts)).toEqual([['P']]);
    expect(await embedder.embed([''], passages)).toEqual([new Float32Array(size)]);
    expect(server.requests).toHaveLength(1);
  });

  it('sends a lone surrogate as the replacement character', async () => {
    await (await openSmall()).embed(['a\ud800b'], passages);
    expect(server.requests[0]!.texts).toEqual(['a\ufffdb']);
  });

  it('puts numbered vectors into the order of the texts', async () => {
    server.reply({
      rewrite: (answer) => {
        const { data, ...rest } = answer as { data: object[] };
        return { ...rest, data: data.toReversed() };
      },
    });
    const vectors = await (await openSmall()).embed(['a', 'b', 'c'], passages);
    expect(vectors).toEqual(['a', 'b', 'c'].map((text) => expected(text)));
  });

  it('takes vectors as they come where all have the number 0', async () => {
    server.reply({
      rewrite: (answer) => ({
        data: (answer as { data: object[] }).data.map((one) => ({ ...one, index: 0 })),
      }),
    });
    const vectors = await (await openSmall()).embed(['a', 'b'], passages);
    expect(vectors).toEqual(['a', 'b'].map((text) => expected(text)));
  });
});

describe('a model object of the AI SDK', () => {
  it('is the same model as its name, with its size, hints and limits', async () => {
    const openai = createOpenAI({ baseURL: server.baseUrlOf('openai'), apiKey: 'mine' });
    const embedder = await openObject(openai.embedding('text-embedding-3-large'), { dimensions: 1024 });
    expect(embedder.modelId).toBe('openai:text-embedding-3-large@1024');
    expect(await embedder.embed(['P'], passages)).toEqual([expected('P', 1024)]);
    expect(server.requests[0]).toMatchObject({
      headers: { authorization: 'Bearer mine' },
      body: { dimensions: 1024 },
    });
    const cohere = createCohere({ baseURL: server.baseUrlOf('cohere'), apiKey: 'mine' });
    const other = await openObject(cohere.embeddingModel('embed-v4.0'));
    server.reply({ change: (vectors) => vectors.map(() => vectorOfText('Q', 1536)) });
    await other.embed(['Q'], { role: 'query' });
    expect(server.requests[1]!.body).toMatchObject({ input_type: 'search_query' });
  });

  it('is called no oftener and with no more texts than it allows', async () => {
    const mistral = createMistral({ baseURL: server.baseUrlOf('mistral'), apiKey: 'mine' });
    const embedder = await openObject(mistral.embedding('unheard-of'), { batchSize: 200, concurrency: 9 });
    expect(embedder).toMatchObject({ dimensions: size, limits: { batchSize: 32, concurrency: 1 } });
  });

  it('says what its server says', async () => {
    server.reply({ status: 404, message: 'The API deployment for this resource does not exist.' });
    const azure = createAzure({ baseURL: server.baseUrlOf('azure'), apiKey: 'mine' });
    const embedder = await openObject(azure.embedding('text-embedding-3-small'));
    await expect(embedder.embed(['P'], passages)).rejects.toThrow(
      'azure:text-embedding-3-small answered with HTTP 404: The API deployment for this resource does not exist',
    );
  });

  it('is given up for its time though it does not heed the signal', async () => {
    const model = {
      specificationVersion: 'v3' as const,
      provider: 'mine',
      modelId: 'slow',
      maxEmbeddingsPerCall: undefined,
      supportsParallelCalls: true,
      doEmbed: () => new Promise(() => {}),
    };
    const embedder = await openObject(model, { dimensions: 2, timeoutMs: 20 });
    await expect(embedder.embed(['P'], passages)).rejects.toThrow('mine:slow did not answer within 20 ms');
  });
});

describe('a call that fails', () => {
  it.each([
    ['a rate limit', { status: 429, headers: { 'retry-after': '0' } }],
    ['a server error', { status: 503, headers: { 'retry-after-ms': '1' } }],
    ['a request that took the server too long', { status: 408, headers: { 'retry-after-ms': '1' } }],
    ['a dropped connection', { fault: 'drop' }],
    ['a connection that drops in the middle', { fault: 'cut' }],
  ] as const)('is tried again after %s', async (_what, reply) => {
    server.reply(reply, {});
    expect(await (await openSmall()).embed(['P'], passages)).toEqual([expected('P')]);
    expect(server.requests).toHaveLength(2);
  });

  it('is tried again when it took too long', async () => {
    server.reply({ fault: 'hang' }, {});
    const embedder = await openSmall({ timeoutMs: 1500 });
    expect(await embedder.embed(['P'], passages)).toEqual([expected('P')]);
    expect(server.requests).toHaveLength(2);
  });

  it('is not tried again when a query took too long', async () => {
    server.reply({ fault: 'hang' });
    const embedder = await openSmall({ timeoutMs: 1000, maxRetries: 5 });
    await expect(embedder.embed(['Q'], { role: 'query' })).rejects.toThrow(/did not answer within 1000 ms/);
    expect(server.requests).toHaveLength(1);
  });

  it('is not made for the next document after the key was refused', async () => {
    server.reply({ status: 401 });
    const embedder = await openSmall({ apiKey: 'wrong' });
    await expect(embedder.embed(['P'], passages)).rejects.toThrow(/refused the API key/);
    await expect(embedder.embed(['Q'], passages)).rejects.toThrow(/refused the API key/);
    expect(server.requests).toHaveLength(1);
  });

  it('is given up after the configured number of retries, or the asked one', async () => {
    server.reply({ status: 429, message: 'Slow down', headers: { 'retry-after-ms': '1' } });
    const embedder = await openSmall({ maxRetries: 3 });
    await expect(embedder.embed(['P'], passages)).rejects.toMatchObject({
      message: 'openai-compatible:small answered with HTTP 429: Slow down',
      context: { reason: 'rate limit', status: 429 },
    });
    expect(server.requests).toHaveLength(4);
    await expect(embedder.embed(['P'], { ...passages, maxRetries: 0 })).rejects.toThrow(EmbeddingError);
    expect(server.requests).toHaveLength(5);
  });

  it('is given up at once where the server wants a pause of an hour', async () => {
    const error = await failure({ status: 429, headers: { 'retry-after': '3600' } }, { maxRetries: 5 });
    expect(error.hint).toMatch(/^Wait 3600 s/);
    expect(server.requests).toHaveLength(1);
  });

  it('is given up at once where a query would wait for longer than a few seconds', async () => {
    server.reply({ status: 429, headers: { 'retry-after': '6' } });
    const embedder = await openSmall({ maxRetries: 5 });
    await expect(embedder.embed(['Q'], { role: 'query' })).rejects.toThrow(/HTTP 429/);
    expect(server.requests).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 413, 422])('is not tried again after HTTP %i', async (status) => {
    await failure({ status }, { maxRetries: 5 });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['a key without rights', { status: 403 }, 'authentication', /PINCITE_EMBEDDING_API_KEY/],
    ['an unknown model', { status: 404 }, 'not found', /embedding\.model/],
    ['a broken server', { status: 500 }, 'server', /Try again/],
    ['a dropped connection', { fault: 'drop' }, 'unreachable', /Start the server/],
    ['a page that holds no vectors', { fault: 'nonsense' }, 'protocol', /\/v1/],
  ] as const)('says what happened and what to do about %s', async (_what, reply, reason, hint) => {
    const error = await failure(reply);
    expect(error.context['reason']).toBe(reason);
    expect(error.hint).toMatch(hint);
    expect(error.cause).toBeInstanceOf(Error);
    expect(JSON.stringify(error)).not.toContain('secret-key');
  });

  it.each([
    ['openai', 'OPENAI_API_KEY'],
    ['azure', 'AZURE_OPENAI_API_KEY'],
    ['cohere', 'COHERE_API_KEY'],
    ['voyage', 'VOYAGE_API_KEY'],
    ['google', 'GEMINI_API_KEY'],
    ['mistral', 'MISTRAL_API_KEY'],
  ])('names the variable of %s for a key that is refused, and not the key', async (provider, variable) => {
    await using strict = await startStrict();
    const baseUrl = strict.server.baseUrlOf(provider as ProviderName);
    const embedder = await open(`${provider}:m`, { baseUrl, dimensions: size, apiKey: 'secret-wrong-key' });
    const error = await embedder.embed(['P'], passages).catch((thrown: unknown) => thrown as EmbeddingError);
    expect(error).toMatchObject({
      message: `${provider}:m refused the API key (HTTP ${provider === 'google' ? 400 : 401})`,
      hint: expect.stringContaining(variable),
    });
    expect(JSON.stringify(error)).not.toContain('secret-wrong-key');
  });

  it.each([
    ['openai', 'OPENAI_API_KEY'],
    ['cohere', 'CO_API_KEY'],
    ['google', 'GEMINI_API_KEY'],
  ])('names the variable of %s where no key is set, and tries nothing', async (provider, variable) => {
    const embedder = await openObject(`${provider}:m`, { dimensions: size, maxRetries: 5 });
    await expect(embedder.embed(['P'], passages)).rejects.toMatchObject({
      message: `${provider}:m needs an API key, and none is set`,
      hint: expect.stringContaining(variable),
      context: { reason: 'authentication' },
    });
  });

  it.each(['openai', 'azure', 'cohere', 'voyage', 'google', 'mistral', 'ollama'])(
    'passes on what %s says of a text that is too long',
    async (provider) => {
      const message = `This model's maximum context length is ${size} tokens`;
      server.reply({ status: 400, message });
      const embedder = await open(`${provider}:m`, { dimensions: size });
      await expect(embedder.embed(['P'], passages)).rejects.toMatchObject({
        message: `${provider}:m answered with HTTP 400: ${message}`,
        hint: expect.stringMatching(/chunking\.chunkSize/),
      });
    },
  );

  it('names the address where nobody listens', async () => {
    const port = await freePort();
    const embedder = await openSmall({ baseUrl: `http://127.0.0.1:${port}/v1`, maxRetries: 0 });
    await expect(embedder.embed(['P'], passages)).rejects.toThrow(
      new RegExp(`cannot be reached at http://127\\.0\\.0\\.1:${port}: .*ECONNREFUSED`),
    );
  });

  it('stops waiting after timeoutMs', async () => {
    const error = await failure({ fault: 'hang' }, { timeoutMs: 50 });
    expect(error.message).toBe('openai-compatible:small did not answer within 50 ms');
    expect(error.hint).toMatch(/calls\.timeoutMs/);
  });

  it('refuses vectors of another length than the first ones had', async () => {
    const embedder = await open('openai-compatible:small');
    server.reply({ change: (vectors) => vectors.map((vector) => [...vector, 1]) });
    await expect(embedder.embed(['P'], passages)).rejects.toMatchObject({
      code: 'EMBEDDING_DIMENSION',
      context: { expected: size, received: size + 1 },
    });
  });

  it('refuses fewer vectors than texts', async () => {
    server.reply({ change: (vectors) => vectors.slice(1) });
    await expect((await openSmall()).embed(['a', 'b', 'c'], passages)).rejects.toMatchObject({
      message: 'openai-compatible:small gave 2 vectors for 3 texts',
      context: { reason: 'protocol', expected: 3, received: 2 },
    });
  });
});

describe('an abort', () => {
  const reason = new Error('enough');

  it.each([
    ['while the server is slow', { afterMs: 20_000 }],
    ['while a pause is made', { status: 429, headers: { 'retry-after': '60' } }],
  ])('is heeded at once %s', async (_when, reply) => {
    const controller = new AbortController();
    server.reply(() => {
      setTimeout(() => controller.abort(reason), 50);
      return reply;
    });
    const embedding = (await openSmall()).embed(['P'], { ...passages, signal: controller.signal });
    await expect(embedding).rejects.toBe(reason);
    expect(server.requests).toHaveLength(1);
  });

  it('lets nothing be sent when it came before', async () => {
    const embedding = (await openSmall()).embed(['P'], { ...passages, signal: AbortSignal.abort(reason) });
    await expect(embedding).rejects.toBe(reason);
    expect(server.requests).toEqual([]);
  });
});

/** A server that wants a key. */
async function startStrict() {
  const strict = await startEmbeddingServer({ apiKey: 'the-right-key' });
  return { server: strict, [Symbol.asyncDispose]: () => strict.close() };
}
