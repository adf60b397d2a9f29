import * as fc from 'fast-check';
import { expect, describe, it } from 'vitest';
import { documentArbitrary, documentFrom } from '../../../test/arbitraries/document.ts';
import { loadTokenizer } from '../../text/tokens/tokens.ts';
import { levels } from '../../types.ts';
import { hierarchicalChunker } from '../methods/hierarchical.ts';
import { chooseSentences, summariseParents } from './summaries.ts';

const tokenizer = await loadTokenizer('cl100k_base');

describe('chooseSentences', () => {
  const otters = [
    'The weather was fine on the second day of the journey.',
    'Otters hunt fish in the rivers of the northern valleys.',
    'Somebody had left a bicycle, two umbrellas and a letter behind.',
    'Otters of the northern valleys hunt fish mostly in winter.',
    'Otters.',
  ];

  it('takes the sentences whose terms come most often, in the order of the text', () => {
    expect(chooseSentences([...otters, 'Rivers in winter carry few boats.'])).toEqual([otters[1], otters[3]]);
  });

  it('does not say twice what it has said', () => {
    const [first] = chooseSentences(otters);
    expect(chooseSentences([...otters, first!]).filter((one) => one === first)).toHaveLength(1);
  });

  it('leaves short texts alone, and sentences that are too short or too long', () => {
    expect(chooseSentences(otters.slice(0, 3))).toEqual([]);
    expect(chooseSentences(['Otters.', 'Otters swim.', 'Owls.', 'Owls fly.'])).toEqual([]);
    expect(chooseSentences([1, 2, 3, 4].map((number) => `${'otter '.repeat(100)}${number}.`))).toEqual([]);
  });
});

describe('summariseParents', () => {
  it('gives what stands over passages sentences of its own text, and changes nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(documentArbitrary, async (document) => {
        const drafts = await hierarchicalChunker.chunk(document, { chunkSize: 16, overlap: 0, tokenizer });
        for (const [index, summarised] of (await summariseParents(document, drafts)).entries()) {
          const draft = drafts[index]!;
          expect({ ...summarised, context: undefined }).toEqual({ ...draft, context: undefined });
          if (draft.level === levels.passage) expect(summarised.context).toBe(draft.context);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('sums up each section by itself', async () => {
    const chapters = ['otters', 'owls'].map((animal) => [
      { kind: 'heading' as const, text: `# About ${animal}` },
      ...Array.from({ length: 6 }, (_, index) => ({
        kind: 'text' as const,
        text: `Observer ${index} saw several ${animal} hunting near\nthe northern river. Word came ${index} days later.`,
      })),
    ]);
    const document = documentFrom(chapters.flat());
    const drafts = await hierarchicalChunker.chunk(document, { chunkSize: 32, overlap: 0, tokenizer });
    const summaries = (await summariseParents(document, drafts)).flatMap(({ context }) => context ?? []);
    expect(summaries.length).toBeGreaterThan(1);
    for (const summary of summaries) {
      expect(summary).toMatch(
        /^Observer \d saw several (otters|owls) hunting near the northern river\. Observer \d saw several \1/,
      );
    }
  });
});
