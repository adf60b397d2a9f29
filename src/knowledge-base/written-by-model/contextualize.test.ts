import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  startOpenAiServer,
  type ChatRequest,
  type OpenAiServer,
} from '../../../test/support/openai-server.ts';
import type { ConfigInput } from '../../config/config.ts';
import type { Embedder } from '../../embed/embedder.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';
import { loadTokenizer } from '../../text/tokens/tokens.ts';

let server: OpenAiServer;
const opened: KnowledgeBase[] = [];
beforeEach(async () => {
  server = await startOpenAiServer();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((kb) => kb.close()));
  await server.close();
});

async function open(more: ConfigInput = {}): Promise<KnowledgeBase> {
  const kb = await openKnowledgeBase(
    {
      store: 'sqlite::memory:',
      llm: tinyModel(),
      calls: { maxRetries: 0 },
      chunking: { chunkSize: 32, overlap: 0, contextualize: true },
      ...more,
    },
    { check: 'none' },
  );
  opened.push(kb);
  return kb;
}

/** Four chunks, each about a number of its own. */
const sentence = (number: number) =>
  `Observation ${number} was written down at the station by the river on day ${number}, and nobody has read it again since that day.`;
const document = {
  sourceType: 'text' as const,
  documentId: 'log',
  title: 'Log of the station',
  source: [1, 2, 3, 4].map(sentence).join('\n\n'),
};
const chunkOf = ({ messages }: ChatRequest) =>
  /<chunk-\w+>\n(.*)\n<\/chunk-\w+>/s.exec(messages.at(-1)!.content)![1]!;
const numberOf = (body: ChatRequest) => /Observation (\d)/.exec(chunkOf(body))![1]!;
const lineOf = (body: ChatRequest) => ({ text: `It is about\n otter number ${numberOf(body)}. ` });

const tinyModel = (more: ConfigInput['llm'] = {}) => ({
  model: 'openai-compatible:tiny',
  baseUrl: server.baseUrl,
  ...more,
});
const oneAtATime = { maxRetries: 0, concurrency: 1 };
const priceOfTiny = (input: number, output: number) => ({ 'openai-compatible:tiny': { input, output } });
/** Everything that is stored, contexts too. */
const exportOf = async (kb: KnowledgeBase) => {
  const lines: string[] = [];
  for await (const line of kb.export()) lines.push(line);
  return lines.join('\n');
};

