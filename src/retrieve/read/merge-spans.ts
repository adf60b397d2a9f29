import type { Chunk } from '../../types.ts';

/** Where a chunk stands in its document. */
export interface ChunkSpan {
  readonly chunkId: string;
  readonly charStart: number;
  readonly charEnd: number;
}

/** One or more chunks of one document as one piece of its text. */
export interface MergedSpan {
  readonly charStart: number;
  readonly charEnd: number;
  /** By where they start. */
  readonly chunks: readonly ChunkSpan[];
  /** Exactly the document's text from `charStart` to `charEnd`. */
  readonly text: string;
}

/** A chunk as a span of its own. */
export function spanOf({ chunkId, charStart, charEnd, content }: Chunk): MergedSpan {
  return { charStart, charEnd, chunks: [{ chunkId, charStart, charEnd }], text: content };
}

/**
 * Joins spans of one document that overlap or touch, and, where the document's text is at hand, those with only
 * white space between. The spans that result are in order, share no character and hold no text but that of the
 * chunks and white space. A span that nothing joins is given back as it is.
 */
export function mergeSpans<T extends MergedSpan>(
  spans: readonly T[],
  documentText?: string,
): (T | MergedSpan)[] {
  const groups: T[][] = [];
  let end = -Infinity;
  for (const span of spans.toSorted(compareSpans)) {
    const joins = span.charStart <= end || documentText?.slice(end, span.charStart).trim() === '';
    if (groups.length > 0 && joins) groups.at(-1)!.push(span);
    else groups.push([span]);
    end = Math.max(end, span.charEnd);
  }
  return groups.map((group) => (group.length === 1 ? group[0]! : concatenate(group, documentText)));
}

function concatenate(group: readonly MergedSpan[], documentText = ''): MergedSpan {
  const { charStart } = group[0]!;
  let charEnd = charStart;
  let text = '';
  for (const span of group) {
    text += documentText.slice(charEnd, Math.max(charEnd, span.charStart));
    text += span.text.slice(Math.max(0, charEnd - span.charStart));
    charEnd = Math.max(charEnd, span.charEnd);
  }
  return { charStart, charEnd, chunks: group.flatMap(({ chunks }) => chunks).sort(compareSpans), text };
}

type Stretch = Pick<ChunkSpan, 'charStart' | 'charEnd'>;

function compareSpans(a: Stretch, b: Stretch): number {
  return a.charStart - b.charStart || b.charEnd - a.charEnd;
}
