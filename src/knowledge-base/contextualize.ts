import type { Embedder } from '../embed/embedder.ts';
import type { ContextWriter } from './context-writer.ts';
import type { CutDocument } from './cut.ts';
import { lineTokens } from './open-context-writer.ts';

interface ContextualizeOptions {
  readonly contexts: ContextWriter | undefined;
  readonly embedder: Embedder;
  readonly signal?: AbortSignal | undefined;
}

/** A document with context lines over its chunks, where these are configured. */
export async function contextualize(
  cut: CutDocument,
  { contexts, embedder, signal }: ContextualizeOptions,
): Promise<CutDocument> {
  if (contexts === undefined) return cut;
  const mostTokens = lineTokens(embedder.maxTokens);
  const { chunks, warnings } = await contexts.write(cut, { mostTokens, signal });
  return { ...cut, chunks, loaded: { ...cut.loaded, warnings: [...cut.loaded.warnings, ...warnings] } };
}
