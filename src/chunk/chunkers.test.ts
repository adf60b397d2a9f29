import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentArbitrary, documentFrom, type Piece } from '../../test/arbitraries/document.ts';
import { cutsGrapheme } from '../../test/support/cuts-grapheme.ts';
import { loadTokenizer } from '../text/tokens/tokens.ts';
import { type Chunk, levels, type LoadedDocument } from '../types.ts';
import { checkDrafts } from './finish/check-drafts.ts';
import type { ChunkDraft } from './chunker.ts';
import { finishChunks } from './finish/finish.ts';
import { chunkers } from './methods.ts';
import { createSemanticChunker, type Embed } from './methods/semantic/semantic.ts';

const tokenizer = await loadTokenizer('cl100k_base');
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const sizes = fc.constantFrom([16, 0], [16, 15], [32, 8], [64, 50], [128, 20]);

async function finish(document: LoadedDocument, drafts: readonly ChunkDraft[]): Promise<Chunk[]> {
  const finished = await finishChunks(document, drafts, {
    documentId: 'doc',
    chunkingMethod: 'any',
    tokenizer,
    embeddingModel: 'model',
    embeddedAt: '2024-01-01T00:00:00.000Z',
    metadata: { client: 'x' },
  });
  return finished.map(({ chunk }) => chunk);
}

/** Sections of other lengths, so that some are cut and others are joined. */
const sectionsArbitrary = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 0, max: 15 })), { maxLength: 6 })
  .map((sections) =>
    documentFrom(
      sections.flatMap(([level, sentences], index): Piece[] => [
        { kind: 'heading', text: `${'#'.repeat(level)} Part ${index}`, level },
        { kind: 'text', text: 'The otters of the harbour swim. '.repeat(sentences) },
      ]),
    ),
  );

const levelsOf = (chunks: readonly Chunk[]) =>
  [...new Set(chunks.map(({ level }) => level))].map((level) =>
    chunks.filter((chunk) => chunk.level === level),
  );

/** Vectors that differ as the texts' letters do. */
const embed: Embed = async (texts) =>
  texts.map((text) => {
    const counts = [0, 1, 2, 3].map(
      (rest) => [...text].filter((letter) => letter.charCodeAt(0) % 4 === rest).length,
    );
    const length = Math.hypot(...counts);
    return Float32Array.from(counts, (count) => count / (length || 1));
  });
const semanticChunkers = [
  createSemanticChunker({ embed, breakpoints: 'percentile' }),
  createSemanticChunker({ embed, breakpoints: 'optimal' }),
];

