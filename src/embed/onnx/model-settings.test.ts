import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { writeModelFolder, type ModelFiles } from '../../../test/support/onnx/model-folder.ts';
import { ConfigError, EmbeddingError } from '../../errors.ts';
import { readModelSettings, type ModelSettings } from './model-settings.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(path.dirname(folder), { recursive: true });
});

async function settingsOf(
  files: ModelFiles,
  { name = 'model', ...own }: Partial<ModelSettings> & { name?: string } = {},
) {
  const folder = await writeModelFolder(name, { 'tokenizer.json': {}, ...files });
  folders.push(folder);
  return readModelSettings(folder, name, own);
}

const modules = (...kinds: string[]) =>
  kinds.map((kind, index) => ({
    idx: index,
    path: index === 0 ? '' : `${index}_${kind}`,
    type: `sentence_transformers.models.${kind}`,
  }));

describe('readModelSettings', () => {
  it('takes the mean, unit length, 512 tokens and no prefixes where nothing is said', async () => {
    expect(await settingsOf({})).toEqual({
      pooling: 'mean',
      normalise: true,
      maxTokens: 512,
      queryPrefix: '',
      passagePrefix: '',
      lowerCase: false,
      paddingId: 0,
      denseLayers: [],
      extraModules: [],
    });
  });

  it.each([
    ['cls', { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false }],
    ['mean', { pooling_mode_cls_token: false, pooling_mode_mean_tokens: true, include_prompt: true }],
    ['max', { pooling_mode_max_tokens: true }],
    ['last', { pooling_mode_lasttoken: true }],
    ['cls', { pooling_mode: 'cls' }],
  ] as const)('reads the pooling %s', async (pooling, file) => {
    expect(await settingsOf({ '1_Pooling/config.json': file })).toMatchObject({ pooling });
  });

  it('finds the pooling where the list of modules says it is, and names the modules behind it', async () => {
    const settings = await settingsOf({
      'modules.json': [...modules('Transformer', 'Dropout', 'Pooling', 'Dense', 'LSTM', 'Normalize')],
      '2_Pooling/config.json': { pooling_mode_cls_token: true },
      '1_Pooling/config.json': { pooling_mode_max_tokens: true },
    });
    expect(settings).toMatchObject({ pooling: 'cls', denseLayers: ['3_Dense'], extraModules: ['LSTM'] });
  });

  it('refuses a pooling that there is none of, unless another is chosen', async () => {
    const files = {
      '1_Pooling/config.json': { pooling_mode_cls_token: true, pooling_mode_mean_tokens: true },
    };
    await expect(settingsOf(files)).rejects.toThrow(/cls_token \+ mean_tokens/);
    expect(await settingsOf(files, { pooling: 'cls' })).toMatchObject({ pooling: 'cls' });
  });

  it.each([
    ['the sentence model', 256, { 'sentence_bert_config.json': { max_seq_length: 256 } }],
    ['the tokenizer', 384, { 'tokenizer_config.json': { model_max_length: 384 } }],
    ['the positions', 128, { 'config.json': { model_type: 'bert', max_position_embeddings: 128 } }],
    [
      'the positions of a model that leaves two out',
      512,
      { 'config.json': { model_type: 'mpnet', max_position_embeddings: 514 } },
    ],
    [
      'the positions of another name',
      2048,
      { 'config.json': { model_type: 'nomic_bert', n_positions: 2048 } },
    ],
    ['a tokenizer that knows no limit', 512, { 'tokenizer_config.json': { model_max_length: 1e30 } }],
  ])('takes the length from %s', async (_, maxTokens, files: ModelFiles) => {
    expect(await settingsOf(files)).toMatchObject({ maxTokens });
  });

  it('never reads more tokens than the model has positions', async () => {
    const files = {
      'config.json': { model_type: 'bert', max_position_embeddings: 512 },
      'sentence_bert_config.json': { max_seq_length: 8192 },
    };
    expect(await settingsOf(files)).toMatchObject({ maxTokens: 512 });
    expect(await settingsOf(files, { maxTokens: 100 })).toMatchObject({ maxTokens: 100 });
    await expect(settingsOf(files, { maxTokens: 513 })).rejects.toThrow(ConfigError);
  });

  it('takes prefixes from the prompts of the model, then from its family, and the own ones first', async () => {
    const files = { 'config_sentence_transformers.json': { prompts: { query: 'Q: ', document: 'D: ' } } };
    expect(await settingsOf(files, { name: 'e5-small' })).toMatchObject({
      queryPrefix: 'Q: ',
      passagePrefix: 'D: ',
    });
    const empty = { 'config_sentence_transformers.json': { prompts: { query: '', document: '' } } };
    expect(await settingsOf(empty, { name: 'e5-small' })).toMatchObject({
      queryPrefix: 'query: ',
      passagePrefix: 'passage: ',
    });
    expect(await settingsOf(files, { queryPrefix: '', passagePrefix: 'P ' })).toMatchObject({
      queryPrefix: '',
      passagePrefix: 'P ',
    });
  });

  it.each([
    ['nomic-embed-text-v1.5', 'mean', 'search_query: ', 'search_document: '],
    ['bge-small-en-v1.5', 'cls', 'Represent this sentence for searching relevant passages: ', ''],
    ['bge-micro-v2', 'mean', '', ''],
    ['multilingual-e5-base', 'mean', 'query: ', 'passage: '],
    ['all-MiniLM-L6-v2', 'mean', '', ''],
    ['gte-small', 'mean', '', ''],
  ] as const)('knows %s', async (name, pooling, queryPrefix, passagePrefix) => {
    expect(await settingsOf({}, { name })).toMatchObject({ pooling, queryPrefix, passagePrefix });
  });

  it('names a file that it cannot read', async () => {
    const broken = settingsOf({ 'modules.json': 'not JSON' });
    await expect(broken).rejects.toThrow(EmbeddingError);
    await expect(broken).rejects.toThrow(/modules\.json/);
    await expect(settingsOf({ 'sentence_bert_config.json': { max_seq_length: 'long' } })).rejects.toThrow(
      EmbeddingError,
    );
  });
});
