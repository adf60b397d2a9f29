import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type Hit, type KnowledgeBase } from '../../index.ts';

const texts = [
  'Liability is limited to the charges paid in that year, and a late delivery reduces them.',
  'The seal of the impeller is replaced every four thousand hours by the supplier.',
  'Notice of termination is given in writing; liability for late delivery stays as it is.',
  'Charges: late payments bear interest. Late delivery, late payment and late notice are late.',
  'Das Siegel der Pumpe wird ersetzt; 機密情報 は 開示 しない。',
];
const words = 'liability late delivery notice charges seal pumpe 機密情報 deliveries zeppelin the'.split(' ');

let kb: KnowledgeBase;
beforeAll(async () => {
  kb = await openKnowledgeBase({ store: 'sqlite::memory:' });
  const inputs = texts.map((source, index) => ({
    source,
    sourceType: 'text' as const,
    documentId: `d${index}`,
    type: index % 2 === 0 ? 'contract' : 'note',
    dateCreated: `202${index}-01-01`,
  }));
  await kb.addDocuments([...inputs, { source: texts[1]!, sourceType: 'text', documentId: 'z' }]);
});
afterAll(() => kb.close());

const explained = async (query: string, options: Parameters<KnowledgeBase['retrieve']>[1] = {}) => {
  const response = await kb.retrieve(query, { explain: true, ...options });
  const of = (id: string) => response.hits.find(({ chunk }) => chunk.documentId === id)!;
  return { ...response, of };
};
const partsOf = ({ explanation }: Hit) => {
  const { words: parts = [], phraseScore = 0 } = explanation?.keyword ?? {};
  return { parts, sum: parts.reduce((sum, { score }) => sum + score, phraseScore) };
};

describe('explain', () => {
  it('gives the shares and weights that the fused score is the sum of', async () => {
    const { hits } = await explained('liability for late delivery');
    for (const { fusedScore, explanation } of hits) {
      const { vector, keyword } = explanation!;
      const sum = [vector, keyword].reduce((total, one) => total + (one ? one.share * one.weight : 0), 0);
      expect(sum).toBeCloseTo(fusedScore, 10);
    }
  });

  it('divides a keyword score among the words of the query', async () => {
    const word = fc.constantFrom(...words);
    const query = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '));
    await fc.assert(
      fc.asyncProperty(query, fc.boolean(), async (text, isPhrase) => {
        const { hits } = await explained(isPhrase ? `"late delivery" ${text} charge*` : text, {
          mode: 'keyword',
        });
        for (const hit of hits) {
          const { parts, sum } = partsOf(hit);
          expect(sum).toBeCloseTo(hit.keywordScore!, 8);
          const scores = parts.map(({ score }) => score);
          expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('tells phrases, beginnings of words and forms of one word apart', async () => {
    const { of } = await explained('"late delivery" impell* delivery deliveries', { mode: 'keyword' });
    expect(of('d0').explanation!.keyword!.phraseScore).toBeGreaterThan(0);
    expect(
      partsOf(of('d0'))
        .parts.map(({ word }) => word)
        .toSorted(),
    ).toEqual(['delivery', 'late']);
    expect(of('d1').explanation!.keyword!.phraseScore).toBe(0);
    expect(partsOf(of('d1')).parts.map(({ word }) => word)).toEqual(['impell*']);
  });

  it('follows a hit through the stages', async () => {
    const scoring = { recency: 'heavy', typeWeights: { contract: 10 } } as const;
    const { hits } = await explained('late delivery', { ...scoring, mmr: 0.5, maxChunksPerDocument: 1 });
    for (const { rank, boost, explanation } of hits) {
      const { places, boosts } = explanation!;
      expect(places.map(({ stage }) => stage)).toEqual(['fuse', 'score', 'mmr', 'diversify']);
      expect(places.at(-1)?.place).toBe(rank);
      expect(boosts!.recency * boosts!.type).toBeCloseTo(boost!, 10);
    }
    expect(hits[0]?.explanation?.nearest).toBeUndefined();
    expect(hits.slice(1).every(({ explanation }) => explanation?.nearest !== undefined)).toBe(true);
    const moved = hits.map(({ explanation }) => explanation!.reasons.join(' '));
    expect(moved.join(' ')).toMatch(
      /Date × 1\.\d\d, type × 10\.00, importance × 1\.00: from place \d to 1\./,
    );
  });

  it('says it in sentences', async () => {
    const { hits, explanation } = await explained('seal of the zeppelin', { filter: { format: 'text' } });
    expect(hits[0]?.explanation?.reasons).toEqual([
      'Let through by the filter: {"format":"text"}.',
      expect.stringMatching(
        /^By meaning: cosine 0\.\d{3}, place \d; \d\.\d{3} on the scale of its list, weighted 0\.\d\d\.$/,
      ),
      expect.stringMatching(/^By words: BM25 .*weighted 0\.\d\d: seal 100%\.$/),
      expect.stringMatching(/^Together: \d\.\d{3}, place \d of \d\.$/),
      expect.stringMatching(/^The same text, left out: (d1|z)#0000\.$/),
    ]);
    expect(explanation?.reasons).toEqual([
      'Searched in default.',
      'Filter: {"format":"text"}',
      'No document has: zeppelin.',
      expect.stringMatching(/^Merged by minmax, meaning × 0\.\d\d, words × 0\.\d\d\.$/),
    ]);
  });

  it('says why stages did not run', async () => {
    const { explanation, stats } = await explained('seal', { mode: 'keyword', deduplicate: false });
    const skipped = new Map(explanation?.skipped.map(({ stage, reason }) => [stage, reason]));
    expect(skipped.get('vector')).toBe('mode is keyword');
    expect(skipped.get('feedback')).toBe('feedback is false');
    expect(skipped.get('deduplicate')).toBe('deduplicate is false');
    expect(skipped.get('rerank')).toBe('no reranking model is configured');
    expect(stats.stages.filter(({ stage }) => skipped.has(stage))).toEqual([]);
  });

  it('says so of feedback that has one search alone', async () => {
    const skipped = [];
    for (const mode of ['keyword', 'full'] as const) {
      const { explanation } = await explained('seal', { mode, feedback: true });
      skipped.push(explanation?.skipped.find(({ stage }) => stage === 'feedback')?.reason);
    }
    expect(skipped).toEqual(['it takes both searches', undefined]);
  });

  it('says what feedback changed, and what acronyms added', async () => {
    const source = 'The Notice Period Register (NPR) lists every late delivery.';
    await kb.addDocuments([{ source, sourceType: 'text', documentId: 'npr' }], { collection: 'acronyms' });
    const options = { explain: true, feedback: true, expandAcronyms: true, collection: 'acronyms' } as const;
    const { hits, explanation } = await kb.retrieve('NPR', options);
    expect(explanation?.reasons).toContain('Also searched for: Notice Period Register (NPR).');
    expect(explanation?.reasons.at(-1)).toMatch(/feedback moved .* first 5 hits, .* meaning × 0\.\d\d\.$/);
    const byMeaning = hits[0]?.explanation?.reasons.find((reason) => reason.startsWith('By meaning'));
    expect(byMeaning).toContain(`; ${hits[0]?.vectorScore?.toFixed(3)} before feedback moved the query.`);
  });

  it('explains nothing unless asked', async () => {
    const { hits, explanation } = await kb.retrieve('seal');
    expect([explanation, ...hits.map((hit) => hit.explanation)].every((one) => one === undefined)).toBe(true);
  });
});
