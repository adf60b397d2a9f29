import { describe, expect, it } from 'vitest';
import { EmbeddingError } from '../errors.ts';
import type { Embedder } from './embedder.ts';
import { openEmbedder } from './open-embedder.ts';

const usual = { timeoutMs: 1000, maxRetries: 0, redact: undefined };
const own: Embedder = {
  modelId: 'mine',
  dimensions: 2,
  maxTokens: 10,
  embed: async (texts) => texts.map(() => Float32Array.of(0.6, 0.8)),
};

describe('openEmbedder', () => {
  it('opens the built-in model by its name, whatever is set for others', async () => {
    const embedder = await openEmbedder({ ...usual, model: 'built-in', dimensions: 3, queryPrefix: 'q' });
    expect(embedder.modelId).toMatch(/^pincite-static-/);
    expect(embedder.cacheable).toBeUndefined();
  });

  it('opens a model of a provider by its name or object', async () => {
    const named = await openEmbedder({ ...usual, model: 'openai:text-embedding-3-small', apiKey: 'k' });
    expect(named).toMatchObject({ modelId: 'openai:text-embedding-3-small', dimensions: 1536 });
    const facts = {
      specificationVersion: 'v3',
      provider: 'cohere.textEmbedding',
      modelId: 'embed-v4.0',
    } as const;
    const object = { ...facts, maxEmbeddingsPerCall: 96, doEmbed: async () => ({ embeddings: [] }) };
    expect(await openEmbedder({ ...usual, model: object })).toMatchObject({ modelId: 'cohere:embed-v4.0' });
  });

  it("uses the user's own embedder as it is, or its first dimensions", async () => {
    expect(await openEmbedder({ ...usual, model: own })).toBe(own);
    expect(await openEmbedder({ ...usual, model: own, dimensions: 1 })).toMatchObject({ modelId: 'mine@1' });
  });

  it('looks for any other name among the local models', async () => {
    const opening = openEmbedder({ ...usual, model: './no-such-folder', offline: true });
    await expect(opening).rejects.toThrow(/no-such-folder/);
    const unreachable = openEmbedder({
      ...usual,
      model: 'owner/name',
      hubUrl: 'http://127.0.0.1:9',
      offline: true,
    });
    await expect(unreachable).rejects.toThrow(EmbeddingError);
  });
});
