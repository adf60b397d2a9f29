/**
 * How well retrieved chunks cover the excerpts that answer a query, counted in characters as the reference code
 * of the definition does. `retrieved` are the spans of the first k chunks, `excerpts` the spans that are relevant;
 * t(x) is the number of characters, repeated ones counted once in ∩.
 *
 * The same numbers are the span-level recall and precision of LegalBench-RAG, which takes it for granted that neither
 * list overlaps itself.
 *
 * @see https://research.trychroma.com/evaluating-chunking
 * @see https://arxiv.org/abs/2408.10343
 */
import { intersect, overlaps, totalLength, unite, type Span } from './spans.ts';

/** t(excerpts ∩ retrieved) / t(excerpts). 0…1; 0 without excerpts. */
export function spanRecall(retrieved: readonly Span[], excerpts: readonly Span[]): number {
  return ratio(totalLength(intersect(retrieved, excerpts)), totalLength(unite(excerpts)));
}

/** t(excerpts ∩ retrieved) / t(retrieved), where text retrieved twice, as overlap of chunks, counts twice. 0…1. */
export function spanPrecision(retrieved: readonly Span[], excerpts: readonly Span[]): number {
  return ratio(totalLength(intersect(retrieved, excerpts)), totalLength(retrieved));
}

/** t(excerpts ∩ retrieved) / (t(retrieved) + t(excerpts not retrieved)), with retrieved counted as in `spanPrecision`. 0…1. */
export function spanIou(retrieved: readonly Span[], excerpts: readonly Span[]): number {
  const common = totalLength(intersect(retrieved, excerpts));
  return ratio(common, totalLength(retrieved) + totalLength(unite(excerpts)) - common);
}

/**
 * The intersection over union with a perfect search: all chunks that touch an excerpt, and no other. What a way of
 * cutting can reach at most. 0…1.
 * @param chunks every chunk of the documents that hold excerpts.
 */
export function precisionOmega(chunks: readonly Span[], excerpts: readonly Span[]): number {
  const touching = chunks.filter((chunk) => excerpts.some((excerpt) => overlaps(chunk, excerpt)));
  const common = totalLength(intersect(touching, excerpts));
  return ratio(common, totalLength(unite([...touching, ...excerpts])));
}

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
