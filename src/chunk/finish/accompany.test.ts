import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LoadedDocument } from '../../types.ts';
import { shortPath, shortTitle, withShortHeadings } from './accompany.ts';

const title = fc.string({ unit: 'grapheme', maxLength: 1_000 });

describe('what goes with each chunk', () => {
  it('keeps a usual title, and the beginning of a longer one', () => {
    expect(shortTitle('Annual report 2025')).toBe('Annual report 2025');
    expect(shortTitle('word '.repeat(100))).toBe(`${'word '.repeat(59)}word…`);
    fc.assert(
      fc.property(title, (text) => {
        const short = shortTitle(text);
        expect(short.length).toBeLessThanOrEqual(300);
        expect(short === text || text.trimStart().startsWith(short.slice(0, -1))).toBe(true);
      }),
    );
  });

  it('has at most about 600 characters of a path, with its outermost and innermost headings', () => {
    expect(shortPath(['Part 1', 'Rent'])).toEqual(['Part 1', 'Rent']);
    fc.assert(
      fc.property(fc.array(title, { maxLength: 60 }), (headings) => {
        const path = shortPath(headings);
        expect(path.join('').length).toBeLessThanOrEqual(600);
        expect(path.length).toBe(Math.min(20, headings.length));
      }),
    );
    const deep = Array.from({ length: 50 }, (_, index) => `Heading ${index}`);
    expect(shortPath(deep)).toEqual(['Heading 0', ...deep.slice(-19)]);
  });

  it('shortens headings of sections and leaves the document as it is', () => {
    const document = {
      text: 'x',
      sections: [
        { heading: 'Rent', level: 1, charStart: 0, charEnd: 1 },
        { heading: 'a'.repeat(500), level: 2, charStart: 0, charEnd: 1 },
      ],
    } as unknown as LoadedDocument;
    const short = withShortHeadings(document);
    expect(short.sections.map(({ heading }) => heading.length)).toEqual([4, 200]);
    expect(document.sections[1]!.heading).toHaveLength(500);
    expect(short.text).toBe('x');
  });
});