describe('context lines', () => {
  it('are searched with the chunk and are no part of it', async () => {
    server.reply(lineOf);
    const kb = await open();
    const { chunks, warnings, contextualization } = await kb.addDocuments([document]);
    expect(warnings).toEqual([]);
    expect(chunks).toHaveLength(4);
    expect(chunks.map(({ content }) => content)).toEqual([1, 2, 3, 4].map(sentence));
    expect(contextualization).toMatchObject({
      model: 'openai-compatible:tiny',
      written: 4,
      cached: 0,
      missing: 0,
      usage: { inputTokens: 400, outputTokens: 40 },
    });
    expect(contextualization).not.toHaveProperty('estimatedCostUsd');
    const { hits } = await kb.retrieve('otter', { mode: 'keyword' });
    expect(hits).toHaveLength(4);
    expect(await exportOf(kb)).toContain('It is about otter number 2.\\nLog of the station');
  });

  it('are asked for with the document and the chunk between marks that they cannot forge', async () => {
    server.reply(lineOf);
    await (await open()).addDocuments([document]);
    const { messages, model } = server.requests[0]!.body;
    expect(model).toBe('tiny');
    expect(messages[0]!.content).toMatch(/^You get a document, .*\n\nText between marks/);
    expect(messages[1]!.content).toMatch(
      /^<document-(\w{16})>\nLog of the station\n\nObservation 1 .*Observation 4 .*\n<\/document-\1>\n\n<chunk-(\w{16})>\nObservation \d .*\n<\/chunk-\2>$/s,
    );
    expect(new Set(server.requests.map(({ body }) => numberOf(body))).size).toBe(4);
  });

  it('are not paid for again when the same text is added again, by another process too', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pincite-context-'));
    const store = `sqlite:${folder}`;
    server.reply(lineOf);
    await (await open({ store })).addDocuments([document]);
    await Promise.all(opened.splice(0).map((kb) => kb.close()));
    const again = await (await open({ store })).addDocuments([document], { force: true });
    expect(again.contextualization).toMatchObject({ written: 0, cached: 4, usage: { inputTokens: 0 } });
    const other = await open({ store, llm: { ...tinyModel(), model: 'openai-compatible:other' } });
    await other.addDocuments([document], { force: true });
    expect(server.requests).toHaveLength(8);
    await Promise.all(opened.splice(0).map((kb) => kb.close()));
    await rm(folder, { recursive: true });
  });

  it('are missing where the model fails, and nothing else is', async () => {
    server.reply((body) => (numberOf(body) === '2' ? { status: 400, message: 'Too hot' } : lineOf(body)));
    const kb = await open();
    const { success, warnings, totalChunks, contextualization } = await kb.addDocuments([document]);
    expect({ success, totalChunks }).toEqual({ success: true, totalChunks: 4 });
    expect(contextualization).toMatchObject({ written: 3, missing: 1 });
    expect(warnings).toEqual([
      'log: No context line for 1 of 4 chunks: openai-compatible:tiny answered with HTTP 400: Too hot',
    ]);
    expect((await kb.retrieve('otter', { mode: 'keyword' })).hits).toHaveLength(3);
    server.reply(lineOf);
    const again = await kb.addDocuments([document], { force: true });
    expect(again.contextualization).toMatchObject({ written: 1, cached: 3, missing: 0 });
  });

  it('come to documents that were added before when these are processed again, or replaced', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pincite-context-'));
    const store = `sqlite:${folder}`;
    const ingest = { keepOriginals: true };
    const without = await openKnowledgeBase(
      { store, ingest, chunking: { chunkSize: 32, overlap: 0 } },
      { check: 'none' },
    );
    await without.addDocuments([document]);
    await without.close();
    server.reply({ status: 400, message: 'Too hot' }, lineOf);
    const kb = await open({ store, ingest, calls: oneAtATime });
    const updated = await kb.updateDocuments({ documentIds: ['log'], reprocessChunks: true });
    expect(updated.contextualization).toMatchObject({ written: 3, missing: 1 });
    expect(updated.warnings).toEqual([
      expect.stringMatching(/: No context line for 1 of 4 chunks: .*Too hot/),
    ]);
    expect((await kb.retrieve('otter', { mode: 'keyword' })).hits).toHaveLength(3);
    const replaced = await kb.updateDocuments({
      strategy: 'replace',
      documentIds: ['log'],
      newDocuments: [document],
    });
    expect(replaced.contextualization).toMatchObject({ written: 1, cached: 3, missing: 0 });
    await Promise.all(opened.splice(0).map((one) => one.close()));
    await rm(folder, { recursive: true });
  });

  it('are told of by a sync too', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'pincite-context-'));
    await writeFile(path.join(folder, 'log.txt'), document.source);
    server.reply(lineOf);
    const kb = await open();
    expect((await kb.sync(folder)).contextualization).toMatchObject({ written: 4, missing: 0 });
    expect((await kb.sync(folder)).contextualization).toMatchObject({
      written: 0,
      usage: { inputTokens: 0 },
    });
    await rm(folder, { recursive: true });
  });

  it('are tried again as calls.maxRetries says', async () => {
    server.reply({ status: 429, headers: { 'retry-after-ms': '1' } }, lineOf);
    const { contextualization } = await (await open({ calls: { maxRetries: 1 } })).addDocuments([document]);
    expect(contextualization).toMatchObject({ written: 4, missing: 0 });
    expect(server.requests).toHaveLength(5);
  });

  it('are given up after three failures in a row', async () => {
    server.reply({ status: 401 });
    const kb = await open({ calls: oneAtATime });
    const { warnings, contextualization } = await kb.addDocuments([document]);
    expect(contextualization).toMatchObject({ written: 0, missing: 4 });
    expect(server.requests).toHaveLength(3);
    expect(warnings).toEqual([expect.stringMatching(/refused the API key.*not asked again after 3/)]);
  });

  it('cost no more than allowed, as estimated', async () => {
    server.reply(lineOf);
    const prices = priceOfTiny(10, 100); // of one reply: 0.002
    const kb = await open({ llm: tinyModel({ prices, maxCostUsd: 0.025 }), calls: oneAtATime });
    const { warnings, contextualization } = await kb.addDocuments([document]);
    const { written, missing, estimatedCostUsd } = contextualization!;
    expect(missing).toBeGreaterThan(0);
    expect(written).toBe(server.requests.length);
    expect(estimatedCostUsd).toBeCloseTo(written * 0.002, 10);
    expect(warnings[0]).toContain('the cost would pass llm.maxCostUsd (0.025)');
  });

  it('are written a few at once over all documents, by whatever model there is', async () => {
    let underWay = 0;
    let most = 0;
    const model = {
      specificationVersion: 'v3' as const,
      provider: 'own',
      modelId: 'writer',
      supportedUrls: {},
      doGenerate: async () => {
        most = Math.max(most, ++underWay);
        await sleep(5);
        underWay -= 1;
        return {
          content: [{ type: 'text', text: 'It is about otters.' }],
          finishReason: { unified: 'stop', raw: 'stop' },
          usage: { inputTokens: { total: 7 }, outputTokens: { total: 3 } },
          warnings: [],
        };
      },
    };
    const kb = await open({ llm: { model }, calls: { concurrency: 2 } });
    const documents = ['a', 'b', 'c'].map((documentId) => ({ ...document, documentId, title: documentId }));
    const { contextualization } = await kb.addDocuments(documents);
    expect(contextualization).toMatchObject({
      model: 'own:writer',
      written: 12,
      usage: { inputTokens: 84, outputTokens: 36 },
    });
    expect(most).toBe(2);
    expect(server.requests).toEqual([]);
  });

  it('leave room for the whole chunk in what the embedding model reads', async () => {
    server.reply({ text: 'otter '.repeat(200) });
    const tokenizer = await loadTokenizer('cl100k_base');
    const texts: string[] = [];
    const model: Embedder = {
      modelId: 'own',
      dimensions: 2,
      maxTokens: 48,
      async embed(given, { role }) {
        if (role === 'passage') texts.push(...given);
        return given.map(() => Float32Array.of(1, 0));
      },
    };
    await (await open({ embedding: { model } })).addDocuments([document]);
    for (const text of texts) {
      expect(text).toMatch(/^otter otter/);
      expect(tokenizer.count(text)).toBeLessThanOrEqual(48);
    }
    expect(texts.map((text) => text.split('\n').at(-1))).toEqual([1, 2, 3, 4].map(sentence));
  });

  it('are counted for the chunks that are searched, not for the parents of small ones', async () => {
    server.reply(lineOf);
    const kb = await open({
      chunking: { method: 'hierarchical', chunkSize: 32, overlap: 0, contextualize: true },
    });
    const first = await kb.addDocuments([document]);
    expect(first.warnings).toEqual([]);
    expect(first.contextualization).toMatchObject({ written: server.requests.length, cached: 0, missing: 0 });
    const again = await kb.addDocuments([document], { force: true });
    expect(again.contextualization).toMatchObject({ written: 0, cached: server.requests.length, missing: 0 });
  });

  it("throw the signal's reason on abort", async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    server.reply(() => {
      controller.abort(reason);
      return { fault: 'hang' };
    });
    const kb = await open();
    await expect(kb.addDocuments([document], { signal: controller.signal })).rejects.toBe(reason);
    expect(await kb.documents({})).toEqual([]);
  });

  it('need a language model, and its price where the cost is limited', async () => {
    const none = await open({ llm: {} });
    await expect(none.addDocuments([document])).rejects.toThrow(/No language model is configured/);
    const unpriced = await open({ llm: tinyModel({ maxCostUsd: 1 }) });
    await expect(unpriced.addDocuments([document])).rejects.toMatchObject({
      message: 'llm.maxCostUsd is set, and llm.prices has no price of openai-compatible:tiny',
      hint: expect.stringContaining("{ 'openai-compatible:tiny': {") as string,
    });
  });
});

