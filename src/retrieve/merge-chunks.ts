import type { Chunk } from '../types.ts';

/** Consecutive chunks of one document as one piece of its text. */
export interface MergedSpan {
  readonly charStart: number;
  readonly charEnd: number;
  /** By sequence. */
  readonly chunkIds: readonly string[];
  /** Exactly the document's text from `charStart` to `charEnd`. */
  readonly text: string;
}

/**
 * Joins chunks of one document that overlap or touch, and, where the document's text is at hand, those that
 * follow one another with only white space between, which no chunk contains. Nothing is repeated.
 */
export function mergeChunks(chunks: readonly Chunk[], documentText?: string): MergedSpan[] {
  const spans: { last: Chunk; span: MergedSpan }[] = [];
  const ordered = [...chunks].sort(
    (a, b) => a.charStart - b.charStart || b.charEnd - a.charEnd || a.sequence - b.sequence,
  );
  for (const chunk of ordered) {
    const open = spans.at(-1);
    if (open && joins(open.span, open.last, { chunk, documentText })) {
      open.span = join(open.span, chunk, documentText);
      if (chunk.sequence > open.last.sequence) open.last = chunk;
    } else {
      const { charStart, charEnd, chunkId, content } = chunk;
      spans.push({ last: chunk, span: { charStart, charEnd, chunkIds: [chunkId], text: content } });
    }
  }
  return spans.map(({ span }) => span);
}

function joins(
  span: MergedSpan,
  last: Chunk,
  { chunk, documentText }: { chunk: Chunk; documentText?: string },
): boolean {
  if (chunk.charStart <= span.charEnd) return true;
  return documentText !== undefined && chunk.sequence === last.sequence + 1;
}

function join(span: MergedSpan, chunk: Chunk, documentText = ''): MergedSpan {
  const between = documentText.slice(span.charEnd, Math.max(span.charEnd, chunk.charStart));
  const alreadyThere = Math.max(0, span.charEnd - chunk.charStart);
  return {
    charStart: span.charStart,
    charEnd: Math.max(span.charEnd, chunk.charEnd),
    chunkIds: [...span.chunkIds, chunk.chunkId],
    text: span.text + between + chunk.content.slice(alreadyThere),
  };
}
