import type { Embedder } from '../embed/embedder.ts';
import type { ContextWriter } from './context-writer.ts';
import type { CutDocument } from './cut.ts';
import { lineTokens, openContextWriter } from './open-context-writer.ts';
import type { Parts } from './parts.ts';

interface ContextualizeOptions {
  readonly embedder: Embedder;
  /** What several documents share; one of its own is opened unless given. */
  readonly stages?: { readonly contexts: ContextWriter | undefined } | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A document with context lines over its chunks, where these are configured. */
export async function contextualize(
  parts: Parts,
  cut: CutDocument,
  { embedder, stages, signal }: ContextualizeOptions,
): Promise<CutDocument> {
  const writer = stages ? stages.contexts : await openContextWriter(parts);
  if (writer === undefined) return cut;
  const mostTokens = lineTokens(embedder.maxTokens);
  const { chunks, warnings } = await writer.write(cut, { mostTokens, signal });
  return { ...cut, chunks, loaded: { ...cut.loaded, warnings: [...cut.loaded.warnings, ...warnings] } };
}
