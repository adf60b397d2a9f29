import type { Chunk } from '../../../index.ts';

/** A stretch of the text and the chunks that share it: none, one, or two neighbours. */
export interface Segment {
  readonly text: string;
  readonly charStart: number;
  /** Indexes of the chunks. */
  readonly chunks: readonly number[];
}

/** The text in order, cut wherever one of the chunks, all of one level, begins or ends. */
export function segmentsOf(text: string, chunks: readonly Chunk[]): Segment[] {
  const offsets = new Set([
    0,
    text.length,
    ...chunks.flatMap(({ charStart, charEnd }) => [charStart, charEnd]),
  ]);
  const cuts = [...offsets].sort((a, b) => a - b);
  let first = 0;
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index]!;
    while (first < chunks.length && chunks[first]!.charEnd <= start) first++;
    const around: number[] = [];
    for (let one = first; one < chunks.length && chunks[one]!.charStart <= start; one++) around.push(one);
    return { text: text.slice(start, end), charStart: start, chunks: around };
  });
}
