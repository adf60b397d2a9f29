/** Chunks and embeds a collection with Pincite's defaults and leaves the result for the peers. */
import { indexAll } from '../index-all.ts';
import { openStaticEmbedder } from '../../src/embed/built-in/built-in.ts';
import { openKnowledgeBase } from '../../src/index.ts';
import type { ChunkRecord } from '../../src/store/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Collection } from './collection.ts';
import { writeGiven } from './given.ts';
import { placeOfChunk } from './place.ts';

/** @param folder where the files go; a store is left there too. */
export async function prepareGiven(
  folder: string,
  { documents, originals, queries }: Collection,
): Promise<void> {
  const url = `sqlite:${folder}`;
  const texts = documents.map(({ id, title, text }) => ({
    source: text,
    sourceType: 'text' as const,
    documentId: id,
    title: title || undefined,
  }));
  await using kb = await openKnowledgeBase({ store: url });
  await indexAll(kb, originals ?? texts);
  const { records, table } = await readStore(url);
  const embedder = openStaticEmbedder(table);
  const questions = queries.map(({ text }) => text);
  const queryVectors = await embedder.embed(questions, { role: 'query' });
  const chunks = records.map(({ chunk, context }) => ({
    chunkId: chunk.chunkId,
    documentId: originals === undefined ? chunk.documentId : placeOfChunk(chunk),
    text: context ? `${context}\n${chunk.content}` : chunk.content,
  }));
  const vectors = records.map(({ vector }) => vector);
  writeGiven(folder, { texts: chunks, vectors }, { texts: questions, vectors: queryVectors });
}

/** All chunks, and the table that was adapted to them. */
async function readStore(url: string): Promise<{ records: ChunkRecord[]; table: Uint8Array }> {
  const store = await openSqliteStore(url);
  try {
    const records: ChunkRecord[] = [];
    for await (const { chunks } of store.export('default')) records.push(...chunks);
    const table = await store.collectionModel('default');
    if (table === undefined) throw new Error('The model was not adapted to the collection');
    return { records, table };
  } finally {
    await store.close();
  }
}
