import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../types.ts';
import { makeCandidate, makeChunk, makeDocument, makeStore } from '../samples.testing.ts';
import { isScored, score, type Scoring } from './score.ts';

const now = Date.parse('2026-07-01');
const neither: Scoring = { recency: 0, recencyDays: 180, typeWeights: {} };
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();

const found = (documentId: string, fusedScore: number, rerankScore?: number) =>
  makeCandidate(makeChunk({ documentId }), {
    fusedScore,
    ...(rerankScore === undefined ? {} : { rerankScore }),
  });

/** Documents with what is said of them. */
const storeOf = (said: Record<string, Partial<Document>>) =>
  makeStore([], {
    documentsById: async (collection, ids) =>
      ids.flatMap((id) => (said[id] ? [{ ...makeDocument(id, collection), ...said[id] }] : [])),
  });

const order = async (
  candidates: Parameters<typeof score>[1],
  said: Record<string, Partial<Document>>,
  scoring: Partial<Scoring>,
) => {
  const scored = await score(storeOf(said), candidates, { scoring: { ...neither, ...scoring }, now });
  return scored.map(({ chunk }) => chunk.documentId);
};

describe('score', () => {
  it('lets what is new go before what is a little better and old', async () => {
    const said = { old: { dateCreated: daysAgo(3000) }, young: { dateCreated: daysAgo(10) } };
    const candidates = [found('old', 0.8), found('young', 0.7)];
    expect(await order(candidates, said, { recency: 0.5 })).toEqual(['young', 'old']);
    expect(await order(candidates, said, { recency: 0.1 })).toEqual(['old', 'young']);
  });

  it('multiplies by 1 + w · exp(−days / recencyDays)', async () => {
    const said = { half: { dateCreated: daysAgo(90) } };
    const [scored] = await score(storeOf(said), [found('half', 1)], {
      scoring: { ...neither, recency: 0.4 },
      now,
    });
    expect(scored!.boost).toBeCloseTo(1 + 0.4 * Math.exp(-0.5), 10);
  });

  it('gives a document without a date nothing, and one of tomorrow as much as one of today', async () => {
    const said = { none: {}, bad: { dateCreated: 'spring' }, later: { dateCreated: daysAgo(-40) } };
    const scored = await score(storeOf(said), [found('none', 0.5), found('bad', 0.4), found('later', 0.3)], {
      scoring: { ...neither, recency: 1 },
      now,
    });
    expect(scored.map(({ boost }) => boost)).toEqual([2, 1, 1]);
  });

  it('multiplies by 1 + weight · number of the metadata, 0 at least, where there is a number', async () => {
    const said = {
      high: { metadata: { priority: 3 } },
      low: { metadata: { priority: -9 } },
      text: { metadata: { priority: '3' } },
      none: {},
    };
    const importance = { key: 'priority', weight: 0.5 };
    const candidates = Object.keys(said).map((id) => found(id, 1));
    const scored = await score(storeOf(said), candidates, { scoring: { ...neither, importance }, now });
    const boosts = Object.fromEntries(scored.map(({ chunk, boost }) => [chunk.documentId, boost]));
    expect(boosts).toEqual({ high: 2.5, text: 1, none: 1, low: 0 });
    expect(isScored({ ...neither, importance })).toBe(true);
    expect(isScored({ ...neither, importance: { key: 'priority', weight: 0 } })).toBe(false);
  });

  it('weighs types, and those that are not named count 1', async () => {
    const said = { chat: { type: 'chat' }, report: { type: 'deliverable' }, other: { type: 'constructor' } };
    const candidates = [found('chat', 0.9), found('other', 0.8), found('report', 0.6)];
    const typeWeights = { deliverable: 1.5, chat: 0.5 };
    expect(await order(candidates, said, { typeWeights })).toEqual(['report', 'other', 'chat']);
  });

  it('rests on the scores of the reranker, and leaves behind what that did not read', async () => {
    const said = { read: { dateCreated: daysAgo(9000) }, unread: { dateCreated: daysAgo(0) } };
    expect(await order([found('read', 0.1, 0.01), found('unread', 1)], said, { recency: 1 })).toEqual([
      'read',
      'unread',
    ]);
  });

  it('keeps every candidate, and the order of those that are equal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 12 }), async (ages) => {
        const said = Object.fromEntries(
          ages.map((age, index) => [`d${index}`, { dateCreated: daysAgo(age) }]),
        );
        const candidates = ages.map((_, index) => found(`d${index}`, 0.5));
        const ordered = await order(candidates, said, { recency: 1 });
        const expected = [...ages.keys()]
          .sort((a, b) => ages[a]! - ages[b]! || a - b)
          .map((index) => `d${index}`);
        expect(ordered).toEqual(expected);
      }),
    );
  });
});

describe('isScored', () => {
  it('says whether anything counts', () => {
    expect(isScored(neither)).toBe(false);
    expect(isScored({ ...neither, typeWeights: { note: 1 } })).toBe(false);
    expect(isScored({ ...neither, typeWeights: { note: 0.9 } })).toBe(true);
    expect(isScored({ ...neither, recency: 0.1 })).toBe(true);
  });
});
