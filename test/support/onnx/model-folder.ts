import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeBert, type BertOptions, type BertShape } from './bert.ts';

export const tinyWords =
  '[PAD] [UNK] [CLS] [SEP] a query passage : . turbine blade ##s inspect ##ed every year the board meet share ##holder dividend paid in may of is was'.split(
    ' ',
  );

export const tinyShape: BertShape = {
  vocabulary: tinyWords.length,
  dimensions: 32,
  layers: 2,
  heads: 4,
  inner: 64,
  positions: 64,
};

/** A WordPiece tokenizer of `tinyWords`, set up like BERT's. */
export const tinyTokenizer = {
  version: '1.0',
  added_tokens: tinyWords
    .slice(0, 4)
    .map((content, id) => ({ id, content, special: true, normalized: false })),
  normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
      { Sequence: { id: 'B', type_id: 1 } },
      { SpecialToken: { id: '[SEP]', type_id: 1 } },
    ],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries(tinyWords.map((word, id) => [word, id])),
  },
};

/** Files of a folder by their names; what is no bytes is written as JSON, and `undefined` not at all. */
export type ModelFiles = Readonly<Record<string, object | string | Buffer | undefined>>;

/** A small BERT with the tiny tokenizer, as the hub lays it out. */
export function tinyModel(options: BertOptions = {}) {
  return {
    'config.json': { model_type: 'bert', max_position_embeddings: tinyShape.positions, pad_token_id: 0 },
    'tokenizer.json': tinyTokenizer,
    'tokenizer_config.json': { model_max_length: 512 },
    'onnx/model.onnx': writeBert(tinyShape, options),
  };
}

/** Writes the files into a new temporary folder, in a folder with the model's name; gives that. */
export async function writeModelFolder(name: string, files: ModelFiles): Promise<string> {
  const folder = path.join(await mkdtemp(path.join(tmpdir(), 'pincite-model-')), name);
  for (const [file, content] of Object.entries(files)) {
    if (content === undefined) continue;
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, toBytes(content));
  }
  return folder;
}

export function toBytes(content: object | string | Buffer): Buffer {
  if (Buffer.isBuffer(content)) return content;
  return Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
}
