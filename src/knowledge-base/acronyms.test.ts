import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../knowledge-base.ts';

const text = (documentId: string, source: string, tenant: string) =>
  ({ documentId, source, sourceType: 'text', metadata: { tenant } }) as const;

describe('acronyms that documents explain', () => {
  let kb: KnowledgeBase;

  beforeAll(async () => {
    kb = await openKnowledgeBase({ store: 'sqlite::memory:', retrieval: { expandAcronyms: true } });
    await kb.addDocuments([
      text('explains', 'The Purchase Price Allocation (PPA) was made in May.', 'a'),
      text('spelt', 'Changes to the purchase price allocation are due.', 'b'),
      text('short', 'Every PPA is signed by the board.', 'b'),
      text('other', 'The price of bread.', 'b'),
    ]);
  });
  afterAll(() => kb.close());

  const search = async (query: string, filter?: object) => {
    const { hits, queries } = await kb.retrieve(query, { mode: 'keyword', filter });
    return { found: hits.map(({ chunk }) => chunk.documentId), expansions: queries.expansions };
  };

  it('finds both forms, by either', async () => {
    const byAcronym = await search('PPA');
    expect(byAcronym.expansions).toEqual([{ words: 'PPA', means: 'Purchase Price Allocation' }]);
    expect(byAcronym.found).toContain('spelt');
    const spelt = await search('purchase price allocation');
    expect(spelt.expansions).toEqual([{ words: 'Purchase Price Allocation', means: 'PPA' }]);
    expect(spelt.found).toContain('short');
  });

  it('learns nothing from documents that the filter leaves out', async () => {
    const { found, expansions } = await search('PPA', { tenant: 'b' });
    expect(expansions).toBeUndefined();
    expect(found).toEqual(['short']);
  });

  it('is off where a call says so', async () => {
    const { queries } = await kb.retrieve('PPA', { mode: 'keyword', expandAcronyms: false });
    expect(queries.expansions).toBeUndefined();
    expect(queries.terms.map(({ term }) => term)).toEqual(['ppa']);
  });

  it('forgets with the last document that explains', async () => {
    await kb.updateDocuments({ strategy: 'delete', documentIds: ['explains'] });
    expect((await search('PPA')).expansions).toBeUndefined();
  });
});
