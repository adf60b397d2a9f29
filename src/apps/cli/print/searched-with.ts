import type { Chunk, ChunkPreview } from '../../../index.ts';

/** By chunk: the lines that it is searched with beside title and headings, such as a summary, a caption or a header row. */
export function searchedWith({ title, chunks, contexts }: ChunkPreview): Map<Chunk, string[]> {
  return new Map(
    chunks.map((chunk, index) => {
      const [first = '', ...rest] = contexts[index]!.split('\n');
      const lines = first.startsWith(title) ? rest : [first, ...rest];
      return [chunk, lines.filter((line) => line !== '' && !chunk.headingPath.includes(line))];
    }),
  );
}
