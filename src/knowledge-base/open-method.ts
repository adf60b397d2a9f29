import type { ChunkingConfig } from '../config/chunking.ts';
import { embedInBatches } from '../embed/batches.ts';
import type { Embedder } from '../embed/embedder.ts';
import type { CutRequest } from './cut.ts';

/** The method, or its chunker where that needs the embedder, which is in this thread alone. */
export async function openMethod(
  { method, breakpoints }: Pick<ChunkingConfig, 'method' | 'breakpoints'>,
  embedder: Embedder,
): Promise<CutRequest['chunking']['method']> {
  if (method !== 'semantic') return method;
  const { createSemanticChunker } = await import('../chunk/semantic.ts');
  return createSemanticChunker({
    breakpoints,
    embed: (texts, signal) => embedInBatches(embedder, texts, { role: 'passage', signal }),
  });
}
