import { describe, expect, it } from 'vitest';
import { findExpansions } from './acronyms.ts';

const explained = 'The Purchase Price Allocation (PPA) was adjusted.';

/** Texts that are found for any acronym in brackets, and hits of the query. */
const expand = (query: string, { explaining = [] as string[], hits = [] as string[] }) =>
  findExpansions(query, hits, { search: async () => explaining, read: async (texts) => texts });

describe('findExpansions', () => {
  it('spells an acronym of the query out', async () => {
    expect(await expand('PPA adjustments', { explaining: [explained] })).toEqual([
      { words: 'PPA', means: 'Purchase Price Allocation' },
    ]);
  });

  it('finds the acronym of words of the query in any form', async () => {
    expect(await expand('adjusted purchase price allocations', { hits: [explained] })).toEqual([
      { words: 'Purchase Price Allocation', means: 'PPA' },
    ]);
  });

  it('takes the meaning that is stated most often', async () => {
    const other = 'A Power Purchase Agreement (PPA) ends.';
    const explaining = [explained, other, other.toUpperCase()];
    expect((await expand('PPA', { explaining })).map(({ means }) => means)).toEqual([
      'Power Purchase Agreement',
    ]);
  });

  it('adds nothing that the query has, and nothing for other words', async () => {
    const texts = { explaining: [explained], hits: [explained] };
    expect(await expand('purchase price allocation (PPA)', texts)).toEqual([]);
    expect(await expand('the price of an allocation', texts)).toEqual([]);
  });
});
