import { StoreError } from '../../errors.ts';
import {
  type ChunkText,
  type CollectionModel,
  type EmbeddedText,
  type ReembedRequest,
  requireEmbedded,
  type StoredModel,
} from '../collection-model.ts';

/** Of a collection that is embedded anew. */
export interface Batch<Text> {
  /** Some that have no staged vector yet. */
  readonly texts: readonly Text[];
  /** Chunks that have one, and all. */
  readonly staged: number;
  readonly total: number;
}

interface Batches<Text> {
  readonly next: () => Promise<Batch<Text>>;
  /** Stages vectors of texts that are still there; false when another call has ended this re-embedding. */
  readonly stage: (texts: readonly Text[], embedded: readonly EmbeddedText[]) => Promise<boolean>;
}

/** After so many rounds that left chunks without a vector, new documents wait for the next one. */
export const openRounds = 3;
export const chunksPerBatch = 512;

/** Embeds texts batch by batch until none is left, or another call has ended the re-embedding. */
export async function embedBatches<Text extends ChunkText>(
  { model, vectorsFor, signal, onProgress }: ReembedRequest,
  { next, stage }: Batches<Text>,
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const { texts, staged, total } = await next();
    if (texts.length === 0) return;
    const embedded = await vectorsFor(texts);
    requireEmbedded(model, texts, embedded);
    if (!(await stage(texts, embedded))) return;
    onProgress?.(Math.min(staged + texts.length, total), total); // a chunk with a staged vector may have gone since
  }
}

/** Of a re-embedding that another call has ended: that may have done the same. @throws StoreError where it has not. */
export function requireReembedded(stored: StoredModel, model: CollectionModel): void {
  const { embeddingModel, dimensions } = stored;
  if (embeddingModel === model.embeddingModel && dimensions === model.dimensions) return;
  throw new StoreError('The collection is being embedded with another model by another call.', {
    hint: 'Wait until that is done, then embed it again.',
    context: { collection: stored.name, model: model.embeddingModel },
  });
}
