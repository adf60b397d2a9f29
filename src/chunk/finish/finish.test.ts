import { describe, expect, it } from 'vitest';
import { documentFrom } from '../../../test/arbitraries/document.ts';
import { loadTokenizer } from '../../text/tokens/tokens.ts';
import { chunkSchema } from '../../types.ts';
import { sha256 } from '../../util/ids/hash.ts';
import type { ChunkDraft } from '../chunker.ts';
import { finishChunks } from './finish.ts';

const tokenizer = await loadTokenizer('cl100k_base');
const options = {
  documentId: 'report',
  chunkingMethod: 'structure',
  tokenizer,
  embeddingModel: 'model',
  embeddedAt: '2024-01-01T00:00:00.000Z',
  metadata: { client: 'x' },
};
const document = documentFrom(
  [
    { kind: 'heading', text: '# Annual Report' },
    { kind: 'text', text: 'Sales rose. Costs fell.' },
    { kind: 'text', text: 'Profit grew.' },
  ],
  { piecesPerPage: 2 },
);
const draft = (content: string, rest: Partial<ChunkDraft> = {}): ChunkDraft => {
  const charStart = document.text.indexOf(content);
  return {
    charStart,
    charEnd: charStart + content.length,
    kind: 'text',
    headingPath: ['Annual Report'],
    ...rest,
  };
};
const contextOf = async (one: ChunkDraft, title?: string) =>
  (await finishChunks(document, [one], { ...options, title }))[0]!.context;

describe('finishChunks', () => {
  it('reads everything off the spans', async () => {
    const drafts = [draft('Sales rose. Costs fell.'), draft('Costs fell.\n\nProfit grew.')];
    const [first, second] = (await finishChunks(document, drafts, options)).map(({ chunk }) =>
      chunkSchema.parse(chunk),
    );
    expect(first).toMatchObject({
      chunkId: 'report#0000',
      content: 'Sales rose. Costs fell.',
      contentHash: sha256('Sales rose. Costs fell.'),
      pageNumbers: [1],
      sectionHeading: 'Annual Report',
      hierarchyPath: 'Annual Report',
      tokenCount: tokenizer.count('Sales rose. Costs fell.'),
      charCount: 23,
      overlapPrevChars: 0,
      overlapNextChars: 11,
      nextChunkId: 'report#0001',
      level: 3,
      chunkingMethod: 'structure',
      totalChunks: 2,
      metadata: { client: 'x' },
    });
    expect(second).toMatchObject({
      pageNumbers: [1, 2],
      overlapPrevChars: 11,
      overlapNextChars: 0,
      prevChunkId: 'report#0000',
    });
    expect(second!.uniqueStart).toBe(first!.uniqueEnd);
    expect(second!.rects.map(({ page }) => page)).toEqual([1, 2]);
  });

  it('puts the chunks of a level after one another, and links them and their parents', async () => {
    const drafts = [
      draft('Sales rose. Costs fell.', { level: 2 }),
      draft('Sales rose.', { parent: 0 }),
      draft('Costs fell.', { parent: 0 }),
      draft('Profit grew.', { level: 2 }),
    ];
    const chunks = (await finishChunks(document, drafts, options)).map(({ chunk }) => chunk);
    expect(chunks.map(({ content }) => content)).toEqual([
      'Sales rose. Costs fell.',
      'Profit grew.',
      'Sales rose.',
      'Costs fell.',
    ]);
    expect(chunks.map(({ nextChunkId }) => nextChunkId)).toEqual([
      'report#0001',
      undefined,
      'report#0003',
      undefined,
    ]);
    expect(chunks.map(({ prevChunkId }) => prevChunkId)).toEqual([
      undefined,
      'report#0000',
      undefined,
      'report#0002',
    ]);
    expect(chunks.map(({ parentChunkId }) => parentChunkId)).toEqual([
      undefined,
      undefined,
      'report#0000',
      'report#0000',
    ]);
    expect(chunks.every(({ overlapPrevChars }) => overlapPrevChars === 0)).toBe(true);
  });

  it('writes sequences with more than four digits where there are as many', async () => {
    const drafts = Array.from({ length: 10_001 }, () => draft('Profit grew.'));
    expect((await finishChunks(document, drafts, options)).at(-1)!.chunk.chunkId).toBe('report#10000');
  });

  it('names the fallback that made a span', async () => {
    const [finished] = await finishChunks(
      document,
      [draft('Profit grew.', { method: 'recursive' })],
      options,
    );
    expect(finished!.chunk.chunkingMethod).toBe('recursive');
  });

  it('puts title, headings and the header row of a table into the context', async () => {
    const table = draft('Profit grew.', { headingPath: ['Results', 'Sales'], context: '| a | b |' });
    expect(await contextOf(table, 'Report of 2024')).toBe('Report of 2024\nResults\nSales\n| a | b |');
  });

  it('leaves out of the context what the model could only read by losing the end of the content', async () => {
    const one = draft('Profit grew.', { headingPath: ['Results', 'Sales'], context: '| a | b |' });
    const finished = (mostTokens: number) =>
      finishChunks(document, [one], { ...options, title: 'Report of 2024', mostTokens });
    const contexts: string[] = [];
    for (let mostTokens = 40; mostTokens > 0; mostTokens -= 1) {
      const { context } = (await finished(mostTokens))[0]!;
      if (context !== contexts.at(-1)) contexts.push(context);
      if (context !== '') expect(tokenizer.count(`${context}\nProfit grew.`)).toBeLessThan(mostTokens);
    }
    expect(contexts).toEqual([
      'Report of 2024\nResults\nSales\n| a | b |',
      'Report of 2024\nSales\n| a | b |',
      'Report of 2024\n| a | b |',
      'Report of 2024',
      '',
    ]);
  });

  it('leaves headings out of the context that repeat the title or open the content', async () => {
    expect(await contextOf(draft('Profit grew.'), 'Annual report')).toBe('Annual report');
    expect(await contextOf(draft('# Annual Report\n\nSales rose.'), 'Other')).toBe('Other');
    expect(await contextOf(draft('Profit grew.'))).toBe('Annual Report');
    expect(await contextOf(draft('Profit grew.', { headingPath: [] }))).toBe('');
  });
});
