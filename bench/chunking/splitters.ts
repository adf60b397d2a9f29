/** Every way of cutting that is compared: Pincite's methods, and the splitters of LangChain.js and chonkie. */
import type { Chunker, ChunkDraft, ChunkOptions } from '../../src/chunk/chunker.ts';
import { chunkers } from '../../src/chunk/methods.ts';
import { createSemanticChunker } from '../../src/chunk/methods/semantic/semantic.ts';
import { embedInBatches } from '../../src/embed/batches.ts';
import type { Embedder } from '../../src/embed/embedder.ts';
import { peerChunkers } from './peers.ts';

/** By name, Pincite's first. */
export async function allChunkers(embedder: Embedder): Promise<Map<string, Chunker>> {
  const embed = (texts: readonly string[], signal?: AbortSignal) =>
    embedInBatches(embedder, texts, { role: 'passage', signal });
  const ours = [
    chunkers.token,
    chunkers.recursive,
    chunkers.structure,
    chunkers.sentenceWindow,
    passagesOf(chunkers.hierarchical),
    createSemanticChunker({ embed, breakpoints: 'percentile' }),
    { ...createSemanticChunker({ embed, breakpoints: 'optimal' }), name: 'semantic-optimal' },
  ];
  return new Map([...ours, ...(await peerChunkers(embed))].map((chunker) => [chunker.name, chunker]));
}

/** What is found of a hierarchy; what stands over it is only read afterwards. */
function passagesOf({ name, chunk }: Chunker): Chunker {
  const passages = (drafts: readonly ChunkDraft[]) => {
    const lowest = Math.max(...drafts.map(({ level = 0 }) => level));
    return drafts.filter(({ level = 0 }) => level === lowest);
  };
  return {
    name,
    chunk: async (document, options: ChunkOptions) => passages(await chunk(document, options)),
  };
}
