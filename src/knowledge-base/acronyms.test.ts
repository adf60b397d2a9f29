import type { Filter } from '../store/filter/filter.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from './knowledge-base.ts';

const text = (documentId: string, source: string, tenant: string) =>
  ({ documentId, source, sourceType: 'text', metadata: { tenant } }) as const;

describe('acronyms that documents explain', () => {
  let kb: KnowledgeBase;

  beforeAll(async () => {
    kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
    await kb.addDocuments([
      text('explains', 'The Purchase Price Allocation (PPA) was made in May.', 'a'),
      text('spelt', 'Changes to the purchase price allocation are due.', 'b'),
      text('short', 'Every PPA is signed by the board.', 'b'),
      text('other', 'The price of bread.', 'b'),
    ]);
  });
  afterAll(() => kb.close());

  const search = async (query: string, filter?: Filter) => {
    const { hits, queries } = await kb.retrieve(query, { mode: 'keyword', expandAcronyms: true, filter });
    return { found: hits.map(({ chunk }) => chunk.documentId), ...queries };
  };

  it('finds both forms, by either', async () => {
    const byAcronym = await search('PPA');
    expect(byAcronym.expansions).toEqual([{ words: 'PPA', means: 'Purchase Price Allocation' }]);
    expect(byAcronym.found).toContain('spelt');
    expect(byAcronym.terms.filter(({ isExpansion }) => isExpansion)).toHaveLength(3);
    const spelt = await search('purchase price allocation');
    expect(spelt.expansions).toEqual([{ words: 'Purchase Price Allocation', means: 'PPA' }]);
    expect(spelt.found).toContain('short');
  });

  it('learns nothing from documents that the filter leaves out', async () => {
    const { found, expansions } = await search('PPA', { tenant: 'b' });
    expect(expansions).toBeUndefined();
    expect(found).toEqual(['short']);
  });

  it('says once what several collections explain alike', async () => {
    const explains = text('explains', 'The Purchase Price Allocation (PPA) was made in May.', 'a');
    await kb.addDocuments([explains], { collection: 'second' });
    const { queries } = await kb.retrieve('PPA', {
      expandAcronyms: true,
      collections: ['default', 'second'],
    });
    expect(queries.expansions).toEqual([{ words: 'PPA', means: 'Purchase Price Allocation' }]);
  });

  it('holds no hit for certain where the acronym alone is a stop word', async () => {
    const source = 'Information Technology (IT) is dear.';
    const more = text('more', 'A technology for ovens, and other technologies for bread.', 'a');
    await kb.addDocuments([text('it', source, 'a'), more], { collection: 'words' });
    const { hits } = await kb.retrieve('IT', {
      mode: 'keyword',
      expandAcronyms: true,
      collection: 'words',
    });
    const [first, second] = hits.map(({ chunk, relevanceScore }) => [chunk.documentId, relevanceScore]);
    expect([first?.[0], second?.[0]]).toEqual(['it', 'more']);
    expect(second?.[1]).toBeLessThan(0.5);
  });

  it('is off unless a call asks for it', async () => {
    const { queries } = await kb.retrieve('PPA', { mode: 'keyword' });
    expect(queries.expansions).toBeUndefined();
    expect(queries.terms.map(({ term }) => term)).toEqual(['ppa']);
  });

  it('forgets with the last document that explains', async () => {
    const collection = 'forgets';
    await kb.addDocuments([text('explains', 'The Purchase Price Allocation (PPA) is due.', 'a')], {
      collection,
    });
    const expansions = async () =>
      (await kb.retrieve('PPA', { mode: 'keyword', expandAcronyms: true, collection })).queries.expansions;
    expect(await expansions()).toHaveLength(1);
    await kb.updateDocuments({ strategy: 'delete', documentIds: ['explains'], collection });
    expect(await expansions()).toBeUndefined();
  });
});
