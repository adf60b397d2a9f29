/**
 * Speed of embedding: the built-in table beside a model of the size of all-MiniLM-L6-v2 (6 layers of 384, random
 * weights, its real tokenizer) in ONNX, with 32-bit and 8-bit weights, on chunks of 120 words of real text. Figures are
 * per second of CPU time.
 *
 *   npm run bench -- embedding/speed [--seconds 5] [--threads 1]
 */
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openBuiltInEmbedder } from '../../src/embed/built-in/built-in.ts';
import type { Embedder } from '../../src/embed/embedder.ts';
import { openOnnxEmbedder } from '../../src/embed/onnx/onnx-embedder.ts';
import { writeBert } from '../../test/support/onnx/bert.ts';
import { writeModelFolder } from '../../test/support/onnx/model-folder.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, threads: { type: 'string', default: '1' } },
});
const threads = Number(values.threads);
const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url));
if (!existsSync(data)) throw new Error(`${data} is missing: the texts and the tokenizer are read from there`);
const wordsPerChunk = 120;
const batchSize = 128;
const shape = { vocabulary: 30_522, dimensions: 384, layers: 6, heads: 12, inner: 1536, positions: 512 };

async function readChunks(): Promise<string[]> {
  const corpus = await readFile(path.join(data, 'retrieval/scifact/corpus.jsonl'), 'utf8');
  const texts = corpus
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text);
  const words = texts.join(' ').split(/\s+/);
  return Array.from({ length: Math.floor(words.length / wordsPerChunk) }, (_, chunk) =>
    words.slice(chunk * wordsPerChunk, (chunk + 1) * wordsPerChunk).join(' '),
  );
}

/** Chunks a second of one core's time, so that other work on the machine counts little. */
async function measure(embedder: Embedder, chunks: readonly string[]): Promise<number> {
  const embedBatch = (batch: number) => {
    const start = (batch * batchSize) % (chunks.length - batchSize);
    return embedder.embed(chunks.slice(start, start + batchSize), { role: 'passage' });
  };
  await embedBatch(0);
  const before = process.cpuUsage();
  const secondsUsed = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  let batches = 0;
  while (secondsUsed() < Number(values.seconds)) await embedBatch((batches += 1));
  return (batches * batchSize) / secondsUsed();
}

async function openModel(
  quantise: 'none' | 'all',
): Promise<{ embedder: Embedder; remove: () => Promise<void> }> {
  const folder = await writeModelFolder(`minilm-${quantise}`, {
    'config.json': { model_type: 'bert', max_position_embeddings: 512, pad_token_id: 0 },
    'tokenizer.json': await readFile(path.join(data, 'tokenizers/all-MiniLM-L6-v2/tokenizer.json')),
    'onnx/model.onnx': writeBert(shape, { quantise }),
  });
  const embedder = await openOnnxEmbedder({ model: folder, threads });
  return { embedder, remove: () => rm(path.dirname(folder), { recursive: true }) };
}

const { Tokenizer } = await import('@huggingface/tokenizers');
const tokenizer = new Tokenizer(
  JSON.parse(await readFile(path.join(data, 'tokenizers/all-MiniLM-L6-v2/tokenizer.json'), 'utf8')),
  {},
);
const chunks = await readChunks();
const sample = chunks.slice(0, 200);
const tokensPerChunk =
  sample.reduce((sum, chunk) => sum + tokenizer.encode(chunk).ids.length, 0) / sample.length;

function show(name: string, chunksPerSecond: number): void {
  const tokens = Math.round(chunksPerSecond * tokensPerChunk).toLocaleString('en');
  console.log(
    `${name.padEnd(28)} ${chunksPerSecond.toFixed(1).padStart(9)} chunks ${tokens.padStart(12)} tokens`,
  );
}

console.log(
  `${wordsPerChunk} words a chunk, ${tokensPerChunk.toFixed(0)} WordPiece tokens; ${threads} thread(s); per CPU second:`,
);
show('built in', await measure(openBuiltInEmbedder(), chunks));
for (const [name, quantise] of [
  ['MiniLM-L6 shape, fp32', 'none'],
  ['MiniLM-L6 shape, int8', 'all'],
] as const) {
  const { embedder, remove } = await openModel(quantise);
  show(name, await measure(embedder, chunks));
  await embedder.close?.();
  await remove();
}
