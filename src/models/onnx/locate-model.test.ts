import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startHubServer, type HubServer } from '../../../test/support/onnx/hub-server.ts';
import { tinyModel } from '../../../test/support/onnx/model-folder.ts';
import { ConfigError, EmbeddingError } from '../../errors.ts';
import { locateModel, type LocateOptions } from './locate-model.ts';
import type { ModelUse } from './model-use.ts';

const repository = 'sentence-transformers/all-MiniLM-L6-v2';
const use: ModelUse = {
  Failure: EmbeddingError,
  section: 'embedding',
  shortNames: { 'all-MiniLM-L6-v2': repository },
  task: 'feature extraction',
};
const files = {
  ...tinyModel(),
  '1_Pooling/config.json': { pooling_mode_cls_token: true },
  'onnx/model_quantized.onnx': tinyModel({ quantise: 'all' })['onnx/model.onnx'],
  'README.md': 'Not needed.',
  'pytorch_model.bin': 'Not needed.',
};
const { 'onnx/model.onnx': _, ...smallAlone } = files;
let server: HubServer;
let modelFolder: string;
beforeEach(async () => {
  server = await startHubServer({
    [repository]: files,
    'only/small': smallAlone,
    'no/onnx': { 'tokenizer.json': {}, 'config.json': {} },
  });
  modelFolder = await mkdtemp(path.join(tmpdir(), 'pincite-models-'));
});
afterEach(async () => {
  await server.close();
  await rm(modelFolder, { recursive: true });
});

const locate = (options: Partial<LocateOptions> = {}) =>
  locateModel({ model: 'all-MiniLM-L6-v2', modelFolder, hubUrl: server.url, ...options }, use);

describe('locateModel', () => {
  it('downloads what a model needs, the ONNX file last, and shows how far it is', async () => {
    const steps: [number, number][] = [];
    const location = await locate({ onProgress: (...step) => steps.push(step) });
    expect(location).toEqual({
      name: 'all-MiniLM-L6-v2',
      folder: path.join(modelFolder, repository),
      onnxFile: 'onnx/model.onnx',
      externalData: [],
    });
    expect((await readdir(location.folder, { recursive: true })).sort()).toEqual([
      '1_Pooling',
      '1_Pooling/config.json',
      'config.json',
      'onnx',
      'onnx/model.onnx',
      'tokenizer.json',
      'tokenizer_config.json',
    ]);
    expect(server.requests.at(-1)!.path).toMatch(/model\.onnx$/);
    const [done, total] = steps.at(-1)!;
    expect(done).toBe(total);
    expect(steps.map(([bytes]) => bytes)).toEqual(steps.map(([bytes]) => bytes).toSorted((a, b) => a - b));
  });

  it('asks the network for nothing once a model is there, nor when a folder is named', async () => {
    const { folder } = await locate();
    const asked = server.requests.length;
    await locate();
    await locate({ offline: true });
    await locate({ model: repository });
    await locate({ model: folder });
    expect(server.requests).toHaveLength(asked);
  });

  it('goes on with a download that was interrupted, and fetches no file twice', async () => {
    server.fail({ stallAfter: 10_000 }, { status: 403 });
    const rest = files['onnx/model.onnx'].length - 10_000;
    const onProgress = (bytes: number, total: number) => total - bytes === rest && server.dropConnections();
    await expect(locate({ onProgress })).rejects.toThrow(EmbeddingError);
    const asked = server.requests.length;
    expect(await locate()).toMatchObject({ onnxFile: 'onnx/model.onnx' });
    const later = server.requests
      .slice(asked)
      .map(({ path: file, range }) => `${path.basename(file)} ${range}`);
    expect(later).toEqual(['main undefined', 'model.onnx bytes=10000-', 'model.onnx bytes=10000-']);
  });

  it('takes 8-bit weights where a model or a folder has no others', async () => {
    expect(await locate()).toMatchObject({ onnxFile: 'onnx/model.onnx' });
    const small = await locate({ model: 'only/small' });
    expect(small).toMatchObject({ onnxFile: 'onnx/model_quantized.onnx' });
    expect(await locate({ model: small.folder })).toMatchObject({ onnxFile: 'onnx/model_quantized.onnx' });
  });

  it('stops with the reason of the signal', async () => {
    await expect(locate({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    server.fail({ stallAfter: 1000 });
    const controller = new AbortController();
    const running = locate({
      signal: controller.signal,
      onProgress: () =>
        server.requests.at(-1)!.path.startsWith('/cdn') && controller.abort(new Error('enough')),
    });
    await expect(running).rejects.toThrow('enough');
  });
});

describe('locateModel, where there is no model,', () => {
  it('says where to put the files when the hub cannot be reached', async () => {
    await server.close();
    await expect(locate()).rejects.toMatchObject({
      name: 'EmbeddingError',
      message: expect.stringMatching(/all-MiniLM-L6-v2 cannot be downloaded from .*ECONNREFUSED/),
      hint: expect.stringContaining(
        `to ${path.join(modelFolder, repository)}, or set embedding.model to a folder`,
      ),
    });
  });

  it('says where to put the files when it must stay off the network', async () => {
    const opening = locate({ offline: true });
    await expect(opening).rejects.toThrow(EmbeddingError);
    await expect(opening).rejects.toMatchObject({
      hint: expect.stringContaining(path.join(modelFolder, repository)),
    });
    expect(server.requests).toEqual([]);
  });

  it('passes on that the hub has no such model', async () => {
    await expect(locate({ model: 'some/typo' })).rejects.toMatchObject({
      message: expect.stringContaining('HTTP 401'),
      hint: expect.stringMatching(/^Check the name/),
      context: { status: 401 },
    });
  });

  it('says so when a model has no ONNX file', async () => {
    await expect(locate({ model: 'no/onnx' })).rejects.toMatchObject({
      message: expect.stringContaining('has no ONNX file'),
      hint: expect.stringContaining('optimum-cli export onnx'),
    });
  });

  it.each(['MiniLM', './nowhere', '/nowhere/at/all', '../some/model', 'a/b/c', ''])(
    'refuses the name "%s"',
    async (model) => {
      await expect(locate({ model })).rejects.toThrow(ConfigError);
    },
  );
});
