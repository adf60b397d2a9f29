/**
 * What a local cross-encoder of the size of ms-marco-MiniLM-L-6-v2 (6 layers of 384, random weights, a real tokenizer) takes for
 * one query: milliseconds for 50 passages, median of several queries, with 32-bit and 8-bit weights.
 *
 *   npm run bench -- retrieval/rerank [--queries 5] [--threads 2]
 */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openCrossEncoder } from '../../src/retrieve/rerank/cross-encoder.ts';
import { writeBert } from '../../test/support/onnx/bert.ts';
import { writeModelFolder } from '../../test/support/onnx/model-folder.ts';

const { values } = parseArgs({
  options: { queries: { type: 'string', default: '5' }, threads: { type: 'string', default: '2' } },
});
const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
if (!existsSync(data)) throw new Error(`${data} is missing: the texts and the tokenizer are read from there`);
const passagesPerQuery = 50;
const shape = { vocabulary: 30_522, dimensions: 384, layers: 6, heads: 12, inner: 1536, positions: 512 };

const corpus = await readFile(path.join(data, 'retrieval/scifact/corpus.jsonl'), 'utf8');
const words = corpus
  .trimEnd()
  .split('\n')
  .flatMap((line) => (JSON.parse(line) as { text: string }).text.split(/\s+/));

const passagesOf = (length: number, query: number) =>
  Array.from({ length: passagesPerQuery }, (_, index) => {
    const start = (query * passagesPerQuery + index) * length;
    return words.slice(start, start + length).join(' ');
  });

const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!;

for (const quantise of ['none', 'all'] as const) {
  const folder = await writeModelFolder(`minilm-${quantise}`, {
    'config.json': { model_type: 'bert', max_position_embeddings: 512, pad_token_id: 0 },
    'tokenizer.json': await readFile(path.join(data, 'tokenizers/all-MiniLM-L6-v2/tokenizer.json')),
    'onnx/model.onnx': writeBert(shape, { quantise, outputs: 'logits' }),
  });
  const model = await openCrossEncoder({ model: folder, threads: Number(values.threads) });
  for (const length of [60, 120, 360]) {
    const times: number[] = [];
    for (let query = 0; query < Number(values.queries); query += 1) {
      const started = performance.now();
      await model.rerank('does vitamin D lower the risk of a stroke', passagesOf(length, query));
      times.push(performance.now() - started);
    }
    const weights = quantise === 'none' ? '32-bit' : '8-bit';
    console.log(
      `${weights.padEnd(7)} ${passagesPerQuery} passages of ${length} words: ${median(times).toFixed(0)} ms`,
    );
  }
  await model.close();
  await rm(path.dirname(folder), { recursive: true });
}
