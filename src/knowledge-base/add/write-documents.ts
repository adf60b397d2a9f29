import type { ChangeCounts, DocumentRecord, StoreChange } from '../../store/store.ts';
import { embedChunks } from '../prepare/embed-chunks.ts';
import { ensureCollection, isOtherModel } from '../parts/embedders.ts';
import type { Parts } from '../parts/parts.ts';

/** A collection is not embedded anew more often while one change waits for it. */
const mostTries = 4;

/**
 * Writes a change. Where its collection has been embedded anew since its documents were prepared, they are embedded anew
 * too: one process may adapt a collection while another one adds to it.
 * @throws EmbeddingModelMismatchError when the collection's model is not a form of the configured one; as `Store.write`.
 */
export async function writeDocuments(
  parts: Parts,
  collection: string,
  { change, signal }: { readonly change: StoreChange; readonly signal?: AbortSignal | undefined },
): Promise<ChangeCounts> {
  let { put = [] } = change;
  for (let tries = 1; ; tries += 1) {
    try {
      return await parts.store.write(collection, { ...change, put }, { signal });
    } catch (error) {
      if (!isOtherModel(error) || tries === mostTries) throw error;
      const renewed: DocumentRecord[] = [];
      for (const record of put) renewed.push(await embedAgain(parts, collection, { record, signal }));
      put = renewed;
    }
  }
}

async function embedAgain(
  parts: Parts,
  collection: string,
  { record, signal }: { readonly record: DocumentRecord; readonly signal: AbortSignal | undefined },
): Promise<DocumentRecord> {
  const embedder = await ensureCollection(parts, collection);
  const cache = parts.store.embeddings;
  const embedded = await embedChunks(embedder, record.chunks.map(textOf), { cache, signal });
  const { modelId: embeddingModel } = embedder;
  return {
    ...record,
    document: { ...record.document, embeddingModel },
    chunks: record.chunks.map(({ chunk, context }, index) => ({
      chunk: { ...chunk, embeddingModel },
      context,
      ...embedded[index]!,
    })),
  };
}

const textOf = ({ chunk, context }: DocumentRecord['chunks'][number]) => ({
  content: chunk.content,
  context,
});
