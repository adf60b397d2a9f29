/** Chunks and embeds a collection with Pincite's defaults and leaves the result for the peers. */
import { openBuiltInEmbedder } from '../../src/embed/built-in.ts';
import { openKnowledgeBase } from '../../src/index.ts';
import type { ChunkRecord } from '../../src/store/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { BeirDataset } from '../retrieval/beir.ts';
import { writeGiven } from './given.ts';

/** @param folder where the files go; a store is left there too. */
export async function prepareGiven(folder: string, { documents, queries }: BeirDataset): Promise<void> {
  const url = `sqlite:${folder}`;
  const inputs = documents.map(({ id, title, text }) => ({
    source: text,
    sourceType: 'text' as const,
    documentId: id,
    title: title || undefined,
  }));
  await using kb = await openKnowledgeBase({ store: url });
  await kb.addDocuments(inputs, { returnChunks: false });
  const store = await openSqliteStore(url);
  const records: ChunkRecord[] = [];
  for await (const { chunks } of store.export('default')) records.push(...chunks);
  await store.close();
  const embedder = await openBuiltInEmbedder();
  const texts = queries.map(({ text }) => text);
  const queryVectors = await embedder.embed(texts, { role: 'query' });
  const chunks = records.map(({ chunk, context }) => ({
    chunkId: chunk.chunkId,
    documentId: chunk.documentId,
    text: context ? `${context}\n${chunk.content}` : chunk.content,
  }));
  const file = { dimensions: embedder.dimensions, chunks, queries: texts };
  writeGiven(folder, file, [...records.map(({ vector }) => vector), ...queryVectors]);
}
