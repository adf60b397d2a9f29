import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LayoutRun, LoadedDocument } from '../../types.ts';
import { isLinkAddress, linksOf, type LinkArea } from './links.ts';

/** Words of four characters, 40 × 10 points, under each other in columns of ten. */
const run = (index: number): LayoutRun => {
  const [x0, y0] = [50 * Math.floor(index / 10), 12 * (index % 10)];
  return { charStart: 5 * index, charEnd: 5 * index + 4, x0, y0, x1: x0 + 40, y1: y0 + 10 };
};

function documentOf(count: number, text = 'word '.repeat(count)): Pick<LoadedDocument, 'text' | 'pages'> {
  const layout = Array.from({ length: count }, (_, index) => run(index));
  const page = { number: 1, width: 600, height: 800, charStart: 0, charEnd: text.length, layout };
  return { text, pages: [page] };
}

const over = (index: number, url: string): LinkArea => ({ boxes: [run(index)], url });

describe('linksOf', () => {
  it('makes one link of the words in a row that lead to one address', () => {
    expect(linksOf(documentOf(6), [[over(1, 'a'), over(2, 'a'), over(3, 'b'), over(5, 'b')]])).toEqual([
      { charStart: 5, charEnd: 14, url: 'a' },
      { charStart: 15, charEnd: 19, url: 'b' },
      { charStart: 25, charEnd: 29, url: 'b' },
    ]);
  });

  it('parts the links of two cells, whatever they lead to', () => {
    expect(linksOf(documentOf(2, 'word|word'), [[over(0, 'a'), over(1, 'a')]])).toHaveLength(2);
  });

  it('gives a word to the area that covers most of it, and leaves words that are hardly touched', () => {
    const low = { boxes: [{ x0: 0, y0: 7, x1: 40, y1: 24 }], url: 'a' };
    const left = { boxes: [{ x0: 0, y0: 12, x1: 19, y1: 22 }], url: 'b' };
    expect(linksOf(documentOf(3), [[left, low]])).toEqual([{ charStart: 5, charEnd: 9, url: 'a' }]);
  });

  it('finds no link where an area covers no word', () => {
    expect(linksOf(documentOf(2), [[{ boxes: [{ x0: 300, y0: 300, x1: 400, y1: 400 }], url: 'a' }]])).toEqual(
      [],
    );
  });

  it('gives links in order, without overlap, whatever the areas', () => {
    const area = fc.record({
      boxes: fc.array(fc.record({ x0: fc.nat(200), y0: fc.nat(200), x1: fc.nat(300), y1: fc.nat(300) }), {
        minLength: 1,
        maxLength: 3,
      }),
      url: fc.constantFrom('a', 'b'),
    });
    fc.assert(
      fc.property(fc.array(area), (areas) => {
        const links = linksOf(documentOf(30), [areas]);
        links
          .slice(1)
          .forEach((link, index) => expect(link.charStart).toBeGreaterThan(links[index]!.charEnd));
        for (const { charStart, charEnd } of links) expect([charStart % 5, charEnd % 5]).toEqual([0, 4]);
      }),
    );
  });
});

describe('isLinkAddress', () => {
  it.each([
    '',
    ' ',
    'javascript:alert(1)',
    ' JavaScript:x',
    'java\tscript:x',
    '\u0001javascript:x',
    'data:text/html,x',
  ])('refuses "%s"', (url) => {
    expect(isLinkAddress(url)).toBe(false);
  });

  it.each(['https://example.org', 'mailto:a@example.org', 'other.pdf', '#page=3'])('takes %s', (url) => {
    expect(isLinkAddress(url)).toBe(true);
  });
});
