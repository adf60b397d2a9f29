import { describe, expect, it } from 'vitest';
import { givesSize, knownEmbeddingModel } from './known-embedding-models.ts';

describe('knownEmbeddingModel', () => {
  it('knows a model by provider and name, with or without the tag latest', () => {
    expect(knownEmbeddingModel('openai:text-embedding-3-large')?.dimensions).toBe(3072);
    expect(knownEmbeddingModel('azure:text-embedding-3-small')?.dimensions).toBe(1536);
    expect(knownEmbeddingModel('ollama:nomic-embed-text:latest')?.dimensions).toBe(768);
  });

  it.each([
    'ollama:nomic-embed-text:v2',
    'cohere:text-embedding-3-large',
    'openai:constructor',
    'toString:x',
  ])('knows nothing of %s', (name) => expect(knownEmbeddingModel(name)).toBeUndefined());
});

describe('givesSize', () => {
  it.each([
    ['openai:text-embedding-3-large', 1024, true],
    ['openai:text-embedding-ada-002', 1024, false],
    ['azure:a-deployment', 1024, true],
    ['cohere:embed-v4.0', 512, true],
    ['cohere:embed-v4.0', 768, false],
    ['cohere:unheard-of', 512, false],
    ['voyage:voyage-3.5', 2048, true],
    ['google:gemini-embedding-001', 768, true],
    ['mistral:codestral-embed', 512, false],
    ['openai-compatible:any', 512, false],
  ])('of %s for %i is %s', (name, dimensions, gives) => {
    expect(givesSize(name, dimensions)).toBe(gives);
  });
});
