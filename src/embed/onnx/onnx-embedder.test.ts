import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { afterEach, describe, expect, it } from 'vitest';
import { turnsDuring } from '../../../test/support/turns-during.ts';
import {
  tinyModel,
  tinyTokenizer,
  tinyWords,
  writeModelFolder,
  type ModelFiles,
} from '../../../test/support/onnx/model-folder.ts';
import { startHubServer } from '../../../test/support/onnx/hub-server.ts';
import { GraphWriter } from '../../../test/support/onnx/graph.ts';
import { ConfigError, EmbeddingError } from '../../errors.ts';
import { importPeer } from '../../models/import-peer.ts';
import { localModelUse } from '../../models/onnx/model-on-disk.ts';
import { openOnnxEmbedder, type OnnxEmbedder, type OnnxEmbedderOptions } from './onnx-embedder.ts';

const folders: string[] = [];
const embedders: OnnxEmbedder[] = [];
afterEach(async () => {
  for (const embedder of embedders.splice(0)) await embedder.close();
  for (const folder of folders.splice(0)) await rm(path.dirname(folder), { recursive: true });
});

type OwnOptions = Partial<OnnxEmbedderOptions> & { readonly name?: string };

async function open(
  files: ModelFiles,
  { name = 'small', ...options }: OwnOptions = {},
): Promise<OnnxEmbedder> {
  const folder = await writeModelFolder(name, files);
  folders.push(folder);
  const embedder = await openOnnxEmbedder({ model: folder, ...options });
  embedders.push(embedder);
  return embedder;
}

/** Vectors of tokens as the model gives them for one text alone, straight from the runtime: a row a token. */
async function hiddenStates(file: Buffer, words: readonly string[]): Promise<number[][]> {
  const ids = BigInt64Array.from(['[CLS]', ...words, '[SEP]'], (word) => BigInt(tinyWords.indexOf(word)));
  const tensor = (value: BigInt64Array) => new Tensor('int64', value, [1, ids.length]);
  const session = await InferenceSession.create(file);
  const { last_hidden_state: states } = await session.run({
    input_ids: tensor(ids),
    attention_mask: tensor(ids.map(() => 1n)),
    token_type_ids: tensor(new BigInt64Array(ids.length)),
  });
  await session.release();
  const [data, dimensions] = [states!.data as Float32Array, states!.dims[2]!];
  return Array.from(ids, (_, token) =>
    Array.from(data.subarray(token * dimensions, (token + 1) * dimensions)),
  );
}

const meanOf = (rows: readonly number[][]) =>
  rows[0]!.map((_, column) => rows.reduce((sum, row) => sum + row[column]!, 0) / rows.length);
const unit = (vector: readonly number[]) => vector.map((value) => value / Math.hypot(...vector));

function expectClose(received: Float32Array | undefined, expected: readonly number[]): void {
  expect(received).toHaveLength(expected.length);
  for (const [index, value] of expected.entries()) expect(received![index]).toBeCloseTo(value, 5);
}

const cls = { '1_Pooling/config.json': { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false } };
const dense = { path: '2_Dense', type: 'sentence_transformers.models.Dense' };

/** Matrices by their names, as a file of weights. */
function safetensors(matrices: Readonly<Record<string, readonly (readonly number[])[]>>): Buffer {
  let end = 0;
  const entries = Object.entries(matrices).map(([name, rows]) => {
    const from = end;
    end += 4 * rows.flat().length;
    return [name, { dtype: 'F32', shape: [rows.length, rows[0]!.length], data_offsets: [from, end] }];
  });
  const header = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  const numbers = Object.values(matrices).flatMap((rows) => rows.flat());
  return Buffer.concat([length, header, Buffer.from(Float32Array.from(numbers).buffer)]);
}

const query = { role: 'query' } as const;
const passage = { role: 'passage' } as const;
const texts = ['dividend', 'The turbine blades inspected every year.', 'the board'];
const words = ['the', 'turbine', 'blade', '##s', 'inspect', '##ed', 'every', 'year', '.'];

