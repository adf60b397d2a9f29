import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { tinyModel, writeModelFolder, type ModelFiles } from '../../../test/support/onnx/model-folder.ts';
import { ConfigError, RerankingError } from '../../errors.ts';
import { cached } from './open-reranker.ts';
import { openCrossEncoder, type CrossEncoder } from './cross-encoder.ts';

const folders: string[] = [];
const models: CrossEncoder[] = [];
afterEach(async () => {
  for (const model of models.splice(0)) await model.close();
  for (const folder of folders.splice(0)) await rm(path.dirname(folder), { recursive: true });
});

async function open(
  files: ModelFiles = tinyModel({ outputs: 'logits' }),
  options: { maxTokens?: number } = {},
) {
  const folder = await writeModelFolder('small', files);
  folders.push(folder);
  const model = await openCrossEncoder({ model: folder, offline: true, ...options });
  models.push(model);
  return model;
}

describe('openCrossEncoder', () => {
  it('scores a long passage by its best window', async () => {
    const model = await open(undefined, { maxTokens: 13 });
    const [whole, first, last] = await model.rerank('the board', [
      'turbine blade every year dividend paid in may of',
      'turbine blade every year dividend paid in may',
      'blade every year dividend paid in may of',
    ]);
    expect([first, last]).toContain(whole);
    expect(whole).toBe(Math.max(first!, last!));
  });

  it('scores those that come first first, and leaves what the time does not allow', async () => {
    const model = await open();
    const passages = Array.from({ length: 20 }, () => 'the board meets every year');
    const scores = await model.rerank('board', passages, { timeBudgetMs: 0 });
    expect(scores[0]).toBeGreaterThan(0);
    expect(scores.slice(1)).toEqual(Array.from({ length: 19 }, () => undefined));
  });

  it('refuses a model that embeds, and one that is not there', async () => {
    await expect(open(tinyModel())).rejects.toThrow(RerankingError);
    await expect(open(tinyModel())).rejects.toThrow(/numbers for a pair of texts/);
    await expect(openCrossEncoder({ model: 'nobody/nothing', offline: true })).rejects.toMatchObject({
      name: 'RerankingError',
      hint: expect.stringMatching(/reranking\.model/),
    });
    await expect(openCrossEncoder({ model: 'nothing' })).rejects.toThrow(ConfigError);
  });

  it('has an id of its weights', async () => {
    const [one, again] = [await open(), await open()];
    const other = await open(tinyModel({ outputs: 'logits', seed: 2 }));
    expect(again.modelId).toBe(one.modelId);
    expect(other.modelId).not.toBe(one.modelId);
  });
});

describe('cached', () => {
  it('asks for no pair twice, and again for what was left unscored', async () => {
    const asked: (readonly string[])[] = [];
    const reranker = cached({
      modelId: 'test',
      async rerank(_query, passages) {
        asked.push(passages);
        return passages.map((passage) => (passage === 'slow' ? undefined : passage.length / 10));
      },
    });
    expect(await reranker.rerank('q', ['one', 'slow'])).toEqual([0.3, undefined]);
    expect(await reranker.rerank('q', ['slow', 'one', 'three'])).toEqual([undefined, 0.3, 0.5]);
    expect(await reranker.rerank('other', ['one'])).toEqual([0.3]);
    expect(asked).toEqual([['one', 'slow'], ['slow', 'three'], ['one']]);
  });
});
