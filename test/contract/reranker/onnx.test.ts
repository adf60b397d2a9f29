import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openCrossEncoder } from '../../../src/retrieve/rerank/cross-encoder.ts';
import { cached } from '../../../src/retrieve/rerank/open-reranker.ts';
import { writeBert } from '../../support/onnx/bert.ts';
import { tinyModel, tinyShape, writeModelFolder, type ModelFiles } from '../../support/onnx/model-folder.ts';
import { describeReranker } from './suite.ts';

function describeModel(title: string, files: ModelFiles): void {
  describeReranker(title, async () => {
    const folder = await writeModelFolder('small', files);
    return {
      open: () => openCrossEncoder({ model: folder, offline: true }),
      remove: () => rm(path.dirname(folder), { recursive: true }),
    };
  });
}

describeModel('a cross-encoder in ONNX', tinyModel({ outputs: 'logits' }));
describeModel('a cross-encoder without token types', tinyModel({ outputs: 'logits', tokenTypes: false }));
describeModel('a cross-encoder that rounds all to 8 bits', tinyModel({ outputs: 'logits', quantise: 'all' }));

describeReranker('a cross-encoder that remembers', async () => {
  const folder = await writeModelFolder('small', tinyModel({ outputs: 'logits' }));
  const model = await openCrossEncoder({ model: folder, offline: true });
  return {
    open: async () => ({ ...cached(model), close: () => model.close() }),
    remove: () => rm(path.dirname(folder), { recursive: true }),
  };
});

const tokenizers = fileURLToPath(new URL('../../../../shared/data/tokenizers/', import.meta.url));
if (existsSync(tokenizers)) {
  const tokenizer = await readFile(path.join(tokenizers, 'all-MiniLM-L6-v2', 'tokenizer.json'), 'utf8');
  describeModel('a cross-encoder with the tokenizer of all-MiniLM-L6-v2', {
    ...tinyModel(),
    'tokenizer.json': tokenizer,
    'onnx/model.onnx': writeBert({ ...tinyShape, vocabulary: 30_522 }, { outputs: 'logits' }),
  });
} else {
  describe('a cross-encoder with a real tokenizer', () => {
    it.skip(`${tokenizers} is missing`, () => expect.unreachable());
  });
}
