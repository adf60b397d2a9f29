import type { Embedder } from '../embed/embedder.ts';
import type { ContextWriter } from './context-writer.ts';
import type { CutDocument } from './cut.ts';
import { lineTokens } from './open-context-writer.ts';

interface ContextualizeOptions {
  readonly contexts: readonly ContextWriter[];
  readonly embedder: Embedder;
  readonly signal?: AbortSignal | undefined;
}

/** A document with context lines over its chunks and summaries over its sections, where these are configured. */
export async function contextualize(
  cut: CutDocument,
  { contexts, embedder, signal }: ContextualizeOptions,
): Promise<CutDocument> {
  const mostTokens = lineTokens(embedder.maxTokens);
  let { chunks } = cut;
  const warnings = [...cut.loaded.warnings];
  for (const writer of contexts) {
    const written = await writer.write({ ...cut, chunks }, { mostTokens, signal });
    chunks = written.chunks;
    warnings.push(...written.warnings);
  }
  return { ...cut, chunks, loaded: { ...cut.loaded, warnings } };
}
