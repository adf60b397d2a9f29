/** Texts with vectors, made once into a folder, so that every system reads the same ones and none pays for making them. */
import { once } from 'node:events';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openBuiltInEmbedder } from '../../../src/embed/built-in/built-in.ts';
import { normOf } from '../../../src/store/sqlite/search/cosine.ts';
import { createRandom } from '../../../src/util/random.ts';
import { readPairs, syntheticTexts } from '../texts.ts';
import type { ScaleDocument, ScaleQuery } from './system.ts';

export const corpora = ['zipf', 'train'] as const;
export type CorpusName = (typeof corpora)[number];

export interface Corpus {
  readonly chunks: number;
  readonly dimensions: number;
  readonly queries: readonly ScaleQuery[];
  /** Documents of 10 chunks, some hundred chunks at a time. */
  batches(): AsyncIterable<readonly ScaleDocument[]>;
}

interface Facts {
  readonly chunks: number;
  readonly dimensions: number;
  readonly queries: readonly string[];
}

const dimensions = 256;
const clusters = 1000;
const queryCount = 240;
const chunksPerDocument = 10;
const documentsPerBatch = 50;
const chunksPerBatch = chunksPerDocument * documentsPerBatch;
const parts = 1000;

interface Source {
  readonly chunks: number;
  readonly queries: readonly string[];
  readonly queryVectors: readonly Float32Array[];
  batches(): AsyncIterable<{ readonly texts: readonly string[]; readonly vectors: readonly Float32Array[] }>;
}

/**
 * Makes the corpus in the folder unless it is there already.
 * @returns false where the data that it is made of is missing.
 */
export async function prepareCorpus(folder: string, name: CorpusName, chunks: number): Promise<boolean> {
  if (existsSync(path.join(folder, 'facts.json'))) return true;
  const source = name === 'zipf' ? madeUp(chunks) : await real(chunks);
  if (!source) return false;
  mkdirSync(folder, { recursive: true });
  const texts = createWriteStream(path.join(folder, 'texts.ndjson'));
  const vectors = createWriteStream(path.join(folder, 'vectors.f32'));
  for await (const batch of source.batches()) {
    for (const vector of batch.vectors) if (!vectors.write(bytesOf(vector))) await once(vectors, 'drain');
    const lines = batch.texts.map((text) => `${JSON.stringify(text)}\n`).join('');
    if (!texts.write(lines)) await once(texts, 'drain');
  }
  texts.end();
  vectors.end();
  await Promise.all([once(texts, 'close'), once(vectors, 'close')]);
  writeFileSync(path.join(folder, 'queries.f32'), Buffer.concat(source.queryVectors.map(bytesOf)));
  const facts: Facts = { chunks: source.chunks, dimensions, queries: source.queries };
  writeFileSync(path.join(folder, 'facts.json'), JSON.stringify(facts));
  return true;
}

export function readCorpus(folder: string): Corpus {
  const facts = JSON.parse(readFileSync(path.join(folder, 'facts.json'), 'utf8')) as Facts;
  const bytes = readFileSync(path.join(folder, 'queries.f32'));
  const queries = facts.queries.map((text, index) => ({ text, vector: vectorAt(bytes, index) }));
  return { ...facts, queries, batches: () => readBatches(folder) };
}

async function* readBatches(folder: string): AsyncGenerator<readonly ScaleDocument[]> {
  const lines = createInterface({ input: createReadStream(path.join(folder, 'texts.ndjson')) });
  const vectors = await open(path.join(folder, 'vectors.f32'));
  try {
    let texts: string[] = [];
    let first = 0;
    for await (const line of lines) {
      texts.push(JSON.parse(line) as string);
      if (texts.length < chunksPerBatch) continue;
      yield documentsOf(texts, await readVectors(vectors, first, texts.length), first);
      first += texts.length;
      texts = [];
    }
    if (texts.length > 0) yield documentsOf(texts, await readVectors(vectors, first, texts.length), first);
  } finally {
    lines.close();
    await vectors.close();
  }
}

async function readVectors(
  file: Awaited<ReturnType<typeof open>>,
  first: number,
  count: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(count * dimensions * 4);
  await file.read(bytes, 0, bytes.length, first * dimensions * 4);
  return bytes;
}

function documentsOf(texts: readonly string[], vectors: Uint8Array, first: number): ScaleDocument[] {
  const documents: ScaleDocument[] = [];
  for (let start = 0; start < texts.length; start += chunksPerDocument) {
    const number = (first + start) / chunksPerDocument;
    const documentId = `d${number}`;
    const chunks = texts.slice(start, start + chunksPerDocument).map((text, sequence) => ({
      chunkId: `${documentId}#${String(sequence).padStart(4, '0')}`,
      text,
      vector: vectorAt(vectors, start + sequence),
    }));
    documents.push({ documentId, part: number % parts, chunks });
  }
  return documents;
}

function vectorAt(bytes: Uint8Array, index: number): Float32Array {
  const start = index * dimensions * 4;
  return new Float32Array(Uint8Array.from(bytes.subarray(start, start + dimensions * 4)).buffer);
}

function bytesOf(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.slice().buffer);
}

/** Words of Zipf's distribution, and vectors around centres: what is near in one is not in the other. */
function madeUp(chunks: number): Source {
  const texts = syntheticTexts(chunks);
  const nextVector = clusteredVectors();
  return {
    chunks,
    queries: texts.questions.slice(0, queryCount),
    queryVectors: Array.from({ length: queryCount }, nextVector),
    async *batches() {
      for (const batch of texts.batches(chunksPerBatch)) {
        yield { texts: batch, vectors: batch.map(() => nextVector()) };
      }
    },
  };
}

function clusteredVectors(): () => Float32Array {
  const random = createRandom(1);
  const centres = Array.from({ length: clusters }, () =>
    Float32Array.from({ length: dimensions }, () => random() - 0.5),
  );
  return () => {
    const centre = centres[Math.floor(random() * clusters)] as Float32Array;
    const vector = centre.map((value) => value + 0.6 * (random() - 0.5));
    const norm = normOf(vector);
    return vector.map((value) => value / norm);
  };
}

/** Passages with the vectors of the built-in embedder; the queries are those of pairs that are left out. */
async function real(chunks: number): Promise<Source | undefined> {
  const pairs = readPairs(chunks, queryCount);
  if (!pairs) return undefined;
  const { passages, questions } = pairs;
  const embedder = openBuiltInEmbedder();
  return {
    chunks: passages.length,
    queries: questions,
    queryVectors: await embedder.embed(questions, { role: 'query' }),
    async *batches() {
      for (let start = 0; start < passages.length; start += chunksPerBatch) {
        const texts = passages.slice(start, start + chunksPerBatch);
        yield { texts, vectors: await embedder.embed(texts, { role: 'passage' }) };
      }
    },
  };
}
