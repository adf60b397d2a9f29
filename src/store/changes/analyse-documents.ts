import { Turn } from '../../util/async/turn.ts';
import { analyseChunk, type ChunkTerms } from '../chunk-terms.ts';
import { requireDimensions, requireModel, type StoredModel } from '../collection-model.ts';
import type { DocumentRecord } from '../store.ts';

/** A document whose texts have been analysed, so that the transaction need not. */
export interface AnalysedDocument {
  readonly record: DocumentRecord;
  /** One a chunk. */
  readonly terms: readonly ChunkTerms[];
}

/**
 * Checks and analyses what is to be written, outside any transaction, letting the event loop turn.
 *
 * @throws EmbeddingModelMismatchError, EmbeddingDimensionError, the signal's reason
 */
export async function analyseDocuments(
  model: StoredModel,
  records: readonly DocumentRecord[],
  signal?: AbortSignal,
): Promise<AnalysedDocument[]> {
  const turn = new Turn(signal);
  const analysed: AnalysedDocument[] = [];
  for (const record of records) {
    requireFit(model, record);
    const terms: ChunkTerms[] = [];
    for (const { chunk, context } of record.chunks) {
      terms.push(analyseChunk(context, chunk.content, record.document.language));
      if (turn.isOver()) await turn.next();
    }
    analysed.push({ record, terms });
  }
  return analysed;
}

/** @throws EmbeddingModelMismatchError, EmbeddingDimensionError */
export function requireFit(model: StoredModel, { document, chunks }: DocumentRecord): void {
  requireModel(model, document.embeddingModel);
  for (const { chunk, vector } of chunks) requireDimensions(model, vector, chunk.chunkId);
}
