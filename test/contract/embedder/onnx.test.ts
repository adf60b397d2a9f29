import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openOnnxEmbedder, type OnnxEmbedderOptions } from '../../../src/embed/onnx/onnx-embedder.ts';
import { writeBert } from '../../support/onnx/bert.ts';
import { tinyModel, tinyShape, writeModelFolder, type ModelFiles } from '../../support/onnx/model-folder.ts';
import { describeEmbedder } from './suite.ts';

const words = ['turbine', 'blades', 'inspected', 'every', 'year', 'shareholders', 'dividend', 'board'];

function describeModel(title: string, files: ModelFiles, options: Partial<OnnxEmbedderOptions> = {}): void {
  const makePlace = async () => {
    const folder = await writeModelFolder('small', files);
    return {
      open: () => openOnnxEmbedder({ model: folder, ...options }),
      remove: () => rm(path.dirname(folder), { recursive: true }),
    };
  };
  describeEmbedder(title, makePlace, { words, showsTokens: true });
}

const prefixes = { queryPrefix: 'query: ', passagePrefix: 'passage: ' };
describeModel('an ONNX model with the mean of its tokens', tinyModel());
describeModel('an ONNX model with its first token', tinyModel(), { pooling: 'cls', ...prefixes });
describeModel('an ONNX model with 8-bit weights', tinyModel({ quantise: 'weights' }), { pooling: 'max' });
describeModel('an ONNX model that rounds all to 8 bits', tinyModel({ quantise: 'all' }), { pooling: 'last' });
describeModel('an ONNX model that pools itself', tinyModel({ outputs: 'both', tokenTypes: false }));

const tokenizers = fileURLToPath(new URL('../../../../shared/data/tokenizers/', import.meta.url));
if (existsSync(tokenizers)) {
  const real = async (name: string) => ({
    ...tinyModel(),
    'tokenizer.json': await readFile(path.join(tokenizers, name, 'tokenizer.json'), 'utf8'),
    'onnx/model.onnx': writeBert({ ...tinyShape, vocabulary: 30_522 }),
  });
  describeModel('an ONNX model with the tokenizer of all-MiniLM-L6-v2', await real('all-MiniLM-L6-v2'));
  describeModel('an ONNX model with the tokenizer of bge-micro-v2', await real('bge-micro-v2'), {
    pooling: 'cls',
  });
} else {
  describe('an ONNX model with a real tokenizer', () => {
    it.skip(`${tokenizers} is missing`, () => expect.unreachable());
  });
}
