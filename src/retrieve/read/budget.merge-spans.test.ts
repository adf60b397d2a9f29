import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../types.ts';
import { mergeSpans, spanOf } from './budget.ts';
import { cut } from '../samples.testing.ts';

const text = 'one two three  four five six\n\nseven eight nine ten';
const mergeChunks = (chunks: readonly Chunk[], documentText?: string) =>
  mergeSpans(chunks.map(spanOf), documentText);
const idsOf = ({ chunks }: ReturnType<typeof spanOf>) => chunks.map(({ chunkId }) => chunkId);

describe('mergeSpans', () => {
  it('joins chunks that overlap without repeating text', () => {
    const merged = mergeChunks(
      cut('a', text, [
        [0, 13],
        [8, 19],
      ]),
    );
    expect(merged.map((span) => [span.charStart, span.charEnd, idsOf(span)])).toEqual([
      [0, 19, ['a#0000', 'a#0001']],
    ]);
    expect(merged[0]?.text).toBe('one two three  four');
  });

  it('joins a chunk with one that lies within it', () => {
    expect(
      mergeChunks(
        cut('a', text, [
          [0, 28],
          [4, 7],
          [24, 35],
        ]),
      ).map((span) => span.text),
    ).toEqual([text.slice(0, 35)]);
  });

  it('joins neighbours over the white space between them where the text is at hand', () => {
    const neighbours = cut('a', text, [
      [0, 13],
      [15, 28],
      [30, 40],
    ]);
    expect(mergeChunks(neighbours, text).map((span) => span.text)).toEqual([text.slice(0, 40)]);
    expect(mergeChunks(neighbours)).toHaveLength(3);
  });

  it('keeps chunks apart that do not follow one another', () => {
    const [first, , third] = cut('a', text, [
      [0, 13],
      [15, 28],
      [30, 40],
    ]);
    expect(mergeChunks([third!, first!], text).map((span) => span.text)).toEqual([
      text.slice(0, 13),
      text.slice(30, 40),
    ]);
  });

  it('keeps chunks apart with text of no chunk between them, also where their numbers follow one another', () => {
    const around = cut('a', text, [
      [0, 13],
      [24, 35],
    ]);
    expect(around.map(({ sequence }) => sequence)).toEqual([0, 1]);
    expect(mergeChunks(around, text).map((span) => span.text)).toEqual([
      text.slice(0, 13),
      text.slice(24, 35),
    ]);
  });

  it('keeps where each chunk stands, by where it starts', () => {
    const chunks = cut('a', text, [
      [0, 13],
      [8, 19],
      [4, 7],
    ]);
    const first = mergeSpans(chunks.slice(0, 2).map(spanOf));
    expect(mergeSpans([...first, spanOf(chunks[2]!)])[0]?.chunks).toEqual([
      { chunkId: 'a#0000', charStart: 0, charEnd: 13 },
      { chunkId: 'a#0002', charStart: 4, charEnd: 7 },
      { chunkId: 'a#0001', charStart: 8, charEnd: 19 },
    ]);
  });

  it('gives exact slices that share no character, whatever the chunks', () => {
    const spans = fc
      .array(fc.tuple(fc.nat(text.length - 1), fc.integer({ min: 1, max: 20 })), { maxLength: 8 })
      .map((pairs) =>
        pairs
          .sort((a, b) => a[0] - b[0])
          .map(([start, length]) => [start, Math.min(text.length, start + length)] as const),
      );
    fc.assert(
      fc.property(spans, fc.boolean(), (pieces, withText) => {
        const chunks = cut('a', text, pieces);
        const merged = mergeChunks(chunks, withText ? text : undefined);
        for (const [index, span] of merged.entries()) {
          expect(span.text).toBe(text.slice(span.charStart, span.charEnd));
          if (index > 0) expect(span.charStart).toBeGreaterThan(merged[index - 1]!.charEnd);
        }
        expect(merged.flatMap(idsOf).toSorted()).toEqual(chunks.map(({ chunkId }) => chunkId));
      }),
    );
  });
});