describe('summaries of sections', () => {
  const chapters = {
    sourceType: 'text' as const,
    documentId: 'book',
    title: 'Book',
    source: [1, 2, 3, 4, 5, 6, 7, 8].map(sentence).join('\n\n'),
  };
  const hierarchy = { method: 'hierarchical', chunkSize: 48, overlap: 0 } as const;
  const openWith = async (
    summaries: NonNullable<ConfigInput['chunking']>['summaries'],
    more: ConfigInput = {},
  ) => {
    const kb = await openKnowledgeBase(
      {
        store: 'sqlite::memory:',
        calls: { maxRetries: 0 },
        ...more,
        chunking: { ...hierarchy, summaries },
      },
      { check: 'none' },
    );
    opened.push(kb);
    return kb;
  };
  it('are their own sentences where no model is asked, and are searched with them', async () => {
    const preview = await (await openWith('extractive')).previewChunks(chapters);
    const parents = preview.chunks.filter(({ level }) => level < 3);
    expect(parents.length).toBeGreaterThan(1);
    for (const { sequence, content } of parents) {
      const summary = preview.contexts[sequence]!.split('\n').at(-1)!;
      expect(summary).toMatch(/^Observation \d was .* day\. Observation \d was .* day\.$/);
      for (const one of summary.split(/(?<=\.) /)) expect(content).toContain(one);
    }
    expect(preview.contexts.filter((context) => context.includes('Observation'))).toHaveLength(
      parents.length,
    );
  });

  it('are written by a language model, once, for sections alone', async () => {
    server.reply({ text: 'All about zebras.' });
    const kb = await openWith('generative', { llm: tinyModel({ prices: priceOfTiny(1, 2) }) });
    const { chunks, warnings, summarization, contextualization } = await kb.addDocuments([chapters]);
    const sections = chunks.filter(({ level }) => level < 3).length;
    expect(warnings).toEqual([]);
    expect(contextualization).toBeUndefined();
    expect(summarization).toMatchObject({ written: sections, cached: 0, missing: 0 });
    expect(summarization!.estimatedCostUsd).toBeCloseTo((sections * (100 * 1 + 10 * 2)) / 1e6, 10);
    expect(server.requests[0]!.body.messages[1]!.content).toMatch(/^<section-\w+>\nBook\n\nObservation 1/);
    const again = await kb.addDocuments([chapters], { force: true });
    expect(again.summarization).toMatchObject({ written: 0, cached: sections });
    const options = { mode: 'keyword', filter: { level: { $lt: 3 } }, deduplicate: false } as const;
    expect((await kb.retrieve('zebras', options)).hits).toHaveLength(sections);
    expect((await kb.retrieve('zebras', { mode: 'keyword' })).hits).toEqual([]);
    expect(await exportOf(kb)).toContain('All about zebras.');
    expect(chunks.every(({ content }) => !content.includes('zebras'))).toBe(true);
  });

  it('are missing where the model fails, and nothing else is', async () => {
    server.reply({ status: 400, message: 'Too hot' });
    const kb = await openWith('generative', { llm: tinyModel() });
    const { success, warnings, summarization } = await kb.addDocuments([chapters]);
    expect(success).toBe(true);
    expect(summarization!.missing).toBeGreaterThan(1);
    expect(warnings[0]).toMatch(/^book: No summary for \d of \d sections: .*Too hot/);
  });

  it('stand beside context lines, of which sections have none', async () => {
    server.reply(({ messages }) => ({
      text: messages.at(-1)!.content.includes('<chunk-') ? 'A line.' : 'A summary.',
    }));
    const kb = await open({
      chunking: { ...hierarchy, contextualize: true, summaries: 'generative' },
    });
    const { chunks, summarization, contextualization } = await kb.addDocuments([chapters]);
    expect(summarization!.written + contextualization!.written).toBe(chunks.length);
    const passages = chunks.filter(({ level }) => level === 3).length;
    expect((await exportOf(kb)).split('A line.')).toHaveLength(passages + 1);
  });

  it('cost no more than allowed together with context lines', async () => {
    server.reply({ text: 'Something.' });
    const kb = await open({
      llm: tinyModel({ prices: priceOfTiny(10, 100), maxCostUsd: 0.03 }),
      calls: oneAtATime,
      chunking: { ...hierarchy, contextualize: true, summaries: 'generative' },
    });
    const { summarization, contextualization } = await kb.addDocuments([chapters]);
    const cost = summarization!.estimatedCostUsd! + contextualization!.estimatedCostUsd!;
    expect(summarization!.missing).toBeGreaterThan(0);
    expect(cost).toBeGreaterThan(0);
    expect(cost).toBeLessThanOrEqual(0.03);
  });

  it('need a language model where they are generative', async () => {
    const kb = await openWith('generative');
    await expect(kb.addDocuments([chapters])).rejects.toThrow(/No language model is configured/);
    await expect(openWith('long' as 'generative')).rejects.toThrow(/chunking\.summaries/);
  });
});