describe('openOnnxEmbedder', () => {
  it('passes the pooled vector through a dense layer behind it, whose weights are part of the id', async () => {
    const files = tinyModel();
    const weight = Array.from({ length: 3 }, (_, row) =>
      Array.from({ length: 32 }, (_column, column) => Math.sin(row * 32 + column)),
    );
    const withLayer = (bias: readonly number[]) => ({
      ...files,
      'modules.json': [dense],
      '2_Dense/config.json': { activation_function: 'torch.nn.modules.activation.Tanh' },
      '2_Dense/model.safetensors': safetensors({ 'linear.weight': weight, 'linear.bias': [bias] }),
    });
    const embedder = await open(withLayer([0.5, 0, -0.5]));
    expect(embedder.dimensions).toBe(3);
    const [, vector] = await embedder.embed(texts, passage);
    const pooled = meanOf(await hiddenStates(files['onnx/model.onnx'], words));
    const dot = (row: readonly number[]) =>
      row.reduce((sum, value, column) => sum + value * pooled[column]!, 0);
    expectClose(vector, unit(weight.map((row, index) => Math.tanh(dot(row) + [0.5, 0, -0.5][index]!))));
    expect((await open(withLayer([0, 0, 0]))).modelId).not.toBe(embedder.modelId);
  });

  for (const quantise of ['none', 'weights', 'all'] as const) {
    const files = tinyModel({ quantise });
    const file = files['onnx/model.onnx'];

    it(`gives the mean of the tokens, and the first one where the model says so (quantised: ${quantise})`, async () => {
      const states = await hiddenStates(file, words);
      const [, mean] = await (await open(files)).embed(texts, passage);
      expectClose(mean, unit(meanOf(states)));
      const [, first] = await (await open({ ...files, ...cls })).embed(texts, passage);
      expectClose(first, unit(states[0]!));
    });
  }

  it('leaves vectors as long as they are where that is asked for', async () => {
    const files = tinyModel();
    const states = await hiddenStates(files['onnx/model.onnx'], words);
    const embedder = await open(files, { normalise: false, pooling: 'last' });
    expectClose((await embedder.embed(texts, passage))[1], states.at(-1)!);
  });

  it("takes the model's own vector a text where it gives one, unless a pooling is chosen", async () => {
    const files = tinyModel({ outputs: 'both' });
    const states = await hiddenStates(files['onnx/model.onnx'], words);
    expectClose((await (await open(files)).embed(texts, passage))[1], unit(states[0]!));
    const pooled = await open(files, { pooling: 'mean' });
    expectClose((await pooled.embed(texts, passage))[1], unit(meanOf(states)));
    const only = open(tinyModel({ outputs: 'sentence' }), { pooling: 'mean' });
    await expect(only).rejects.toThrow(ConfigError);
  });

  it('puts the prefix of the role before the text', async () => {
    const files = tinyModel();
    const plain = await open(files);
    const prefixed = await open(files, { queryPrefix: 'query: ', passagePrefix: 'passage: ' });
    const [asQuery, asPassage] = await plain.embed(['query: dividend', 'passage: dividend'], query);
    expect(await prefixed.embed(['dividend'], query)).toEqual([asQuery]);
    expect(await prefixed.embed([' dividend'], passage)).toEqual([asPassage]);
  });

  it('reads maxTokens tokens of a text', async () => {
    const embedder = await open(tinyModel(), { maxTokens: 5 });
    expect(embedder.maxTokens).toBe(5);
    expect(embedder.tokenizer).toMatch(/tokenizer\.json$/);
    const [cut, same, other] = await embedder.embed(
      ['the board meet . year', 'the board meet', 'the board'],
      passage,
    );
    expect(cut).toEqual(same);
    expect(cut).not.toEqual(other);
  });

  it('puts texts in lower case where the model says so', async () => {
    const { normalizer, ...tokenizer } = tinyTokenizer;
    const files = {
      ...tinyModel(),
      'tokenizer.json': { ...tokenizer, normalizer: { ...normalizer, lowercase: false } },
    };
    const [upper] = await (await open(files)).embed(['DIVIDEND'], passage);
    expect(upper!.every((value) => value === 0)).toBe(true);
    const lower = await open({ ...files, 'sentence_bert_config.json': { do_lower_case: true } });
    const [first, second] = await lower.embed(['DIVIDEND', 'dividend'], passage);
    expect(first).toEqual(second);
    expect(Math.hypot(...first!)).toBeCloseTo(1, 5);
  });

  it('finds the first known word behind any amount of white space', async () => {
    const embedder = await open(tinyModel());
    const [first, second] = await embedder.embed([`${' '.repeat(1_000_000)}dividend`, 'dividend'], passage);
    expect(first).toEqual(second);
  });

  it('has an id of the name and of all that changes a vector', async () => {
    const files = tinyModel();
    const { modelId } = await open(files);
    expect(modelId).toMatch(/^onnx:small@[\da-f]{12}$/);
    expect((await open(files)).modelId).toBe(modelId);
    const others = [
      await open(tinyModel({ seed: 2 })),
      await open({ ...files, ...cls }),
      await open(files, { queryPrefix: 'query: ' }),
      await open(files, { normalise: false }),
      await open(files, { maxTokens: 32 }),
      await open(files, { name: 'other' }),
      await open({ ...files, 'tokenizer.json': { ...tinyTokenizer, version: '2.0' } }),
    ];
    expect(new Set([modelId, ...others.map((other) => other.modelId)]).size).toBe(8);
  });

  it('lets the event loop turn while it works through many texts', async () => {
    const embedder = await open(tinyModel());
    const many = Array.from({ length: 200 }, () => 'the board meet '.repeat(20));
    const turns = await turnsDuring(() => embedder.embed(many, passage));
    expect(turns).toBeGreaterThan(5);
  });

  it('finishes what is under way before it closes, and embeds nothing afterwards', async () => {
    const embedder = await open(tinyModel());
    const running = embedder.embed(['dividend'], passage);
    await embedder.close();
    expect(await running).toHaveLength(1);
    await expect(embedder.embed(['dividend'], passage)).rejects.toThrow(/closed/);
    await embedder.close();
  });

  it('names the command that installs a missing package', async () => {
    await expect(importPeer('no-such-package', localModelUse)).rejects.toMatchObject({
      message: 'Local models need the package "no-such-package", which is not installed',
      hint: expect.stringContaining(
        'ONNXRUNTIME_NODE_INSTALL=skip npm install onnxruntime-node@1 @huggingface/tokenizers@0.2',
      ),
    });
  });
});

