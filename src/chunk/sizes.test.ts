import { describe, expect, it } from 'vitest';
import { documentFrom, type Piece } from '../../test/arbitraries/document.ts';
import { readPlainText } from '../load/text/text.ts';
import { loadTokenizer } from '../text/tokens/tokens.ts';
import type { Chunk, LoadedDocument } from '../types.ts';
import { finishChunks } from './finish/finish.ts';
import { chunkers } from './methods.ts';

const tokenizer = await loadTokenizer('cl100k_base');
const methods = Object.keys(chunkers) as (keyof typeof chunkers)[];
const windowed = ['structure', 'token', 'recursive', 'hierarchical'] as const;

const sentence = (index: number) =>
  `In year ${index} the company sold ${index * 17} machines to ${index % 7} customers abroad.`;
const paragraph = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => sentence(from + index)).join(' ');
/** A report of about 10,000 tokens: six sections of thirty paragraphs. */
const report = documentFrom(
  Array.from({ length: 6 }, (_, section): Piece[] => [
    { kind: 'heading', text: `# Section ${section + 1}` },
    ...Array.from({ length: 30 }, (__, index): Piece => ({
      kind: 'text',
      text: paragraph(section * 100 + index * 3, 3),
    })),
  ]).flat(),
  { piecesPerPage: 20 },
);

async function chunkWith(
  method: keyof typeof chunkers,
  document: LoadedDocument,
  { chunkSize = 512, overlap = 50 } = {},
): Promise<Chunk[]> {
  const drafts = await chunkers[method].chunk(document, { chunkSize, overlap, tokenizer, mostTokens: 4096 });
  const finished = await finishChunks(document, drafts, {
    documentId: 'report',
    chunkingMethod: method,
    tokenizer,
    embeddingModel: 'model',
    embeddedAt: '2024-01-01T00:00:00.000Z',
    metadata: {},
  });
  return finished.map(({ chunk }) => chunk);
}
const passagesOf = (chunks: readonly Chunk[]) => chunks.filter(({ level }) => level >= 3);
const prose = (text: string) => documentFrom([{ kind: 'text', text }]);

describe.each([256, 512, 1024])('chunks of %d tokens', (chunkSize) => {
  it.each(windowed)('are nearly full by %s, and never too long', async (method) => {
    const passages = passagesOf(await chunkWith(method, report, { chunkSize, overlap: 0 }));
    const counts = passages.map(({ tokenCount }) => tokenCount);
    const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    expect(Math.max(...counts)).toBeLessThanOrEqual(chunkSize);
    expect(mean).toBeGreaterThan(0.6 * chunkSize);
  });
});

describe.each([
  [256, 25],
  [512, 51],
  [512, 100],
  [1024, 205],
])('of %d tokens with an overlap of %d', (chunkSize, overlap) => {
  it.each(windowed)(
    'chunks by %s share whole sentences up to the overlap with the one before',
    async (method) => {
      const passages = passagesOf(await chunkWith(method, prose(paragraph(0, 400)), { chunkSize, overlap }));
      for (const [
        index,
        { content, overlapPrevChars, charStart, uniqueStart, charCount },
      ] of passages.entries()) {
        const shared = content.slice(0, overlapPrevChars);
        expect(charStart + overlapPrevChars).toBe(uniqueStart);
        expect(charCount).toBe(content.length);
        if (index === 0) expect(overlapPrevChars).toBe(0);
        else {
          expect(shared).toMatch(/^In year .*abroad\.$/s);
          expect(tokenizer.count(shared)).toBeLessThanOrEqual(overlap);
          expect(tokenizer.count(shared) + tokenizer.count(sentence(100))).toBeGreaterThan(overlap);
          expect(passages[index - 1]!.content.endsWith(shared)).toBe(true);
        }
      }
    },
  );

  it.each(windowed)('the unique parts by %s add up to the text', async (method) => {
    const text = paragraph(0, 400);
    const passages = passagesOf(await chunkWith(method, prose(text), { chunkSize, overlap }));
    const unique = passages.map(({ uniqueStart, uniqueEnd }) => text.slice(uniqueStart, uniqueEnd));
    expect(unique.map((part) => part.trim()).join(' ')).toBe(text);
  });
});

describe.each(methods)('%s', (method) => {
  it('assigns the pages that a chunk touches', async () => {
    const chunks = await chunkWith(method, report);
    for (const { pageNumbers, charStart, charEnd } of chunks) {
      const first = report.pages.find((page) => page.charEnd > charStart)!;
      const last = report.pages.findLast((page) => page.charStart < charEnd)!;
      expect([pageNumbers[0], pageNumbers.at(-1)]).toEqual([first.number, last.number]);
    }
    const seen = new Set(chunks.flatMap(({ pageNumbers }) => pageNumbers));
    expect([...seen].sort((a, b) => a - b)).toEqual(report.pages.map(({ number }) => number));
  });

  it('names kind, headings, method and hash', async () => {
    for (const chunk of passagesOf(await chunkWith(method, report))) {
      expect(chunk.contentHash).toMatch(/^[0-9a-f]{64}$/);
      expect(['text', 'heading']).toContain(chunk.kind);
      expect(chunk.hierarchyPath).toBe(chunk.headingPath.join(' > '));
      expect([method, 'structure']).toContain(chunk.chunkingMethod);
    }
  });

  it.each([
    ['empty', ''],
    ['nothing but white space', ' \n\t\r\n\u00a0 '],
  ])('finds no chunks in a text that is %s', async (_, text) => {
    expect(await chunkWith(method, readPlainText(text))).toEqual([]);
  });

  it.each([
    ['one token', 'Yes'],
    ['one character', '字'],
    ['one emoji of several code points', '👩‍👩‍👧‍👦'],
    ['white space around a word', '\r\n  word \n\n'],
  ])('makes one chunk of %s', async (_, text) => {
    const chunks = await chunkWith(method, readPlainText(text));
    expect(chunks.map(({ content }) => content)).toEqual([text.trim()]);
    expect(chunks[0]).toMatchObject({
      sequence: 0,
      totalChunks: 1,
      overlapPrevChars: 0,
      overlapNextChars: 0,
    });
  });

  it('gets through a million characters', async () => {
    const text = `${paragraph(0, 100)}\n\n`.repeat(160);
    const chunks = await chunkWith(method, readPlainText(text));
    expect(text.length).toBeGreaterThan(1_000_000);
    expect(chunks.at(-1)!.charEnd).toBe(text.trimEnd().length);
  });
});
