import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { documentArbitrary, documentFrom } from '../../../../test/arbitraries/document.ts';
import { loadTokenizer } from '../../../text/tokens/tokens.ts';
import { type Embed, type SemanticOptions, createSemanticChunker } from './semantic.ts';

const tokenizer = await loadTokenizer('cl100k_base');
const subjects = ['harbour', 'violin', 'glacier'];

/** One dimension a subject; a text that names none says nothing. */
const embed: Embed = async (texts) =>
  texts.map((text) => {
    const vector = Float32Array.from(subjects, (subject) => text.split(subject).length - 1);
    const length = Math.hypot(...vector);
    return length === 0 ? vector : vector.map((value) => value / length);
  });

const isMixed = (chunk: string) => subjects.filter((subject) => chunk.includes(subject)).length > 1;
const sentencesOn = (subject: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `The ${subject} was seen on day ${index + 1} of the year.`,
  ).join(' ');
const storyText = subjects.map((subject) => sentencesOn(subject, 12)).join(' ');
const story = documentFrom([{ kind: 'text', text: storyText }]);
const sizes = { chunkSize: 256, overlap: 0, tokenizer };

async function contentsOf(
  options: Partial<SemanticOptions>,
  chunkSize = 256,
  overlap = 0,
): Promise<string[]> {
  const chunker = createSemanticChunker({ embed, breakpoints: 'percentile', ...options });
  const drafts = await chunker.chunk(story, { chunkSize, overlap, tokenizer });
  return drafts.map(({ charStart, charEnd }) => story.text.slice(charStart, charEnd));
}

const ways: Partial<SemanticOptions>[] = [
  { breakpoints: 'percentile' },
  { breakpoints: 'standardDeviation' },
  { breakpoints: 'interquartile' },
  { breakpoints: 'gradient' },
  { breakpoints: 'optimal' },
];

describe('semantic chunker', () => {
  it('keeps a document whole that fits, without embedding it', async () => {
    const unused = vi.fn<Embed>();
    expect(await contentsOf({ embed: unused }, 1000)).toEqual([storyText]);
    expect(unused).not.toHaveBeenCalled();
  });

  it.each(ways)('cuts where the subject changes: %j', async (way) => {
    const chunks = await contentsOf(way);
    const mixed = chunks.filter((chunk) => isMixed(chunk));
    // A gradient is highest beside the change.
    expect(mixed.length).toBeLessThanOrEqual(way.breakpoints === 'gradient' ? 2 : 0);
    expect(chunks.length).toBeGreaterThanOrEqual(3);
  });

  it('gives chunks of the usual length where nothing changes', async () => {
    const text = sentencesOn('harbour', 80);
    const chunker = createSemanticChunker({ embed, breakpoints: 'optimal' });
    const drafts = await chunker.chunk(documentFrom([{ kind: 'text', text }]), sizes);
    for (const { charStart, charEnd } of drafts) {
      const tokens = tokenizer.count(text.slice(charStart, charEnd));
      expect(tokens).toBeGreaterThan(80);
      expect(tokens).toBeLessThan(200);
    }
  });

  it('repeats the share of the chunk before that the overlap is of the size', async () => {
    const chunks = await contentsOf({ breakpoints: 'optimal' }, 256, 64);
    const opening = /^.*?\./.exec(chunks[1]!)![0];
    expect(chunks[0]).toContain(opening);
    expect(chunks[0]!.length - chunks[0]!.indexOf(opening)).toBeLessThan(0.3 * chunks[0]!.length);
  });

  it('falls back to recursive where embedding fails, and says so', async () => {
    const chunker = createSemanticChunker({
      breakpoints: 'percentile',
      embed: () => Promise.reject(new Error('no answer')),
    });
    const drafts = await chunker.chunk(story, sizes);
    expect(drafts.length).toBeGreaterThan(1);
    expect(new Set(drafts.map(({ method }) => method))).toEqual(new Set(['recursive']));
  });

  it('ends with the reason of an abort instead of falling back', async () => {
    const controller = new AbortController();
    const chunker = createSemanticChunker({
      breakpoints: 'percentile',
      embed: async (_, signal) => {
        controller.abort(new Error('enough'));
        signal?.throwIfAborted();
        return [];
      },
    });
    await expect(chunker.chunk(story, { ...sizes, signal: controller.signal })).rejects.toThrow('enough');
  });

  it('embeds each sentence about once, a stretch at a time', async () => {
    const text = Array.from(
      { length: 9000 },
      (_, index) => `Page ${index} has a ${subjects[((index / 50) % 3) | 0]}.`,
    );
    const counted = vi.fn<Embed>(embed);
    const document = documentFrom([{ kind: 'text', text: text.join(' ') }]);
    await createSemanticChunker({ embed: counted, breakpoints: 'percentile' }).chunk(document, sizes);
    const lengths = counted.mock.calls.map(([texts]) => texts.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(4096);
    expect(lengths.reduce((sum, length) => sum + length)).toBeLessThan(9200);
  });

  it.each([{ breakpoints: 'percentile' }, { breakpoints: 'optimal' }] as const)(
    'covers all text in order and within the size: %j',
    async (way) => {
      const cases = fc.constantFrom([16, 0], [32, 8], [64, 50], [128, 20]);
      await fc.assert(
        fc.asyncProperty(documentArbitrary, cases, async (document, [chunkSize, overlap]) => {
          const chunker = createSemanticChunker({ embed, ...way });
          const drafts = await chunker.chunk(document, {
            chunkSize: chunkSize!,
            overlap: overlap!,
            tokenizer,
          });
          let covered = 0;
          for (const { charStart, charEnd } of drafts) {
            const content = document.text.slice(charStart, charEnd);
            expect(document.text.slice(covered, Math.max(covered, charStart)).trim()).toBe('');
            expect(charEnd).toBeGreaterThan(covered);
            expect(content.trim()).toBe(content);
            const isOneGrapheme = [...new Intl.Segmenter('en').segment(content)].length === 1;
            expect(tokenizer.count(content) <= chunkSize! || isOneGrapheme, content).toBe(true);
            covered = charEnd;
          }
          expect(document.text.slice(covered).trim()).toBe('');
        }),
        { numRuns: 60 },
      );
    },
  );
});
