import path from 'node:path';
import { startServer } from '../../../src/store/chroma/local-server.ts';
import type { DocumentRecord } from '../../../src/store/store.ts';
import { openRawSqlite, type RawSqliteOptions } from './raw-sqlite.ts';
import { filteredParts, type Found, type Query, type Side, topK } from './side.ts';

const include = ['documents', 'metadatas', 'distances'] as const;

/** The client of Chroma with texts and one field, and the rest in SQLite beside it, as the store has it. */
export async function openRawChroma(options: RawSqliteOptions): Promise<Side> {
  const { ChromaClient } = await import('chromadb');
  const server = await startServer(path.join(options.folder, 'server'));
  const client = new ChromaClient({ host: '127.0.0.1', port: server.port });
  const collection = await client.createCollection({
    name: 'bench',
    configuration: { hnsw: { space: 'cosine' } },
    embeddingFunction: null,
  });
  const beside = openRawSqlite(options);
  const search = async ({ vector }: Query, where?: { part: { $lt: number } }): Promise<Found[]> => {
    const found = await collection.query({
      queryEmbeddings: [[...vector]],
      nResults: topK,
      include: [...include],
      ...(where && { where }),
    });
    return found.ids[0]!.map((chunkId, index) => ({ chunkId, content: found.documents[0]![index] ?? '' }));
  };
  return {
    prepare: async (records) => beside.prepare?.(records),
    async ingest(records) {
      await beside.ingest(records);
      await collection.add(rowsOf(records));
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

function rowsOf(records: readonly DocumentRecord[]) {
  const all = records.flatMap(({ document, chunks }) =>
    chunks.map(({ chunk, vector }) => ({ chunk, vector, part: document.metadata['part'] as number })),
  );
  return {
    ids: all.map(({ chunk }) => chunk.chunkId),
    embeddings: all.map(({ vector }) => [...vector]),
    documents: all.map(({ chunk }) => chunk.content),
    metadatas: all.map(({ part }) => ({ part })),
  };
}
