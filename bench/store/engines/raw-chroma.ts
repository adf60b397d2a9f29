import path from 'node:path';
import { indexSettings } from '../../../src/store/chroma/engine.ts';
import { flatMetadata } from '../../../src/store/chroma/flat-metadata.ts';
import { startServer } from '../../../src/store/chroma/local-server.ts';
import type { DocumentRecord } from '../../../src/store/store.ts';
import { openRawSqlite, type RawSqliteOptions } from './raw-sqlite.ts';
import { filteredParts, type Found, type Query, type Side, topK } from './side.ts';

/** The client of Chroma with vectors and flat metadata, and the rest in SQLite beside it: both have what the store has there. */
export async function openRawChroma(options: RawSqliteOptions): Promise<Side> {
  const { ChromaClient } = await import('chromadb');
  const server = await startServer(path.join(options.folder, 'server'));
  const client = new ChromaClient({ host: '127.0.0.1', port: server.port });
  const collection = await client.createCollection({
    name: 'bench',
    configuration: { hnsw: indexSettings },
    embeddingFunction: null,
  });
  const beside = openRawSqlite(options);
  const search = async ({ vector }: Query, where?: { part: { $lt: number } }): Promise<Found[]> => {
    const { ids } = await collection.query({
      queryEmbeddings: [[...vector]],
      nResults: topK,
      include: [],
      ...(where && { where }),
    });
    return beside.read(ids[0]!);
  };
  return {
    async ingest(records) {
      await beside.ingest(records);
      await collection.add(pointsOf(records));
    },
    settle: () => beside.settle(),
    searches: {
      vector: (query) => search(query),
      filtered: (query) => search(query, { part: { $lt: filteredParts } }),
    },
    async close() {
      await beside.close();
      await server.stop();
    },
  };
}

function pointsOf(records: readonly DocumentRecord[]) {
  const all = records.flatMap(({ document, chunks }) => chunks.map((chunk) => ({ document, ...chunk })));
  return {
    ids: all.map(({ chunk }) => chunk.chunkId),
    embeddings: all.map(({ vector }) => [...vector]),
    metadatas: all.map(({ document, chunk }) => flatMetadata(document, chunk)),
  };
}
