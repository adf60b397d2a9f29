/** What the list of chunks and the page of them say alike. */
import type { Chunk, ChunkPreview } from '../../../index.ts';
import { formatCount, plural } from '../terminal/layout.ts';

/** What chunks of each level are called, from 0. */
export const levelNames = ['document', 'chapter', 'section', 'passage', 'sentence'] as const;

/** `#0003`, without the document. */
export const numberOf = (chunkId: string): string => chunkId.slice(chunkId.lastIndexOf('#'));

/** Ids of the chunks that others lie in. */
export const parentsAmong = (chunks: readonly Chunk[]): ReadonlySet<string> =>
  new Set(chunks.flatMap(({ parentChunkId }) => parentChunkId ?? []));

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

/** `14 chunks by structure`, `480 to 512 tokens, 497 on average`, `3 parents over them`. */
export function describeCounts({ chunks }: ChunkPreview): string[] {
  const parents = parentsAmong(chunks);
  const leaves = chunks.filter(({ chunkId }) => !parents.has(chunkId));
  const methods = [...new Set(leaves.map(({ chunkingMethod }) => chunkingMethod))].join(', ');
  return [
    `${plural(leaves.length, 'chunk')} by ${methods}`,
    describeTokens(leaves),
    ...(parents.size > 0 ? [`${plural(parents.size, 'parent')} over them`] : []),
  ];
}

/** Of chunks that are all as long, `520 tokens`. */
export function describeTokens(chunks: readonly { readonly tokenCount: number }[]): string {
  const counts = chunks.map(({ tokenCount }) => tokenCount);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (counts.length === 0) return 'no tokens';
  if (least === most) return `${plural(most, 'token')}${counts.length > 1 ? ' each' : ''}`;
  const mean = Math.round(counts.reduce((sum, count) => sum + count, 0) / counts.length);
  return `${formatCount(least)} to ${formatCount(most)} tokens, ${formatCount(mean)} on average`;
}
