/** Documents embedded by a provider, over real HTTP: what succeeded is kept, what failed is reported. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfigInput } from '../../src/config/config.ts';
import { EmbeddingError, EmbeddingModelMismatchError } from '../../src/errors.ts';
import { openKnowledgeBase, type KnowledgeBase } from '../../src/knowledge-base/knowledge-base.ts';
import {
  startEmbeddingServer,
  type EmbeddingReply,
  type EmbeddingServer,
} from '../support/embedding-server.ts';

let server: EmbeddingServer;
let kb: KnowledgeBase;
beforeEach(async () => {
  server = await startEmbeddingServer();
  kb = await open();
});
afterEach(async () => {
  await kb.close();
  await server.close();
});

const open = (embedding: ConfigInput['embedding'] = {}, store = 'sqlite::memory:', calls = {}) =>
  openKnowledgeBase(
    {
      store,
      chunking: { chunkSize: 32, overlap: 0 },
      embedding: {
        model: 'openai-compatible:small',
        baseUrl: server.baseUrlOf('openai-compatible'),
        dimensions: 8,
        ...embedding,
      },
      calls: { maxRetries: 0, ...calls },
    },
    { check: 'none' },
  );

const textOf = (name: string) =>
  Array.from(
    { length: 12 },
    (_, line) => `The ${name} of line ${line} has its own remark about maintenance.`,
  ).join('\n\n');
const documentOf = (name: string) => ({
  source: textOf(name),
  sourceType: 'text' as const,
  documentId: name,
});
const sentTexts = () => server.requests.flatMap(({ texts }) => texts);

describe('a knowledge base with a model of a provider', () => {
  it('finds what it has embedded, with a query in its own role', async () => {
    await kb.close();
    kb = await open({ prefixes: ['query: ', 'passage: '] });
    expect(await kb.addDocuments([documentOf('pump')])).toMatchObject({
      success: true,
      documentsInserted: 1,
    });
    const { hits } = await kb.retrieve('remark', { mode: 'vector' });
    expect(hits.length).toBeGreaterThan(3);
    expect(sentTexts().at(-1)).toBe('query: remark');
    expect(sentTexts()[0]).toMatch(/^passage: /);
    expect(await kb.collections()).toMatchObject([{ dimensions: 8 }]);
  });

  it('reports the document that the provider refuses, and stores the others', async () => {
    server.reply((texts): EmbeddingReply =>
      texts.some((text) => text.includes('valve')) ? { status: 400, message: 'input is too long' } : {},
    );
    const added = await kb.addDocuments([documentOf('pump'), documentOf('valve'), documentOf('motor')]);
    expect(added).toMatchObject({ success: false, documentsInserted: 2 });
    expect(added.errors).toMatchObject([{ documentId: 'valve', error: { code: 'EMBEDDING' } }]);
    expect(added.errors[0]!.error).toBeInstanceOf(EmbeddingError);
    expect(added.errors[0]!.error.message).toMatch(/HTTP 400: input is too long/);
    expect((await kb.documents()).map(({ documentId }) => documentId)).toEqual(['motor', 'pump']);
  });

  it('sends only the rest when a document is added again after a failure in the middle', async () => {
    await kb.close();
    kb = await open({}, undefined, { concurrency: 1 });
    server.reply({}, {}, { fault: 'drop' });
    const failed = await kb.addDocuments([documentOf('pump')], { batchSize: 2 });
    expect(failed.errors).toHaveLength(1);
    expect(await kb.documents()).toEqual([]);
    const before = sentTexts();
    server.reply({});
    expect(await kb.addDocuments([documentOf('pump')])).toMatchObject({ success: true });
    const after = sentTexts().slice(before.length);
    expect(before).toHaveLength(6);
    expect(after.slice(0, 2)).toEqual(before.slice(4));
    expect(after).not.toContain(before[0]);
  });

  it('sends nothing of a text that it has embedded before', async () => {
    await kb.addDocuments([documentOf('pump')]);
    const sent = sentTexts().length;
    await kb.addDocuments([documentOf('pump')], { force: true });
    expect(sentTexts()).toHaveLength(sent);
  });

  it('falls back to keywords while the provider is down, and says so', async () => {
    await kb.addDocuments([documentOf('pump')]);
    server.reply({ fault: 'drop' });
    const { hits, warnings } = await kb.retrieve('maintenance of the pump');
    expect(hits.length).toBeGreaterThan(0);
    expect(warnings.join('\n')).toMatch(/cannot be reached/);
  });

  it('says in its health what the provider says, without trying again', async () => {
    await kb.close();
    kb = await open({}, undefined, { maxRetries: 5 });
    server.reply({ status: 503, message: 'loading' });
    const checks = await kb.health();
    expect(checks.find(({ part }) => part === 'embedding')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('HTTP 503: loading'),
    });
    expect(server.requests).toHaveLength(1);
    server.reply({});
    expect(await kb.health()).toContainEqual({
      part: 'embedding',
      ok: true,
      detail: 'openai-compatible:small@8, 8 dimensions',
    });
  });

  it('is refused by a collection of another model, size or prefix', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pincite-providers-'));
    const store = `sqlite:${folder}`;
    try {
      await using first = await open({}, store);
      await first.addDocuments([documentOf('pump')]);
      for (const other of [
        { model: 'ollama:small' },
        { dimensions: 4 },
        { prefixes: ['', 'passage: '] as const },
      ]) {
        await using second = await open(other, store);
        await expect(second.addDocuments([documentOf('valve')])).rejects.toThrow(EmbeddingModelMismatchError);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('answers from keywords alone while the provider is down', async () => {
    await kb.addDocuments([documentOf('pump')]);
    server.reply({ fault: 'drop' });
    const answer = await kb.ask('Which remark has the pump of line 7?');
    expect(answer.answered).toBe(true);
  });

  it('leaves nothing behind when it is stopped while the provider is slow', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    server.reply(() => {
      setTimeout(() => controller.abort(reason), 20);
      return { fault: 'hang' };
    });
    const adding = kb.addDocuments([documentOf('pump')], { signal: controller.signal });
    await expect(adding).rejects.toBe(reason);
    expect(await kb.documents()).toEqual([]);
  });
});

describe('an embedder of the user', () => {
  it('is used as it is, and is the user who closes it', async () => {
    let closed = 0;
    const asked: string[] = [];
    const own = {
      modelId: 'mine',
      dimensions: 2,
      maxTokens: 100,
      embed: async (texts: readonly string[], { role }: { role: string }) => {
        asked.push(role);
        return texts.map((text) => Float32Array.of(1, text.length % 2));
      },
      close: async () => void (closed += 1),
    };
    const mine = await openKnowledgeBase(
      { store: 'sqlite::memory:', embedding: { model: own } },
      { check: 'none' },
    );
    await mine.addDocuments([documentOf('pump')]);
    expect((await mine.retrieve('remark', { mode: 'vector' })).hits.length).toBeGreaterThan(0);
    await mine.close();
    expect(asked).toEqual(['passage', 'query']);
    expect(closed).toBe(0);
  });
});
