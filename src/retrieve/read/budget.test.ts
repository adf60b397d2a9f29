import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillBudget, fittingAlone } from './budget.ts';
import type { HitWindow } from './expand.ts';
import { cut, makeCandidate } from '../samples.testing.ts';

/** Twelve chunks of three words, one space between chunks. */
const words = Array.from({ length: 36 }, (_, index) => `word${index}`);
const text = words.join(' ');
const starts = words.map((_, index) => words.slice(0, index).join(' ').length + (index > 0 ? 1 : 0));
const chunksOf = (documentId: string) =>
  cut(
    documentId,
    text,
    Array.from(
      { length: 12 },
      (_, index) => [starts[index * 3]!, starts[index * 3 + 2]! + words[index * 3 + 2]!.length] as const,
    ),
  );
const countTokens = (piece: string) => piece.split(/\s+/).filter(Boolean).length;
/** Counts no further than it is asked to. */
const countUpTo = (piece: string, most = Infinity) => Math.min(countTokens(piece), most + 1);
const documentText = async () => text;

const from = (first: number, last: number) => words.slice(first * 3, last * 3 + 3).join(' ');

function windowsOf(
  hits: readonly (readonly [documentId: string, sequence: number])[],
  around: number,
): HitWindow[] {
  return hits.map(([documentId, sequence], index) => {
    const chunks = chunksOf(documentId);
    const hit = { ...makeCandidate(chunks[sequence]!, { relevanceScore: 1 / (index + 1) }), rank: index + 1 };
    const window = chunks.slice(Math.max(0, sequence - around), sequence + around + 1);
    return { hit, steps: around === 0 ? [] : [window] };
  });
}

const someHits = fc.uniqueArray(fc.tuple(fc.constantFrom('a', 'b'), fc.nat(11)), {
  selector: (hit) => hit.join(),
  maxLength: 10,
});

