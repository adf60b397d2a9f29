import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ByteWriter } from '../../../../util/byte-writer.ts';
import { Page, PageWriter } from './page.ts';
import { PostingList, type Postings, postingsPerBlock, writePostings } from './posting-codec.ts';
import { forEachBlock } from './segment-index.ts';
import { termKey } from './term-key.ts';

const gaps = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 100_000 }));
const frequencies = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 300 }), fc.constant(70_000));
const pairs = fc.array(fc.tuple(gaps, frequencies), { minLength: 1, maxLength: 500 });

function postingsOf(drawn: readonly (readonly [number, number])[]): Postings {
  let ordinal = -1;
  return {
    ordinals: Int32Array.from(drawn, ([gap]) => (ordinal += gap)),
    frequencies: Int32Array.from(drawn, ([, frequency]) => frequency),
    count: drawn.length,
  };
}

/** Between 0 and 1, without any order. */
const impactOf = (ordinal: number, frequency: number) => ((ordinal * 31 + frequency) % 97) / 97;

it('gives back postings, and bounds that no impact of their block passes', () => {
  const property = fc.property(pairs, (drawn) => {
    const postings = postingsOf(drawn);
    const writer = new ByteWriter();
    writePostings(writer, postings, impactOf);
    const list = new PostingList(writer.view(), postings.count);
    const read: [number, number][] = [];
    let block = 0;
    forEachBlock(list, (ordinals, length, counts) => {
      for (let index = 0; index < length; index += 1) {
        const [ordinal, frequency] = [ordinals[index] as number, counts[index] as number];
        read.push([ordinal, frequency]);
        expect(list.impacts[block]).toBeGreaterThanOrEqual(impactOf(ordinal, frequency));
      }
      expect(length).toBeLessThanOrEqual(postingsPerBlock);
      expect(list.lastOrdinals[block]).toBeGreaterThanOrEqual(ordinals[length - 1] as number);
      block += 1;
    });
    expect(read).toEqual(
      [...postings.ordinals].map((ordinal, index) => [ordinal, postings.frequencies[index]]),
    );
  });
  fc.assert(property);
});

it('keeps terms of any characters in pages, in the order of their bytes', () => {
  const terms = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), {
    maxLength: 400,
  });
  const property = fc.property(terms, (drawn) => {
    const keys = drawn.map((term) => termKey(term)).sort();
    const pages: { firstKey: string; page: Page }[] = [];
    const writer = new PageWriter((firstKey, bytes) =>
      pages.push({ firstKey, page: new Page(bytes.slice()) }),
    );
    for (const [number, key] of keys.entries()) {
      const postings = postingsOf([[number + 1, 1]]);
      writer.add(key, 1, (bytes) => writePostings(bytes, postings, impactOf));
    }
    writer.flush();
    const read = pages.flatMap(({ page }) => [...page.entries()].map(({ key }) => key));
    expect(read).toEqual(keys);
    expect(pages.map(({ firstKey }) => firstKey)).toEqual([...pages].map(({ firstKey }) => firstKey).sort());
    for (const { firstKey, page } of pages) expect(page.find(firstKey)?.count).toBe(1);
    expect(pages[0]?.page.find('no such term \0')).toBeUndefined();
    const bytes = drawn.map((term) => Buffer.from(term)).sort(Buffer.compare);
    expect(keys.map((key) => Buffer.from(key, 'latin1'))).toEqual(bytes);
  });
  fc.assert(property, { numRuns: 50 });
});
