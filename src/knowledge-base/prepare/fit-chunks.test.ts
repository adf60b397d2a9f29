import { expect, it } from 'vitest';
import { fitChunks } from './fit-chunks.ts';

const usualMethod = { method: 'structure', preset: 'default' } as const;

it('leaves sizes as they are where the model reads so much and a third more', () => {
  const usual = fitChunks({ chunkSize: 512, overlap: 50, ...usualMethod }, 8191);
  expect(usual).toEqual({ chunkSize: 512, overlap: 50, mostTokens: 6143 });
  const tight = fitChunks({ chunkSize: 384, overlap: 50, ...usualMethod }, 512);
  expect(tight).toEqual({ chunkSize: 384, overlap: 50, mostTokens: 384 });
});

it('makes chunks smaller for a model that reads little, and their overlap with them', () => {
  const usual = fitChunks({ chunkSize: 512, overlap: 50, ...usualMethod }, 512);
  expect(usual).toEqual({ chunkSize: 384, overlap: 37, mostTokens: 384 });
  const short = fitChunks({ chunkSize: 256, overlap: 255, ...usualMethod, preset: 'legal' }, 128);
  expect(short).toEqual({ chunkSize: 96, overlap: 95, mostTokens: 96 });
});

it('refuses a size of its own that the model does not read', () => {
  expect(() => fitChunks({ chunkSize: 600, overlap: 50, ...usualMethod }, 512)).toThrow(
    expect.objectContaining({
      code: 'CHUNKING',
      message: 'chunkSize is 600 tokens; the embedding model reads 512',
      hint: expect.stringContaining('at most 384'),
      context: { chunkSize: 600, maxTokens: 512 },
    }),
  );
});
