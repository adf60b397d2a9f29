import { MockEmbeddingModelV3, MockLanguageModelV3 } from 'ai/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { collect } from '../../test/support/collect.ts';
import { startEmbeddingServer, type EmbeddingServer } from '../../test/support/embedding-server.ts';
import { startOpenAiServer, type OpenAiServer } from '../../test/support/openai-server.ts';
import { startRerankingServer, type RerankingServer } from '../../test/support/reranking-server.ts';
import type { ConfigInput } from '../config/config.ts';
import { openProviderEmbedder } from '../embed/provider.ts';
import { EmbeddingError, GenerationError, RerankingError } from '../errors.ts';
import { openKnowledgeBase } from './knowledge-base.ts';
import { openLanguageModel } from '../models/language-model.ts';
import { Redactor, type Redact, type RedactionTarget } from '../models/redact.ts';
import { openProviderReranker } from '../retrieve/rerank/provider.ts';
import { embedChunks } from './prepare/embed-chunks.ts';

let chat: OpenAiServer;
let embeddings: EmbeddingServer;
let rankings: RerankingServer;
beforeEach(async () => {
  chat = await startOpenAiServer();
  embeddings = await startEmbeddingServer();
  rankings = await startRerankingServer();
});
afterEach(() => Promise.all([chat.close(), embeddings.close(), rankings.close()]));

const blank: Redact = (text) => text.replaceAll('Alice', '…');
const wipe: Redact = (text) => text.replace('Alice', '');
const refuse: Redact = (text) => (text.includes('Alice') ? undefined : text);
const refuseChunk: Redact = (text, { purpose }) =>
  purpose === 'generation' && /<chunk-\w+>[^<]*Alice/.test(text) ? undefined : text;
const hang: Redact = () => new Promise(() => {});
const fail = (): never => {
  throw new Error('Alice is a secret');
};
const upperCaseLater: Redact = async (text) => {
  await new Promise((resolve) => setTimeout(resolve, text.length));
  return text.toUpperCase();
};
const calls = { timeoutMs: 5000, maxRetries: 0 };
const openChat = (redact: Redact, model = 'openai-compatible:llama3') =>
  openLanguageModel({ model, baseUrl: chat.baseUrl, ...calls, redact });
const openEmbedder = (redact: Redact, settings = {}) =>
  openProviderEmbedder({
    model: 'openai-compatible:small',
    baseUrl: embeddings.baseUrlOf('openai-compatible'),
    dimensions: 8,
    ...calls,
    redact,
    ...settings,
  });
const openReranker = (redact: Redact) =>
  openProviderReranker({ model: 'tei:small', baseUrl: rankings.baseUrl, ...calls, redact });
const bodies = () =>
  JSON.stringify([...chat.requests, ...embeddings.requests, ...rankings.requests].map(({ body }) => body));

