import { parseFilter } from '../../../src/store/filter/parse-filter.ts';
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts';
import type { ChunkRecord, DocumentRecord, SearchScope, Store } from '../../../src/store/store.ts';
import type { Chunk } from '../../../src/types.ts';
import { sha256 } from '../../../src/util/ids/hash.ts';
import type { OpenScaleSystem, PartRange, ScaleDocument } from './system.ts';

const collection = 'scale';
const embeddingModel = 'given';
const instant = '2026-01-01T00:00:00.000Z';

const open: OpenScaleSystem = ({ folder, dimensions }) => {
  let store: Store;
  const scopeOf = (filter: PartRange | undefined, limit: number): SearchScope => ({
    collection,
    limit,
    ...(filter && { filter: parseFilter({ part: { $gte: filter.from, $lt: filter.to } }) }),
  });
  const idsOf = (hits: readonly { readonly chunkId: string }[]) => hits.map(({ chunkId }) => chunkId);
  return {
    async ingest(batches) {
      store = await openSqliteStore(`sqlite:${folder}`);
      await store.ensureCollection({ name: collection, embeddingModel, dimensions, maxTokens: 512 });
      for await (const documents of batches) await store.write(collection, { put: documents.map(recordOf) });
    },
    async open() {
      store = await openSqliteStore(`sqlite:${folder}`);
      await store.collection(collection);
    },
    async vector({ query, filter, limit }) {
      return idsOf(await store.searchVector(query.vector, scopeOf(filter, limit)));
    },
    async keyword({ query, filter, limit }) {
      return idsOf((await store.searchKeyword(query.text, scopeOf(filter, limit))).hits);
    },
    close: () => store.close(),
  };
};
export default open;

function recordOf({ documentId, part, chunks }: ScaleDocument): DocumentRecord {
  const text = chunks.map((chunk) => chunk.text).join('\n\n');
  const metadata = { part };
  let charStart = 0;
  const records: ChunkRecord[] = chunks.map(({ chunkId, text: content, vector }, sequence) => {
    const charEnd = charStart + content.length;
    const chunk: Chunk = {
      chunkId,
      documentId,
      sequence,
      charStart,
      charEnd,
      content,
      contentHash: sha256(content),
      pageNumbers: [],
      headingPath: [],
      kind: 'text',
      tokenCount: Math.ceil(content.length / 4),
      charCount: content.length,
      overlapPrevChars: 0,
      overlapNextChars: 0,
      uniqueStart: charStart,
      uniqueEnd: charEnd,
      prevChunkId: chunks[sequence - 1]?.chunkId,
      nextChunkId: chunks[sequence + 1]?.chunkId,
      level: 3,
      hierarchyPath: '',
      chunkingMethod: 'given',
      embeddingModel,
      embeddedAt: instant,
      totalChunks: chunks.length,
      rects: [],
      metadata,
    };
    charStart = charEnd + 2;
    return { chunk, context: '', vector };
  });
  return {
    document: {
      documentId,
      collection,
      sourcePath: `${documentId}.txt`,
      sourceHash: sha256(text),
      format: 'text',
      title: documentId,
      creators: [],
      subjects: [],
      language: 'en',
      chunkCount: chunks.length,
      totalChars: text.length,
      totalTokens: Math.ceil(text.length / 4),
      bytes: Buffer.byteLength(text),
      pageCount: 0,
      embeddingModel,
      ingestedAt: instant,
      updatedAt: instant,
      version: 1,
      tags: [],
      metadata,
    },
    content: { text, pages: [], sections: [] },
    chunks: records,
  };
}
