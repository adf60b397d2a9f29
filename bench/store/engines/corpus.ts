import path from 'node:path';
import { openBuiltInEmbedder } from '../../../src/embed/built-in/built-in.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { CollectionSpec, DocumentRecord, Store } from '../../../src/store/store.ts';
import { openPassageStore, mostPassagesPerChunk } from '../../retrieval/passage-store.ts';
import { readPassages } from '../texts.ts';
import type { Query } from './side.ts';

/** As `retrieval/latency` makes them, which has made them already where it has run. */
const passageChunks = 100_000;
const folder = path.join(import.meta.dirname, '../../../node_modules/.cache/bench-latency');
const collection = 'default';

/** Real documents with chunks and vectors, and questions about them. */
export interface Corpus {
  readonly spec: CollectionSpec;
  readonly queries: readonly Query[];
  /** Documents with so many chunks in all, in groups of so many documents. */
  batches(chunks: number, documents: number): AsyncGenerator<DocumentRecord[]>;
  close(): Promise<void>;
}

/** `undefined` where `../shared/data/train` is missing. */
export async function openCorpus(questions: number): Promise<Corpus | undefined> {
  const texts = await readPassages(passageChunks * mostPassagesPerChunk);
  if (texts === undefined) return undefined;
  const made = await openPassageStore(texts, { folder, chunks: passageChunks, collections: [collection] });
  await made.close();
  const store = await openStore(`sqlite:${path.join(folder, `${passageChunks}-in-1`)}`);
  const spec = await store.collectionSpec(collection);
  const asked = evenly(texts.questions, questions);
  const vectors = await openBuiltInEmbedder().embed(asked, { role: 'query' });
  return {
    spec: { ...spec!, name: 'bench' },
    queries: asked.map((text, index) => ({ text, vector: vectors[index]! })),
    batches: (chunks, documents) => batches(store, chunks, documents),
    close: () => store.close(),
  };
}

async function* batches(store: Store, chunks: number, documents: number): AsyncGenerator<DocumentRecord[]> {
  let batch: DocumentRecord[] = [];
  let count = 0;
  for await (const record of store.export(collection)) {
    batch.push(record);
    count += record.chunks.length;
    if (batch.length === documents || count >= chunks) {
      yield batch;
      batch = [];
    }
    if (count >= chunks) return;
  }
}

function evenly<Value>(list: readonly Value[], count: number): Value[] {
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)]!);
}