describe.each([...Object.values(chunkers), ...semanticChunkers])('$name chunker', (chunker) => {
  const chunkAny = (
    check: (document: LoadedDocument, chunks: Chunk[], chunkSize: number, overlap: number) => void,
  ) =>
    fc.assert(
      fc.asyncProperty(documentArbitrary, sizes, async (document, [chunkSize, overlap]) => {
        const sizing = { chunkSize: chunkSize!, overlap: overlap!, mostTokens: 4 * chunkSize! };
        const drafts = await chunker.chunk(document, { ...sizing, tokenizer });
        check(document, await finish(document, drafts), chunkSize!, overlap!);
      }),
      { numRuns: 12 },
    );

  it('gives the exact text of every span, trimmed and between graphemes', async () => {
    await chunkAny(({ text }, chunks) => {
      for (const { content, charStart, charEnd } of chunks) {
        expect(content).toBe(text.slice(charStart, charEnd));
        expect(content.trim()).toBe(content);
        expect(content).not.toBe('');
        expect(cutsGrapheme(text, charStart) || cutsGrapheme(text, charEnd)).toBe(false);
      }
    });
  });

  it('covers all text but white space on each level with unique spans that do not overlap', async () => {
    await chunkAny(({ text }, chunks) => {
      expect(chunks.length > 0).toBe(text.trim() !== '');
      for (const level of levelsOf(chunks)) {
        let position = 0;
        for (const { uniqueStart, uniqueEnd, charStart, charEnd } of level) {
          expect(uniqueStart).toBeGreaterThanOrEqual(Math.max(position, charStart));
          expect(uniqueEnd).toBeGreaterThan(uniqueStart);
          expect(uniqueEnd).toBeLessThanOrEqual(charEnd);
          expect(text.slice(position, uniqueStart).trim()).toBe('');
          position = uniqueEnd;
        }
        expect(text.slice(position).trim()).toBe('');
      }
    });
  });

  it('keeps chunks within the size, longer ones within the most, unless one grapheme is longer', async () => {
    await chunkAny((_, chunks, chunkSize) => {
      for (const { content, tokenCount, level } of chunks) {
        const isOneGrapheme = [...graphemes.segment(content)].length === 1;
        const limit = level < levels.passage || chunker.name === 'wholeDocument' ? 4 * chunkSize : chunkSize;
        expect(tokenCount <= limit || isOneGrapheme, content).toBe(true);
      }
    });
  });

  it('overlaps direct neighbours only, by at most the overlap, and says so on both sides', async () => {
    await chunkAny((_, chunks, __, overlap) => {
      for (const level of levelsOf(chunks)) {
        for (const [index, chunk] of level.entries()) {
          expect(chunk.overlapNextChars).toBe(level[index + 1]?.overlapPrevChars ?? 0);
          const shared = chunk.content.slice(0, chunk.overlapPrevChars);
          expect(tokenizer.count(shared)).toBeLessThanOrEqual(overlap);
          expect(chunk.charStart).toBeGreaterThanOrEqual(level[index - 2]?.charEnd ?? 0);
        }
      }
    });
  });

  it('links chunks of a level in both directions with ids that name document and sequence', async () => {
    await chunkAny((_, chunks) => {
      for (const [index, chunk] of chunks.entries()) {
        expect(chunk.chunkId).toBe(`doc#${String(index).padStart(4, '0')}`);
        expect(chunk.sequence).toBe(index);
        expect(chunk.totalChunks).toBe(chunks.length);
      }
      for (const level of levelsOf(chunks)) {
        for (const [index, chunk] of level.entries()) {
          expect(chunk.prevChunkId).toBe(level[index - 1]?.chunkId);
          expect(chunk.nextChunkId).toBe(level[index + 1]?.chunkId);
        }
      }
    });
  });

  it('gives every chunk below the top level a parent one level up that encloses it', async () => {
    await chunkAny((_, chunks) => {
      const top = Math.min(...chunks.map(({ level }) => level));
      for (const { parentChunkId, level, charStart, charEnd } of chunks) {
        const parent = chunks.find(({ chunkId }) => chunkId === parentChunkId);
        expect(parent?.level).toBe(level === top ? undefined : level - 1);
        expect((parent?.charStart ?? 0) <= charStart && (parent?.charEnd ?? charEnd) >= charEnd).toBe(true);
      }
    });
  });

  it.skipIf(['token', 'recursive'].includes(chunker.name))(
    'says what headings the beginning of a chunk stands under, in its path or its context',
    async () => {
      await fc.assert(
        fc.asyncProperty(sectionsArbitrary, async (document) => {
          const sizing = { chunkSize: 64, overlap: 8, mostTokens: 256 };
          for (const draft of await chunker.chunk(document, { ...sizing, tokenizer })) {
            const said = [...draft.headingPath, ...(draft.context?.split('\n') ?? [])];
            for (const { heading, charStart, charEnd } of document.sections) {
              const isOpen = charStart < draft.charStart && draft.charStart < charEnd;
              if (isOpen) expect(said).toContain(heading);
            }
          }
        }),
        { numRuns: 40 },
      );
    },
  );

  it('gives drafts that pass the checks of drafts from elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(documentArbitrary, async (document) => {
        checkDrafts(
          chunker.name,
          document,
          await chunker.chunk(document, { chunkSize: 32, overlap: 8, tokenizer }),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('names pages in order and without gaps, the ones that the span touches', async () => {
    await chunkAny(({ text, pages }, chunks) => {
      for (const { pageNumbers, charStart, charEnd, rects } of chunks) {
        pageNumbers.forEach((page, index) => expect(page).toBe(pageNumbers[0]! + index));
        const touched = pages.filter(
          (page) =>
            text.slice(Math.max(page.charStart, charStart), Math.min(page.charEnd, charEnd)).trim() !== '',
        );
        expect(pageNumbers).toEqual(expect.arrayContaining(touched.map((page) => page.number)));
        expect(new Set(rects.map((rect) => rect.page))).toEqual(new Set(touched.map((page) => page.number)));
      }
    });
  });

  it('never cuts a table that fits', async () => {
    await chunkAny(({ text, blocks }, chunks, chunkSize) => {
      for (const { kind, charStart, charEnd } of blocks) {
        if (kind !== 'table' || tokenizer.count(text.slice(charStart, charEnd)) > chunkSize) continue;
        expect(chunks.some((chunk) => chunk.charStart <= charStart && chunk.charEnd >= charEnd)).toBe(true);
      }
    });
  });

  it('keeps a table whole that fits without its heading only', async () => {
    const rows = Array.from({ length: 8 }, (_, row) => `| north ${row} | ${row}4 |`).join('\n');
    const table = `| region | count |\n|---|---|\n${rows}`;
    const document = documentFrom([
      { kind: 'heading', text: '# Regions of the north and their counts' },
      { kind: 'table', text: table },
    ]);
    const options = { chunkSize: tokenizer.count(table) + 2, overlap: 0, tokenizer };
    const chunks = await chunker.chunk(document, options);
    const contents = chunks.map(({ charStart, charEnd }) => document.text.slice(charStart, charEnd));
    expect(contents.some((content) => content.includes(table))).toBe(true);
  });

  it('gives the same chunks for the same document', async () => {
    const document = documentFrom([{ kind: 'text', text: 'One. Two. '.repeat(200) }]);
    const options = { chunkSize: 64, overlap: 8, tokenizer };
    expect(await chunker.chunk(document, options)).toEqual(await chunker.chunk(document, options));
  });

  it('finds no chunks in a document without text', async () => {
    expect(await chunker.chunk(documentFrom([]), { chunkSize: 64, overlap: 8, tokenizer })).toEqual([]);
    expect(
      await chunker.chunk(documentFrom([{ kind: 'text', text: ' \n ' }]), {
        chunkSize: 64,
        overlap: 8,
        tokenizer,
      }),
    ).toEqual([]);
  });

  it('covers text that no block covers', async () => {
    const document = {
      ...documentFrom([{ kind: 'text', text: 'First paragraph.\n\nSecond one.' }]),
      blocks: [],
    };
    const drafts = await chunker.chunk(document, { chunkSize: 64, overlap: 8, tokenizer });
    expect(drafts[0]!.charStart).toBe(0);
    expect(drafts.at(-1)!.charEnd).toBe(document.text.length);
  });

  it.each([
    [10, 0],
    [64.5, 0],
    [Number.NaN, 0],
    [64, -1],
    [64, 1.5],
    [64, 64],
    [64, 100],
  ])('refuses chunkSize %d with overlap %d', async (chunkSize, overlap) => {
    const document = documentFrom([{ kind: 'text', text: 'Text.' }]);
    await expect(chunker.chunk(document, { chunkSize, overlap, tokenizer })).rejects.toMatchObject({
      code: 'CHUNKING',
      hint: expect.stringContaining('Give'),
      context: { chunkSize, overlap },
    });
  });

  it('stops when it is cancelled', async () => {
    const document = documentFrom([{ kind: 'text', text: 'word '.repeat(2000) }]);
    const options = { chunkSize: 64, overlap: 8, tokenizer, signal: AbortSignal.abort() };
    await expect(chunker.chunk(document, options)).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.each([
    ['one giant word', 'a'.repeat(60_000)],
    ['words without sentences', 'word '.repeat(20_000)],
    ['characters without spaces', '字'.repeat(20_000)],
    ['short lines', 'x\n'.repeat(20_000)],
    ['many paragraphs', `${'one two. '.repeat(20)}\n\n`.repeat(500)],
  ])('gets through %s', async (_, text) => {
    const drafts = await chunker.chunk(documentFrom([{ kind: 'text', text }]), {
      chunkSize: 512,
      overlap: 50,
      tokenizer,
    });
    expect(drafts.at(-1)!.charEnd).toBe(text.trimEnd().length);
  });
});
