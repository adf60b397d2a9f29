import { array, assert, integer, nat, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleCitation } from './sample.testing.ts';
import { groupByDocument } from './citation-list.ts';

const text = 'One stands here. Two follows.\n\nThree is below. Four ends it.';

function quoting(sourceId: number, quote: string, changes = {}) {
  const charStart = text.indexOf(quote);
  return sampleCitation({ sourceId, quote, charStart, charEnd: charStart + quote.length, ...changes });
}

const excerptsOf = (quotes: readonly string[]) =>
  groupByDocument(
    quotes.map((quote, index) => quoting(index + 1, quote)),
    () => text,
  )[0]!.excerpts;

describe('groupByDocument', () => {
  it('gives one entry a document, in the order of first use', () => {
    const other = { documentId: 'd2', title: 'Other' };
    const groups = groupByDocument(
      [quoting(1, 'Two follows.'), quoting(2, 'Four ends it.', other), quoting(3, 'Three is below.')],
      () => text,
    );
    expect(groups.map(({ documentId, citations }) => [documentId, citations])).toEqual([
      ['d1', [1, 3]],
      ['d2', [2]],
    ]);
  });

  it('keeps versions of one document and equal ids of two collections apart', () => {
    const groups = groupByDocument(
      [
        quoting(1, 'One'),
        quoting(2, 'One', { collection: 'other' }),
        quoting(3, 'One', { documentVersion: 1 }),
      ],
      () => text,
    );
    expect(groups).toHaveLength(3);
  });

  it('joins quotes of a paragraph that overlap or stand side by side, in reading order', () => {
    expect(excerptsOf(['Two follows.', 'One stands here.'])).toEqual(['One stands here. Two follows.']);
    expect(excerptsOf(['Two follows.', 'Three is below.'])).toEqual(['Two follows.', 'Three is below.']);
    expect(excerptsOf(['stands here. Two', 'here. Two follows.', 'Two'])).toEqual([
      'stands here. Two follows.',
    ]);
    expect(excerptsOf(['Four ends it.', 'One stands here.'])).toEqual(['One stands here.', 'Four ends it.']);
  });

  it('loses no quoted character and keeps excerpts apart, whatever the spans', () => {
    const span = tuple(nat(text.length - 1), integer({ min: 1, max: 20 }));
    assert(
      property(array(span, { minLength: 1, maxLength: 8 }), (spans) => {
        const quotes = spans.map(([start, length]) => text.slice(start, start + length));
        const citations = quotes.map((quote, index) => {
          const charStart = spans[index]![0];
          return sampleCitation({ sourceId: index + 1, quote, charStart, charEnd: charStart + quote.length });
        });
        const { excerpts } = groupByDocument(citations, () => text)[0]!;
        for (const quote of quotes) expect(excerpts.some((excerpt) => excerpt.includes(quote))).toBe(true);
        let from = 0;
        for (const excerpt of excerpts) {
          const at = text.indexOf(excerpt, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + excerpt.length;
        }
      }),
    );
  });
});
