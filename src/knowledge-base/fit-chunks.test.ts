import { expect, it } from 'vitest';
import { fitChunks } from './fit-chunks.ts';

it('leaves sizes as they are where the model reads so much and a third more', () => {
  expect(fitChunks({ chunkSize: 512, overlap: 50 }, 8191)).toEqual({ chunkSize: 512, overlap: 50 });
  expect(fitChunks({ chunkSize: 384, overlap: 50 }, 512)).toEqual({ chunkSize: 384, overlap: 50 });
});

it('makes chunks smaller for a model that reads little, and their overlap with them', () => {
  expect(fitChunks({ chunkSize: 512, overlap: 50 }, 512)).toEqual({ chunkSize: 384, overlap: 37 });
  expect(fitChunks({ chunkSize: 256, overlap: 255 }, 128)).toEqual({ chunkSize: 96, overlap: 95 });
});
