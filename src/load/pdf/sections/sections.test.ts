import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOf } from '../invariants.testing.ts';
import { nestSections } from './sections.ts';

describe('nestSections', () => {
  it('ends a section where the next of its level or above starts', () => {
    const starts = [
      { heading: 'A', level: 1, charStart: 0 },
      { heading: 'A.1', level: 2, charStart: 10 },
      { heading: 'B', level: 1, charStart: 30 },
    ];
    expect(nestSections(starts, 50).map(({ charEnd }) => charEnd)).toEqual([30, 30, 50]);
  });

  it('nests whatever the starts and levels are', () => {
    const start = fc.record({
      heading: fc.constant('x'),
      level: fc.integer({ min: 1, max: 6 }),
      charStart: fc.integer({ min: 0, max: 99 }),
    });
    fc.assert(
      fc.property(fc.array(start), (starts) => {
        const sections = nestSections(starts, 100);
        const text = ' '.repeat(100);
        const page = { number: 1, width: 1, height: 1, charStart: 0, charEnd: 100, layout: [] };
        const rest = { format: 'pdf', blocks: [], bibliography: {}, warnings: [] } as const;
        expect(problemsOf({ text, pages: [page], sections, ...rest })).toEqual([]);
      }),
    );
  });
});
