import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmbeddingServer, type EmbeddingServer } from '../../../test/support/embedding-server.ts';
import { startOpenAiServer, type OpenAiServer } from '../../../test/support/openai-server.ts';
import type { ConfigInput } from '../../config/config.ts';
import { ConfigError, StoreError } from '../../errors.ts';
import { openKnowledgeBase, type OpenOptions } from '../knowledge-base.ts';
import { openStore } from '../../store/open-store.ts';

let chat: OpenAiServer;
let embeddings: EmbeddingServer;
beforeEach(async () => {
  chat = await startOpenAiServer();
  embeddings = await startEmbeddingServer();
});
afterEach(() => Promise.all([chat.close(), embeddings.close()]));

const embedding = () => ({
  model: 'openai-compatible:small',
  baseUrl: embeddings.baseUrlOf('openai-compatible'),
  dimensions: 8,
});
const llm = () => ({ model: 'openai-compatible:llama3', baseUrl: chat.baseUrl });
const memory = { store: 'sqlite::memory:' };
const failureOf = async (config: ConfigInput, options?: OpenOptions) => {
  const opening = openKnowledgeBase({ ...memory, ...config }, options);
  return opening.then((kb) => kb.close()).catch((error: unknown) => error as ConfigError);
};

describe('opening', () => {
  it('asks each part once, and sends nothing where that is not wanted', async () => {
    for (const check of ['none', 'config', 'reachable'] as const) {
      await using kb = await openKnowledgeBase({ ...memory, embedding: embedding(), llm: llm() }, { check });
      expect(await kb.collections()).toEqual([]);
      const asked = check === 'reachable' ? 1 : 0;
      expect([embeddings.requests.length, chat.requests.length]).toEqual([asked, asked]);
    }
  });

  it('names every problem at once', async () => {
    embeddings.reply({ status: 401 });
    chat.reply({ status: 503, message: 'overloaded' });
    const failure = await failureOf({ embedding: embedding(), llm: llm(), reranking: { model: 'cohere:a' } });
    expect(failure).toBeInstanceOf(ConfigError);
    const { problems } = (failure as ConfigError).context as unknown as { problems: string[] };
    expect(problems).toEqual([
      expect.stringMatching(/^reranking: cohere:a needs an API key, and none is set\. Set reranking\.apiKey/),
      expect.stringMatching(/^embedding: openai-compatible:small refused the API key/),
      expect.stringMatching(/^llm: .* 503: overloaded/),
    ]);
    expect((failure as ConfigError).message).toContain(problems.join('; '));
  });

  it('names what does not answer beside what cannot be opened', async () => {
    chat.reply({ status: 503 });
    const failure = await failureOf({ store: 'sqlite:/dev/null/nowhere', llm: llm() });
    expect(failure).toMatchObject({
      code: 'CONFIG',
      context: { problems: [expect.stringMatching(/^store: /), expect.stringMatching(/^llm: /)] },
    });
    expect(await failureOf({ store: 'sqlite:/dev/null/nowhere' })).toBeInstanceOf(StoreError);
  });

  it('sees missing keys and models in the configuration alone', async () => {
    const failure = await failureOf(
      {
        embedding: { model: 'openai:text-embedding-3-small' },
        llm: { model: 'openai:gpt-4o-mini' },
      },
      { check: 'config' },
    );
    expect(failure).toMatchObject({
      context: {
        problems: [
          expect.stringMatching(/^embedding: .* needs an API key/),
          expect.stringMatching(/^llm: openai:gpt-4o-mini needs a key/),
        ],
      },
    });
    const unwritten = await failureOf({ chunking: { contextualize: true } }, { check: 'config' });
    expect(unwritten).toMatchObject({ message: expect.stringMatching(/llm: No language model/) });
    expect(await failureOf({ chunking: { contextualize: true } }, { check: 'none' })).toBeUndefined();
  });

  it('waits for no part longer than it may, for all together', async () => {
    embeddings.reply({ fault: 'hang' });
    chat.reply({ fault: 'hang' });
    const started = performance.now();
    const failure = await failureOf({ embedding: embedding(), llm: llm() }, { checkTimeoutMs: 1000 });
    expect(performance.now() - started).toBeLessThan(15_000); // a call may take a minute
    expect((failure as ConfigError).context['problems']).toEqual([
      'embedding: no answer within 1000 ms',
      'llm: no answer within 1000 ms',
    ]);
  });

  it('closes what it has opened when it fails', async () => {
    chat.reply({ status: 503 });
    let closed = 0;
    const model = {
      modelId: 'own',
      dimensions: 2,
      maxTokens: 100,
      embed: async (texts: readonly string[]) => texts.map(() => new Float32Array([1, 0])),
    };
    const store = await openStore('sqlite::memory:');
    const close = store.close.bind(store);
    store.close = async () => {
      closed += 1;
      await close();
    };
    expect(await failureOf({ embedding: { model }, llm: llm() }, { store })).toBeInstanceOf(ConfigError);
    expect(closed).toBe(1);
  });

  it('stops with the reason of its signal', async () => {
    chat.reply({ fault: 'hang' });
    const reason = new Error('no more');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 100);
    expect(await failureOf({ llm: llm() }, { signal: controller.signal })).toBe(reason);
  });

  it('refuses options that are none', async () => {
    expect(await failureOf({}, { check: 'all' as never })).toBeInstanceOf(ConfigError);
    expect(await failureOf({}, { checkTimeoutMs: 0 })).toBeInstanceOf(ConfigError);
  });
});

describe('health', () => {
  it('names the part that does not answer in time, and what the others are', async () => {
    await using kb = await openKnowledgeBase({ ...memory, llm: llm() });
    chat.reply({ fault: 'hang' });
    const checks = await kb.health({ timeoutMs: 2000 });
    const found = Object.fromEntries(checks.map(({ part, ok, detail }) => [part, ok || detail]));
    expect(found).toEqual({
      store: true,
      embedding: true,
      collections: true,
      ocr: true,
      llm: 'no answer within 2000 ms',
    });
  });

  it('stops with the reason of its signal, and lets go of what it asked', async () => {
    await using kb = await openKnowledgeBase({ ...memory, llm: llm() });
    chat.reply({ fault: 'hang' });
    const reason = new Error('no more');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    await expect(kb.health({ signal: controller.signal })).rejects.toBe(reason);
    await expect.poll(() => chat.openReplies()).toBe(0);
  });

  it('refuses a time that is none', async () => {
    await using kb = await openKnowledgeBase(memory);
    await expect(kb.health({ timeoutMs: -1 })).rejects.toThrow(ConfigError);
  });
});
