import type { FinishedChunk } from '../../chunk/finish/finish.ts';
import type { Embedder } from '../../embed/embedder.ts';
import type { Chunk, LoadedDocument } from '../../types.ts';
import type { ContextWriter } from './context-writer.ts';
import type { CutDocument } from '../prepare/cut.ts';
import { standsFor } from './figure-pictures.ts';
import { withoutEmptyPicture } from '../prepare/without-empty-picture.ts';

interface ContextualizeOptions {
  readonly contexts: readonly ContextWriter[];
  readonly embedder: Embedder;
  /** Draws the figures of these chunks. */
  readonly draw: (
    loaded: LoadedDocument,
    chunks: readonly Chunk[],
  ) => Promise<readonly (Uint8Array | undefined)[]>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A document with context lines over its chunks, summaries over its sections and descriptions of its figures, where these are
 * configured.
 */
export async function contextualize(
  cut: CutDocument,
  { contexts, embedder: { maxTokens }, draw, signal }: ContextualizeOptions,
): Promise<CutDocument> {
  const { loaded } = cut;
  let { chunks } = cut;
  const warnings = [...loaded.warnings];
  for (const writer of contexts) {
    const options = { maxTokens, signal, draw: (wanted: readonly Chunk[]) => draw(loaded, wanted) };
    const written = await writer.write({ ...cut, chunks }, options);
    chunks = written.chunks;
    warnings.push(...written.warnings);
  }
  return {
    ...cut,
    chunks: chunks.map(withoutEmptyPicture),
    loaded: { ...withDescriptions(loaded, chunks), warnings },
  };
}

function withDescriptions(loaded: LoadedDocument, chunks: readonly FinishedChunk[]): LoadedDocument {
  const said = chunks.filter(({ chunk }) => chunk.described);
  if (said.length === 0) return loaded;
  const pictures = loaded.pictures?.map((picture) => {
    const found = said.find(({ chunk }) => standsFor(chunk, picture));
    return found ? { ...picture, described: found.chunk.described! } : picture;
  });
  return { ...loaded, ...(pictures && { pictures }) };
}
