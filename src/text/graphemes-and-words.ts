import type { Span } from './spans.ts';
import { codePointStart } from './tokens/uninterrupted.ts';

/** UTF-16 code units that are segmented at a time. */
const WINDOW = 512;

const segmenters = new Map<string, Intl.Segmenter>();

/** Made at its first use: that takes 10 ms. */
export function segmenterOf(granularity: 'word' | 'grapheme'): Intl.Segmenter {
  const segmenter = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity });
  segmenters.set(granularity, segmenter);
  return segmenter;
}

/**
 * The words or graphemes of a text, as `Intl.Segmenter` has them, one span after the other without gaps. The
 * segmenter takes time in proportion to the text for every segment, so it is given a window at a time; segments
 * at the end of a window are looked at again in the next one, which is larger where one segment fills it.
 */
export function segmentSpans(text: string, granularity: 'word' | 'grapheme'): Span[] {
  const segmenter = segmenterOf(granularity);
  const spans: Span[] = [];
  let size = WINDOW;
  for (let start = 0; start < text.length;) {
    const end = codePointStart(text, Math.min(text.length, start + size));
    const segments = Array.from(segmenter.segment(text.slice(start, end)), ({ segment }) => segment.length);
    // The rules of words look one character ahead of a segment.
    if (end < text.length) segments.splice(-2);
    size = segments.length === 0 ? size * 2 : WINDOW;
    for (const length of segments) {
      spans.push({ start, end: start + length });
      start += length;
    }
  }
  return spans;
}
