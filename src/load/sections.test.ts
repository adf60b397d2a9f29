import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionsOf } from './sections.ts';

describe('sectionsOf', () => {
  it('ends a section where the next of its level or above starts', () => {
    const starts = [
      { text: 'A', level: 1, charStart: 0 },
      { text: 'A.1', level: 2, charStart: 10 },
      { text: 'B', level: 1, charStart: 30 },
    ];
    expect(sectionsOf(starts, 50).map(({ charEnd }) => charEnd)).toEqual([30, 30, 50]);
  });

  it('nests whatever the starts and levels are', () => {
    const start = fc.record({ level: fc.integer({ min: 1, max: 6 }), charStart: fc.nat(99) });
    fc.assert(
      fc.property(fc.array(start), (starts) => {
        const sorted = starts.sort((a, b) => a.charStart - b.charStart);
        const sections = sectionsOf(
          sorted.map((one) => ({ text: 'x', ...one })),
          100,
        );
        for (const [index, one] of sections.entries())
          for (const other of sections.slice(index + 1))
            expect(other.charStart >= one.charEnd || other.charEnd <= one.charEnd).toBe(true);
      }),
    );
  });
});
