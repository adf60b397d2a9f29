import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../index.ts';

/** Contracts of several chunks that all say the same, but for whose they are. */
const clauses = ['Confidentiality', 'Term', 'Return of copies', 'Liability', 'Notices', 'Governing law'];
const contractWith = (party: string) =>
  [
    `# Non-Disclosure Agreement\n\nThis agreement is made with ${party}.`,
    ...clauses.map(
      (clause, index) =>
        `## ${clause}\n\n${`The receiving party keeps to ${clause.toLowerCase()} for ${index + 2} years. `.repeat(12)}`,
    ),
  ].join('\n\n');
const inputOf = (file: string, party: string, rest: object = {}) => ({
  source: contractWith(party),
  sourceType: 'text' as const,
  uri: `file:///contracts/${file}.md`,
  documentId: file,
  ...rest,
});

let kb: KnowledgeBase;
beforeAll(async () => {
  kb = await openKnowledgeBase({
    store: 'sqlite::memory:',
    chunking: { chunkSize: 100, overlap: 0 },
  });
  await kb.addDocuments([
    inputOf('bosch-nda', 'the supplier'),
    inputOf('motorola-nda', 'the agency', { metadata: { tenant: 'b' } }),
    inputOf('eskom-nda', 'the university'),
    inputOf('kenway-nda', 'the hospital'),
  ]);
});
afterAll(() => kb.close());

const query = 'How long does the return of copies last in the agreement with Motorola?';
const firstOf = async (options: Parameters<KnowledgeBase['retrieve']>[1] = {}, asked = query) =>
  (await kb.retrieve(asked, { topK: 3, deduplicate: false, ...options })).hits.map(
    ({ chunk }) => chunk.documentId,
  );

describe('documents that a query names', () => {
  it.each(['full', 'vector', 'fast', 'keyword'] as const)('come first in mode %s', async (mode) => {
    const named = ['motorola-nda', 'motorola-nda'];
    expect((await firstOf({ mode })).slice(0, 2)).toEqual(named);
    expect((await firstOf({ mode, namedDocuments: false })).slice(0, 2)).not.toEqual(named);
  });

  it.each(['minmax', 'zscore', 'rrf'] as const)('come first merged by %s', async (method) => {
    expect((await firstOf({ fusion: { method } }))[0]).toBe('motorola-nda');
  });

  it('move up alone: the others are still found', async () => {
    const { hits } = await kb.retrieve(query, { topK: 20, deduplicate: false });
    expect(new Set(hits.map(({ chunk }) => chunk.documentId)).size).toBeGreaterThan(1);
    const order = hits.map(({ boost = 1, fusedScore }) => boost * fusedScore);
    expect(order).toEqual(order.toSorted((a, b) => b - a));
  });

  it('count no more where that is off', async () => {
    const { hits, stats } = await kb.retrieve(query, { topK: 20, deduplicate: false, namedDocuments: false });
    expect(hits.every(({ boost }) => boost === undefined)).toBe(true);
    expect(stats.stages.some(({ stage }) => stage === 'named')).toBe(false);
  });

  it('are not found where a filter excludes them, nor named', async () => {
    const filter = { tenant: { $ne: 'b' } };
    const { hits, explanation } = await kb.retrieve(query, { filter, explain: true });
    expect(hits.some(({ chunk }) => chunk.documentId === 'motorola-nda')).toBe(false);
    expect(explanation?.reasons.join(' ')).not.toContain('motorola-nda');
  });

  it('are those that the filter allows, whatever others are named better', async () => {
    const asked = 'How long does the return of copies last in the special deed with Kenway?';
    const [collection, filter] = ['hidden', { tenant: 'a' }];
    const [deed, nda] = ['kenway-special-deed', 'kenway-nda'];
    const others = ['bosch-nda', 'eskom-nda', 'motorola-nda', 'petrolube-nda'].map((file) =>
      inputOf(file, 'x'),
    );
    const open = [inputOf(nda, 'x', { metadata: { tenant: 'a' } }), ...others];
    await kb.addDocuments(open, { collection });
    const boosts = async () =>
      (await kb.retrieve(asked, { collection, filter })).hits.map(({ boost }) => boost);
    const before = await boosts();
    expect(before[0]).toBe(3);
    await kb.addDocuments([inputOf(deed, 'x', { metadata: { tenant: 'b' } })], { collection });
    expect((await firstOf({ collection }, asked))[0]).toBe(deed);
    expect(await boosts()).toEqual(before);
  });

  it('are said to be by explain', async () => {
    const { hits, explanation } = await kb.retrieve(query, { explain: true, typeWeights: { note: 2 } });
    expect(explanation?.reasons).toContain('The query names motorola-nda.');
    const [first] = hits;
    expect(first?.explanation?.boosts).toEqual({ recency: 1, type: 1, importance: 1, named: 3 });
    expect(first?.boost).toBe(3);
    expect(first?.explanation?.reasons).toContain('The query names its document: counts × 3.00.');
  });

  it('are named once where several collections have them', async () => {
    await kb.addDocuments([inputOf('motorola-nda', 'x'), inputOf('eskom-nda', 'x')], {
      collection: 'copies',
    });
    const { hits, explanation } = await kb.retrieve(query, {
      collections: ['default', 'copies'],
      explain: true,
    });
    expect(new Set(hits.slice(0, 4).map(({ collection }) => collection)).size).toBe(2);
    expect(explanation?.reasons).toContain('The query names motorola-nda.');
  });

  it('are those that are there now', async () => {
    const added = 'What does the agreement with Petrolube say of notices?';
    expect(await firstOf({}, added)).not.toContain('petrolube-nda');
    await kb.addDocuments([inputOf('petrolube-nda', 'the refinery')]);
    expect((await firstOf({}, added))[0]).toBe('petrolube-nda');
    await kb.updateDocuments({ strategy: 'delete', documentIds: ['petrolube-nda'] });
    expect(await firstOf({}, added)).not.toContain('petrolube-nda');
  });

  it('are found by the top sections too', async () => {
    const collection = 'sections';
    const chunking = { method: 'hierarchical' } as const;
    await kb.addDocuments(
      ['bosch-nda', 'motorola-nda', 'eskom-nda'].map((file) => inputOf(file, 'x', { chunking })),
      { collection },
    );
    expect((await firstOf({ collection, sections: 2 }))[0]).toBe('motorola-nda');
  });
});
