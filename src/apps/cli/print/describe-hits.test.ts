import { describe, expect, it } from 'vitest';
import { makeChunk, makeDocument } from '../../../retrieve/samples.testing.ts';
import type { Hit, RetrieveResponse } from '../../../index.ts';
import { describeHits, type ShownHit } from './describe-hits.ts';

function shown(rank: number, scores: Pick<Hit, 'relevanceScore' | 'keywordScore'>): ShownHit {
  const chunk = makeChunk({ content: `Sentence ${rank}.` });
  const hit: Hit = { collection: 'default', chunk, rank, fusedScore: 0, duplicates: [], ...scores };
  return {
    hit,
    text: chunk.content,
    section: 'Scope',
  };
}

function response(hits: readonly ShownHit[]): RetrieveResponse {
  const source = { document: makeDocument('a'), chunkCount: hits.length, averageRelevance: 0, bestScore: 0 };
  return {
    query: 'q',
    success: true,
    degraded: [],
    queries: { standard: 'q', terms: [] },
    hits: hits.map(({ hit }) => hit),
    passages: [],
    omitted: [],
    sources: [source],
    groups: [],
    stats: { totalMs: 3, stages: [] },
    warnings: ['The vector search failed'],
  };
}

const linesOf = (...hits: readonly ShownHit[]) => describeHits(response(hits), hits).join('\n');

describe('describeHits', () => {
  it('shows document, section, excerpt and warnings', () => {
    const lines = linesOf(shown(1, { relevanceScore: 0.7 }));
    expect(lines).toContain('Note: The vector search failed');
    expect(lines).toMatch(/1\. a · Scope\n {3}Sentence 1\.\n {3}a · a#0000 · relevance 0\.70/);
    expect(lines).not.toContain('matches well');
  });

  it('shows the explanations where there are some', () => {
    const one = shown(1, { relevanceScore: 0.7 });
    const explanation = { places: [], reasons: ['By words: all of it.'] };
    const explained = { ...one, hit: { ...one.hit, explanation } };
    const lines = describeHits(
      {
        ...response([explained]),
        stats: { totalMs: 3, stages: [{ stage: 'keyword', ms: 2, count: 5 }] },
        explanation: {
          reasons: ['Searched in default.'],
          skipped: [{ stage: 'mmr', reason: 'mmr is 1' }],
        },
      },
      [explained],
    ).join('\n');
    expect(lines).toContain('relevance 0.70\n     By words: all of it.\n');
    expect(lines).toContain('Searched in default.\nStages: keyword 2.0 ms (5).\nNot run: mmr (mmr is 1).\n');
    expect(lines).toMatch(/retrieval\.md\s+says\s+what\s+each\s+stage\s+does/);
    expect(linesOf(one)).not.toContain('Stages');
  });

  it('shows what was searched also where nothing was found', () => {
    const explanation = { reasons: ['Searched in default.'], skipped: [] };
    const lines = describeHits({ ...response([]), explanation }, []).join('\n');
    expect(lines).toMatch(/Nothing found\.\nSearched in default\.\nStages: /);
  });

  it('shows what acronyms added', () => {
    const expansions = [{ words: 'PPA', means: 'Purchase Price Allocation' }];
    const lines = describeHits({ ...response([]), queries: { standard: 'PPA', terms: [], expansions } }, []);
    expect(lines).toContain('Also searched for: Purchase Price Allocation (PPA)');
  });

  it('gives the text of the first hits alone where that is wanted, and says how to see the others', () => {
    const hits = [1, 2, 3].map((rank) => shown(rank, { relevanceScore: 0.7 }));
    const lines = describeHits(response(hits), hits, 1).join('\n');
    expect(lines).toContain('Sentence 1.');
    expect(lines).toMatch(
      /0\.70\n\n2\. a · Scope\n3\. a · Scope\n\n3 hits in 3 ms; -k 3 prints the text of all$/,
    );
    expect(describeHits(response(hits), hits, 3)).toEqual(describeHits(response(hits), hits));
  });

  it('says where neither words nor meaning speak for any hit', () => {
    expect(linesOf(shown(1, { relevanceScore: 0 }))).toMatch(
      /Nothing in the documents matches well; nearest:\n\n1\. a/,
    );
  });

  it('puts hits with support first, also those of a rare word alone', () => {
    const lines = linesOf(
      shown(1, { relevanceScore: 0.005 }),
      shown(2, { relevanceScore: 0.005, keywordScore: 0.2 }),
    );
    expect(lines).toMatch(/2\. a[^]*Nothing else in the documents matches well; nearest:[^]*1\. a/);
  });
});