describe('fillBudget', () => {
  it('takes what stands around a table in the end', async () => {
    const windows = windowsOf(
      [
        ['a', 4],
        ['b', 0],
      ],
      1,
    );
    const [{ hit, steps }, next] = windows as [HitWindow, HitWindow];
    const chunk = { ...hit.chunk, content: '| a | b |' };
    const table = {
      hit: { ...hit, chunk },
      steps: steps.map(([before, , behind]) => [before!, chunk, behind!]),
    };
    const passagesFor = async (first: HitWindow, tokenBudget: number) =>
      (await fillBudget([first, next], { countTokens, documentText, tokenBudget })).passages.map(
        ({ chunkIds }) => chunkIds.length,
      );
    expect(await passagesFor({ hit, steps }, 12)).toEqual([3, 1]);
    expect(await passagesFor(table, 12)).toEqual([1, 2]);
    expect(await passagesFor(table, 20)).toEqual([3, 2]);
  });

  it('gives every hit its passage without a budget', async () => {
    const { passages, omitted } = await fillBudget(
      windowsOf(
        [
          ['a', 4],
          ['b', 0],
        ],
        0,
      ),
      { countTokens },
    );
    expect(passages.map(({ documentId, chunkIds, rank }) => [documentId, chunkIds, rank])).toEqual([
      ['a', ['a#0004'], 1],
      ['b', ['b#0000'], 2],
    ]);
    expect(omitted).toEqual([]);
  });

  it('merges the windows of neighbouring hits into one passage with the best rank and score', async () => {
    const { passages } = await fillBudget(
      windowsOf(
        [
          ['a', 5],
          ['a', 2],
        ],
        1,
      ),
      { countTokens, documentText },
    );
    expect(passages).toHaveLength(1);
    expect(passages[0]).toMatchObject({ rank: 1, relevanceScore: 1, tokenCount: 18 });
    expect(passages[0]?.text).toBe(words.slice(3, 21).join(' '));
    expect(passages[0]?.chunkIds).toEqual(['a#0001', 'a#0002', 'a#0003', 'a#0004', 'a#0005', 'a#0006']);
  });

  it('takes a hit alone where its neighbours do not fit', async () => {
    const { passages } = await fillBudget(windowsOf([['a', 5]], 1), {
      countTokens,
      documentText,
      tokenBudget: 8,
    });
    expect(passages.map((passage) => passage.text)).toEqual([words.slice(15, 18).join(' ')]);
  });

  it('lists hits that do not fit and goes on with later ones that do', async () => {
    const windows = windowsOf(
      [
        ['a', 1],
        ['b', 5],
        ['a', 0],
      ],
      0,
    );
    const large = {
      ...windows[1]!.hit.chunk,
      charEnd: text.length,
      content: text.slice(windows[1]!.hit.chunk.charStart),
    };
    windows[1] = { hit: { ...windows[1]!.hit, chunk: large }, steps: [] };
    const { passages, omitted } = await fillBudget(windows, { countTokens, tokenBudget: 7 });
    expect(passages.map(({ chunkIds }) => chunkIds)).toEqual([['a#0001'], ['a#0000']]);
    expect(omitted).toEqual(['b#0005']);
  });

  it('widens a hit step by step, as far as the budget goes', async () => {
    const chunks = chunksOf('a');
    const hit = { ...makeCandidate(chunks[4]!, { relevanceScore: 1 }), rank: 1 };
    const window = { hit, steps: [chunks.slice(3, 6), chunks.slice(2, 8), chunks] };
    const textsFor = async (tokenBudget?: number) =>
      (await fillBudget([window], { countTokens, documentText, tokenBudget })).passages.map(
        (passage) => passage.text,
      );
    expect(await textsFor(8)).toEqual([from(4, 4)]);
    expect(await textsFor(17)).toEqual([from(3, 5)]);
    expect(await textsFor(18)).toEqual([from(2, 7)]);
    expect(await textsFor()).toEqual([text]);
  });

  it('does not omit a hit that a neighbour brought in already', async () => {
    const { passages, omitted } = await fillBudget(
      windowsOf(
        [
          ['a', 1],
          ['a', 2],
        ],
        1,
      ),
      { countTokens, documentText, tokenBudget: 9 },
    );
    expect(passages.map(({ tokenCount }) => tokenCount)).toEqual([9]);
    expect(omitted).toEqual([]);
  });

  it('reads a document once, however many hits it has', async () => {
    let reads = 0;
    const counted = async () => {
      reads += 1;
      return text;
    };
    const hits = windowsOf(
      [
        ['a', 5],
        ['a', 6],
        ['a', 10],
      ],
      1,
    );
    await fillBudget(hits, { countTokens, documentText: counted, tokenBudget: 9 });
    expect(reads).toBe(1);
  });

  it('joins neighbouring hits over the white space between them even where nothing else fits', async () => {
    const hits = windowsOf(
      [
        ['a', 5],
        ['a', 6],
      ],
      1,
    );
    const { passages } = await fillBudget(hits, { countTokens, documentText, tokenBudget: 6 });
    expect(passages.map((passage) => passage.text)).toEqual([words.slice(15, 21).join(' ')]);
  });

  it('counts no more without a budget than there are passages, and nothing that is one chunk', async () => {
    let counts = 0;
    const counting = (piece: string) => {
      counts += 1;
      return countTokens(piece);
    };
    const all = Array.from({ length: 12 }, (_, sequence) => ['a', sequence] as const);
    await fillBudget(windowsOf(all, 0), { countTokens: counting });
    expect(counts).toBe(0);
    await fillBudget(windowsOf(all, 1), { countTokens: counting, documentText });
    expect(counts).toBe(1);
  });

  it('reads and counts only what a hit adds, however much is taken already', async () => {
    let counts = 0;
    let reads = 0;
    const counting = (piece: string) => {
      counts += 1;
      return countTokens(piece);
    };
    const apart = [0, 2, 4, 6, 8, 10].map((sequence) => ['a', sequence] as const);
    const windows = windowsOf(apart, 0);
    for (const { hit } of windows) {
      const { content } = hit.chunk;
      const get = () => {
        reads += 1;
        return content;
      };
      Object.defineProperty(hit.chunk, 'content', { get });
    }
    const { passages } = await fillBudget(windows, { countTokens: counting, tokenBudget: 100 });
    expect(passages).toHaveLength(apart.length);
    expect({ counts, reads }).toEqual({ counts: apart.length, reads: apart.length });
  });

  it('leaves text of no chunk out; what stands beyond it is a passage that ranks with the hit', async () => {
    const [first, , third] = chunksOf('a');
    const hit = { ...makeCandidate(first!, { relevanceScore: 0.7 }), rank: 1 };
    const renumbered = { ...third!, sequence: 1 };
    for (const tokenBudget of [undefined, 10]) {
      const filled = await fillBudget([{ hit, steps: [[first!, renumbered]] }], {
        countTokens,
        documentText,
        tokenBudget,
      });
      expect(filled.passages.map((passage) => [passage.text, passage.rank, passage.relevanceScore])).toEqual([
        [first!.content, 1, 0.7],
        [third!.content, 1, 0.7],
      ]);
    }
  });

  it('never holds more tokens than the budget, accounts for every hit, and gives exact slices', async () => {
    await fc.assert(
      fc.asyncProperty(someHits, fc.nat(2), fc.nat(40), async (chosen, around, tokenBudget) => {
        const { passages, omitted } = await fillBudget(windowsOf(chosen, around), {
          countTokens,
          documentText,
          tokenBudget,
        });
        const total = passages.reduce((sum, passage) => sum + passage.tokenCount, 0);
        expect(total).toBeLessThanOrEqual(tokenBudget);
        for (const passage of passages) {
          expect(passage.text).toBe(text.slice(passage.charStart, passage.charEnd));
          expect(passage.tokenCount).toBe(countTokens(passage.text));
          expect(passage.chunks).toEqual(
            chunksOf(passage.documentId)
              .filter(({ chunkId }) => passage.chunkIds.includes(chunkId))
              .map(({ chunkId, charStart, charEnd }) => ({ chunkId, charStart, charEnd })),
          );
        }
        const ids = chosen.map(([documentId, sequence]) => chunksOf(documentId)[sequence]!.chunkId);
        const contained = new Set(passages.flatMap(({ chunkIds }) => chunkIds));
        for (const id of ids) expect(contained.has(id)).toBe(!omitted.includes(id));
        expect(passages.map(({ rank }) => rank)).toEqual(
          passages.map(({ rank }) => rank).toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it('takes the same where texts are counted no further than they fit', async () => {
    await fc.assert(
      fc.asyncProperty(someHits, fc.nat(2), fc.nat(40), async (chosen, around, tokenBudget) => {
        const windows = windowsOf(chosen, around);
        const [whole, stopped] = await Promise.all(
          [countTokens, countUpTo].map((count) =>
            fillBudget(windows, { countTokens: count, documentText, tokenBudget }),
          ),
        );
        expect(stopped).toEqual(whole);
      }),
    );
  });

  it('takes the same where windows are counted whole as where they are counted step by step', async () => {
    await fc.assert(
      fc.asyncProperty(someHits, fc.nat(2), fc.nat(40), async (chosen, around, tokenBudget) => {
        const windows = windowsOf(chosen, around);
        const longByStored = windows.map(({ hit, steps }) => ({
          hit,
          steps: steps.map((chunks) => chunks.map((chunk) => ({ ...chunk, tokenCount: 1000 }))),
        }));
        const [whole, byStep] = await Promise.all(
          [windows, longByStored].map((given) =>
            fillBudget(given, { countTokens, documentText, tokenBudget }),
          ),
        );
        expect(byStep).toEqual(whole);
      }),
    );
  });

  it('takes a hit that fits, though it was too long for the tokenizer that it was stored with', async () => {
    const [window] = windowsOf([['a', 1]], 0);
    const chunk = { ...window!.hit.chunk, tokenCount: 1000 };
    const longByStored = { ...window!, hit: { ...window!.hit, chunk } };
    const { passages, omitted } = await fillBudget([longByStored], { countTokens, tokenBudget: 5 });
    expect({ taken: passages.length, omitted }).toEqual({ taken: 1, omitted: [] });
  });
});

describe('fittingAlone', () => {
  it('gives the hits that fit one after the other, and all without a budget', () => {
    const hits = windowsOf(
      [
        ['a', 1],
        ['b', 5],
        ['a', 7],
      ],
      0,
    ).map(({ hit }) => hit);
    const long = { ...hits[1]!, chunk: { ...hits[1]!.chunk, tokenCount: 4 } };
    const idsOf = (budget?: number) =>
      fittingAlone([hits[0]!, long, hits[2]!], budget).map(({ chunk }) => chunk.chunkId);
    expect(idsOf(6)).toEqual(['a#0001', 'a#0007']);
    expect(idsOf(2)).toEqual([]);
    expect(idsOf()).toEqual(['a#0001', 'b#0005', 'a#0007']);
  });
});