describe('openOnnxEmbedder refuses', () => {
  it.each([
    ['a damaged model', { 'onnx/model.onnx': 'no model' }, /model\.onnx cannot be opened/],
    ['a damaged tokenizer', { 'tokenizer.json': '{' }, /tokenizer\.json cannot be read/],
    ['a folder without a tokenizer', { 'tokenizer.json': undefined }, /holds no complete model/],
    ['a folder without a model', { 'onnx/model.onnx': undefined }, /holds no complete model/],
    ['a model of pictures', { 'onnx/model.onnx': pictureModel() }, /has the inputs pixels/],
    [
      'a model whose last layers are not in its ONNX file',
      { 'modules.json': [{ path: '2_LSTM', type: 'sentence_transformers.models.LSTM' }] },
      /lacks the layers behind it: LSTM/,
    ],
    ['a dense layer without weights', { 'modules.json': [dense] }, /2_Dense of the model.*cannot be read/],
    [
      'a damaged dense layer',
      { 'modules.json': [dense], '2_Dense/model.safetensors': 'none' },
      /2_Dense.*no matrix linear\.weight/,
    ],
    [
      'a dense layer of another size',
      { 'modules.json': [dense], '2_Dense/model.safetensors': safetensors({ 'linear.weight': [[1, 2]] }) },
      /takes 2 numbers, and is given 32/,
    ],
    [
      'a dense layer with an activation that is not known',
      { 'modules.json': [dense], '2_Dense/config.json': { activation_function: 'torch.nn.GLU' } },
      /its activation GLU is not supported/,
    ],
  ])('%s', async (_, change: ModelFiles, message) => {
    const opening = open({ ...tinyModel(), ...change });
    await expect(opening).rejects.toThrow(EmbeddingError);
    await expect(opening).rejects.toThrow(message);
  });
});

function pictureModel(): Buffer {
  const graph = new GraphWriter();
  graph.output(graph.input('pixels', 'float32', [1, 4]), 'classes', [1, 4]);
  return graph.toFile();
}

describe('a downloaded model', () => {
  it('has the same id as from a folder', async () => {
    const repository = 'sentence-transformers/all-MiniLM-L6-v2';
    const server = await startHubServer({ [repository]: tinyModel() });
    const modelFolder = await mkdtemp(path.join(tmpdir(), 'pincite-models-'));
    try {
      const model = 'all-MiniLM-L6-v2';
      const downloaded = await openOnnxEmbedder({ model, modelFolder, hubUrl: `${server.url}/` });
      const copied = await open(tinyModel(), { name: model, offline: true });
      expect(copied.modelId).toBe(downloaded.modelId);
      await downloaded.close();
    } finally {
      await server.close();
      await rm(modelFolder, { recursive: true });
    }
  });
});