describe('what stands before a model', () => {
  it('sees every text of a language model: prompts and system texts, whole, streamed, as objects with and without schemas', async () => {
    const model = await openChat(blank);
    const request = { system: 'You are Alice.', prompt: 'Who is Alice?' };
    const schema = z.object({ name: z.string() });
    chat.reply({ text: '{"name": "Bob"}' });
    await model.generateText(request);
    await collect(model.streamText(request));
    await model.generateObject({ ...request, schema });
    chat.reply({ status: 400, message: 'no schemas' }, { text: '{"name": "Bob"}' });
    await model.generateObject({ ...request, schema });
    expect(chat.requests).toHaveLength(5);
    expect(bodies()).not.toContain('Alice');
    for (const { body } of chat.requests) {
      expect(body.messages.map(({ content }) => content)).toEqual([
        expect.stringMatching(/^You are …\./),
        'Who is …?',
      ]);
    }
  });

  it('sees queries and passages of embedding models and rerankers', async () => {
    const embedder = await openEmbedder(blank, { passagePrefix: 'passage: ' });
    await embedder.embed(['Alice pays'], { role: 'passage' });
    await embedder.embed(['Does Alice pay?'], { role: 'query' });
    await openReranker(blank).rerank('Does Alice pay?', ['Alice pays', 'Bob pays']);
    expect(bodies()).not.toContain('Alice');
    expect(embeddings.requests.flatMap(({ texts }) => texts)).toEqual(['passage: … pays', 'Does … pay?']);
    expect(rankings.requests[0]!.body).toMatchObject({ query: 'Does … pay?', texts: ['… pays', 'Bob pays'] });
  });

  it('stands before model objects of the AI SDK too, and says where a text goes', async () => {
    const seen: unknown[] = [];
    const redact: Redact = async (text, about) => {
      seen.push(about);
      return blank(text, about);
    };
    const language: MockLanguageModelV3 = new MockLanguageModelV3({ provider: 'own', modelId: 'chat' });
    const model = await openLanguageModel({ model: language, ...calls, redact });
    await model.generateText({ prompt: 'Alice' }).catch(() => {}); // the object gives no text
    expect(JSON.stringify(language.doGenerateCalls.map(({ prompt }) => prompt))).toMatch(/…/);
    const vectors = new MockEmbeddingModelV3({
      provider: 'own.embedding',
      modelId: 'vectors',
      doEmbed: async ({ values }) => ({ embeddings: values.map(() => [1, 0]), warnings: [] }),
    });
    const embedder = await openProviderEmbedder({ model: vectors, dimensions: 2, ...calls, redact });
    await embedder.embed(['Alice'], { role: 'passage' });
    expect(vectors.doEmbedCalls.map(({ values }) => values)).toEqual([['…']]);
    expect(seen).toEqual([
      { to: 'own:chat', purpose: 'generation' },
      { to: 'own:vectors', purpose: 'embedding' },
    ]);
  });

  it.each<[string, Redact]>([
    ['nothing', () => undefined],
    ['something that is no text', () => 5 as unknown as string],
    ['an error', fail],
  ])('sends nothing and fails in the words of each call when it gives %s', async (_what, redact) => {
    const embedder = await openEmbedder(redact);
    const model = await openChat(redact);
    const failing = [
      [() => embedder.embed(['Alice'], { role: 'passage' }), EmbeddingError],
      [() => model.generateText({ prompt: 'Alice' }), GenerationError],
      [() => collect(model.streamText({ prompt: 'Alice' })), GenerationError],
      [() => openReranker(redact).rerank('Alice', ['Bob']), RerankingError],
    ] as const;
    for (const [call, Failure] of failing) {
      const error: unknown = await call().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Failure);
      expect(error).toMatchObject({ context: { reason: 'redaction' } });
      expect(JSON.stringify(error)).not.toContain('Alice');
    }
    expect(bodies()).toBe('[]');
  });

  it('leaves out what it leaves blank, which servers refuse', async () => {
    const embedder = await openEmbedder(wipe);
    const [alice, bob] = await embedder.embed(['Alice', 'Bob'], { role: 'passage' });
    expect([...alice!]).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
    expect(bob!.some((number) => number !== 0)).toBe(true);
    const reranker = openReranker(wipe);
    expect((await reranker.rerank('Bob', ['Alice', 'Carol']))[0]).toBe(0);
    expect(await reranker.rerank('Alice', ['Carol'])).toEqual([undefined]);
    expect(embeddings.requests.flatMap(({ texts }) => texts)).toEqual(['Bob']);
    expect(rankings.requests).toHaveLength(1);
  });

  it('does not hold a call up beyond its signal', async () => {
    const embedder = await openEmbedder(hang);
    const signal = AbortSignal.timeout(20);
    const call = embedder.embed(['Alice'], { role: 'passage', signal });
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('keeps vectors by what was sent, so that those of a redacted text are not taken for its own', async () => {
    const kept = new Map<string, Float32Array>();
    const cache = {
      get: async (keys: readonly { hash: string }[]) => keys.map(({ hash }) => kept.get(hash)),
      set: async (entries: readonly { key: { hash: string }; vector: Float32Array }[]) => {
        for (const { key, vector } of entries) kept.set(key.hash, vector);
      },
    };
    const chunks = [{ content: 'Alice pays', context: '' }];
    const embed = async (redact: Redact) => {
      const [embedded] = await embedChunks(await openEmbedder(redact), chunks, { cache });
      return embedded!;
    };
    const redacted = await embed(blank);
    const whole = await embed((text) => text);
    expect(embeddings.requests.flatMap(({ texts }) => texts)).toEqual(['… pays', 'Alice pays']);
    expect(whole.textHash).not.toBe(redacted.textHash);
    expect(await embed(blank)).toEqual(redacted);
    expect(embeddings.requests).toHaveLength(2);
  });

  it('gives texts in their order, however long each takes', async () => {
    const redactor = new Redactor({
      redact: upperCaseLater,
      to: 'a:b',
      purpose: 'embedding',
      Failure: EmbeddingError,
    });
    expect(await redactor.send(['a long one', 'b', 'cc'])).toEqual(['A LONG ONE', 'B', 'CC']);
  });
});

/** Serves every request for an object: each stage reads the keys that are its own. */
const anyObject = {
  text: JSON.stringify({
    query: 'When does Alice pay?',
    passage: 'Alice pays on Monday.',
    filter: null,
    collections: ['default'],
    reason: 'the only one',
    scores: [{ passage: 1, relevance: 9 }],
    verdict: 'supported',
    answer: 'on Monday',
    quote: 'Alice pays',
    answerable: true,
    claims: [
      { text: 'The rent is paid on Monday.', quotes: [{ passage: 1, quote: 'pays the rent on Monday' }] },
    ],
  }),
};
const question = 'When does Alice pay the rent?';
const letter = {
  documentId: 'letter',
  sourceType: 'text' as const,
  title: 'Letter of Alice',
  source: '# Alice\n\nAlice pays the rent on Monday. Bob reads the meter on Tuesday.',
  metadata: { tenant: 'Alice' },
};
const servers = (): ConfigInput => ({
  store: 'sqlite::memory:',
  embedding: {
    model: 'openai-compatible:small',
    baseUrl: embeddings.baseUrlOf('openai-compatible'),
    dimensions: 8,
  },
  llm: { model: 'openai-compatible:llama3', baseUrl: chat.baseUrl },
  calls: { maxRetries: 0 },
  answer: { model: 'openai-compatible:llama3', entailment: { model: 'llm' } },
});

describe('a knowledge base that redacts', () => {
  it('lets a name out on no path, whichever model is asked for whatever', async () => {
    chat.reply(anyObject);
    const routing = [
      { description: 'Letters of Alice', collections: ['default'] },
      { description: 'Others', collections: ['other'] },
    ];
    for (const reranking of [{ model: 'llm' }, { model: 'tei:small', baseUrl: rankings.baseUrl }]) {
      await using kb = await openKnowledgeBase(
        {
          ...servers(),
          chunking: { contextualize: true, summaries: 'generative' },
          retrieval: { routing },
          reranking,
          redact: blank,
        },
        { check: 'none' },
      );
      const added = await kb.addDocuments([letter]);
      expect(added).toMatchObject({ success: true, contextualization: { written: 1 } });
      expect(added.stats.redaction).toMatchObject({ refused: 0 });
      expect(added.stats.redaction!.changed).toBeGreaterThan(1);
      const understanding = { rewrite: true, hyde: true, selfQuery: true };
      const response = await kb.retrieve(question, understanding);
      expect(response.stats.redaction!.changed).toBeGreaterThan(1);
      const answer = await kb.ask(question, understanding);
      expect(answer.citations[0]?.quote).toContain('pays the rent on Monday');
      expect(answer.redaction!.changed).toBeGreaterThan(answer.retrieval.stats.redaction!.changed);
      await kb.chat({
        messages: [
          { role: 'user', content: question },
          { role: 'assistant', content: 'Alice pays on Monday.' },
          { role: 'user', content: 'And Bob?' },
        ],
      });
      await kb.synthesize({ count: 1 });
      await kb.reembed({ force: true });
      await kb.health();
    }
    const systems = new Set(chat.requests.map(({ body }) => body.messages[0]!.content.slice(0, 40)));
    expect(systems.size).toBeGreaterThan(6); // each stage that asks has instructions of its own
    expect(rankings.requests.length).toBeGreaterThan(1);
    expect(bodies()).toContain('pays the rent');
    expect(bodies()).not.toContain('Alice');
  });

  it('degrades where a text is refused as it does where a model fails, and counts it', async () => {
    chat.reply(anyObject);
    await using kb = await openKnowledgeBase({ ...servers(), redact: refuse }, { check: 'none' });
    const added = await kb.addDocuments([letter]);
    expect(added.errors.map(({ error }) => error.code)).toEqual(['EMBEDDING']);
    expect(added.stats.redaction).toEqual({ changed: 0, refused: 1 });
    await kb.addDocuments([
      { ...letter, title: 'Letter', source: 'The rent is paid on Monday.', metadata: {} },
    ]);
    const { hits, warnings, stats } = await kb.retrieve('When does Alice pay the rent on Monday?');
    expect(hits).toHaveLength(1);
    expect(warnings.join()).toMatch(/`redact` refused a text for openai-compatible:small/);
    expect(stats.redaction).toEqual({ changed: 0, refused: 1 });
    const answer = await kb.ask('When does Alice pay the rent on Monday?');
    expect(answer.model).toBe('extractive');
    expect(bodies()).not.toContain('Alice');
  });

  it('writes no line over a chunk that must not be sent, and asks for the others', async () => {
    chat.reply({ text: 'About the meter.' });
    await using kb = await openKnowledgeBase(
      {
        ...servers(),
        chunking: { chunkSize: 32, overlap: 0, contextualize: true },
        redact: refuseChunk,
      },
      { check: 'none' },
    );
    const pages = ['Alice', 'Bob', 'Alice', 'Alice', 'Alice', 'Carol'].map(
      (name, index) =>
        `# Part ${index}\n\n${name} writes on page ${index} what the others are to read of the meter.`,
    );
    const source = { ...letter, title: 'Log', source: pages.join('\n\n'), sourceType: 'text' as const };
    const { contextualization, warnings } = await kb.addDocuments([source]);
    expect(contextualization).toMatchObject({ written: 2, cached: 0, missing: 4 });
    expect(warnings.join()).toMatch(/No context line for 4 of 6 chunks: `redact` refused a text/);
    expect(chat.requests).toHaveLength(2);
  });

  it('keeps replies by what was sent', async () => {
    chat.reply({ text: 'About the rent.' });
    const counts = [];
    let redact: Redact = blank;
    await using kb = await openKnowledgeBase(
      {
        ...servers(),
        chunking: { contextualize: true },
        redact: (text: string, about: RedactionTarget) => redact(text, about),
      },
      { check: 'none' },
    );
    for (const next of [blank, (text: string) => text, blank]) {
      redact = next;
      const { contextualization } = await kb.addDocuments([letter], { force: true });
      counts.push([contextualization!.written, contextualization!.cached]);
    }
    expect(counts).toEqual([
      [1, 0],
      [1, 0],
      [0, 1],
    ]);
  });

  it('counts nothing where nothing redacts, and sends nothing of the built-in model', async () => {
    await using plain = await openKnowledgeBase({ store: 'sqlite::memory:' }, { check: 'none' });
    expect((await plain.addDocuments([letter])).stats).not.toHaveProperty('redaction');
    expect((await plain.retrieve(question)).stats).not.toHaveProperty('redaction');
    await using kb = await openKnowledgeBase({ store: 'sqlite::memory:', redact: fail }, { check: 'none' });
    expect((await kb.addDocuments([letter])).stats.redaction).toEqual({ changed: 0, refused: 0 });
    expect((await kb.ask(question)).redaction).toEqual({ changed: 0, refused: 0 });
  });

  it('cannot be written in YAML', async () => {
    await expect(openKnowledgeBase({ redact: 'names' as never }, { check: 'none' })).rejects.toThrow(
      /redact: must be a function, which YAML, JSON and variables cannot hold/,
    );
  });
});
