import { describe, expect, it } from 'vitest';
import { documentFrom, type Piece } from '../../../../test/arbitraries/document.ts';
import { loadTokenizer } from '../../../text/tokens/tokens.ts';
import { heading, piece, text } from '../../pieces.testing.ts';
import { structureChunker } from './structure.ts';

const tokenizer = await loadTokenizer('cl100k_base');

async function chunksOf(pieces: readonly Piece[], chunkSize = 64, overlap = 0) {
  const document = documentFrom(pieces);
  const drafts = await structureChunker.chunk(document, { chunkSize, overlap, tokenizer });
  return drafts.map((draft) => ({ ...draft, content: document.text.slice(draft.charStart, draft.charEnd) }));
}

describe('structure chunker', () => {
  it('makes one chunk of a section that fits, with its heading', async () => {
    const chunks = await chunksOf([heading(1, 'Scope'), text(2), text(3)]);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({ kind: 'text', headingPath: ['Scope'] });
    expect(chunks[0]!.content).toMatch(/^# Scope\n/);
  });

  it('merges small sections without a parent heading, and says no heading of them', async () => {
    const chunks = await chunksOf([heading(1, 'A'), text(1), heading(1, 'B'), text(1)]);
    expect(chunks.map(({ headingPath }) => headingPath)).toEqual([[]]);
  });

  it('merges small neighbours under the same parent heading', async () => {
    const small = ['B', 'C', 'D', 'E'].flatMap((name) => [heading(2, name), text(3)]);
    const chunks = await chunksOf([heading(1, 'A'), ...small]);
    expect(chunks.map(({ headingPath }) => headingPath)).toEqual([['A'], ['A']]);
    expect(chunks.map(({ content }) => content.match(/^#+ \w/gm))).toEqual([
      ['# A', '## B', '## C'],
      ['## D', '## E'],
    ]);
  });

  it('names the section that a chunk of several begins in', async () => {
    const small = ['B', 'C', 'D', 'E'].flatMap((name) => [heading(2, name), text(3)]);
    const chunks = await chunksOf([heading(1, 'A'), ...small]);
    expect(chunks.map(({ sectionHeading }) => sectionHeading)).toEqual(['B', 'D']);
  });

  it('gives each part of a long section its whole heading path', async () => {
    const chunks = await chunksOf([heading(1, 'A'), heading(2, 'B'), heading(3, 'C'), text(30)]);
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) expect(chunk.headingPath).toEqual(['A', 'B', 'C']);
  });

  it('keeps headings with what they introduce', async () => {
    const chunks = await chunksOf([
      heading(1, 'A'),
      text(7),
      heading(2, 'B'),
      text(7),
      heading(2, 'C'),
      text(30),
    ]);
    for (const { content } of chunks) expect(content).not.toMatch(/(?:^|\n)#+ \w+$/);
    expect(chunks.filter(({ content }) => content.startsWith('#'))).toHaveLength(3);
  });

  it('keeps a heading with the first words of a sentence that does not fit behind it', async () => {
    const sentence = piece('text', `${'word '.repeat(61)}end.`);
    const chunks = await chunksOf([heading(1, 'A'), sentence]);
    expect(chunks[0]!.content).toMatch(/^# A\n\nword word/);
  });

  it('keeps headings without text of their own with what follows', async () => {
    const chunks = await chunksOf([heading(1, 'A'), heading(2, 'B'), text(2)]);
    expect(chunks.map(({ content }) => content.slice(0, 9))).toEqual(['# A\n\n## B']);
  });

  it('makes a chunk of kind heading of a heading at the end', async () => {
    const chunks = await chunksOf([heading(1, 'A'), text(12), heading(1, 'B')]);
    expect(chunks.map(({ kind, headingPath }) => [kind, headingPath])).toEqual([
      ['text', ['A']],
      ['text', ['A']],
      ['heading', ['B']],
    ]);
  });

  it('cuts long paragraphs between sentences', async () => {
    const chunks = await chunksOf([text(40)]);
    for (const { content } of chunks) expect(content).toMatch(/^The .* here\.$/s);
  });

  it('overlaps parts of one paragraph by whole sentences', async () => {
    const chunks = await chunksOf([text(40)], 64, 20);
    for (const [index, { charStart, content }] of chunks.entries()) {
      expect(content).toMatch(/^The .* here\.$/s);
      if (index > 0) expect(chunks[index - 1]!.charEnd - charStart).toBeGreaterThan(20);
    }
  });

  it('overlaps by words where the last sentence is longer than the overlap', async () => {
    const chunks = await chunksOf([piece('text', 'some words '.repeat(200))], 64, 10);
    for (const [index, { charStart, content }] of chunks.entries()) {
      expect(content).toMatch(/^(?:some|words)\b/);
      if (index > 0) expect(charStart).toBeLessThan(chunks[index - 1]!.charEnd);
    }
  });

  it('overlaps at every border within a long section, by at most what is asked for', async () => {
    const chunks = await chunksOf([heading(1, 'A'), text(200)], 256, 100);
    const shared = chunks.slice(1).map(({ charStart }, index) => {
      const before = chunks[index]!;
      return tokenizer.count(before.content.slice(charStart - before.charStart));
    });
    expect(shared.length).toBeGreaterThan(4);
    expect(Math.min(...shared)).toBeGreaterThanOrEqual(40); // behind what the one before shares with its own neighbour
    expect(Math.max(...shared)).toBeLessThanOrEqual(100);
  });

  it('makes a chunk of a figure', async () => {
    const chunks = await chunksOf([heading(1, 'A'), text(2), piece('figure', 'A lighthouse.'), text(2)], 512);
    expect(chunks.map(({ kind }) => kind)).toEqual(['text', 'figure', 'text']);
    expect(chunks[1]).toMatchObject({ content: 'A lighthouse.', headingPath: ['A'] });
  });

  it('does not overlap across headings', async () => {
    const chunks = await chunksOf(
      [heading(1, 'A'), heading(2, 'B'), text(6), heading(2, 'C'), text(6)],
      64,
      20,
    );
    expect(chunks).toHaveLength(2);
    expect(chunks[1]!.charStart).toBeGreaterThanOrEqual(chunks[0]!.charEnd);
  });

  it('cuts what is too long into parts of equal length, about three quarters of the size', async () => {
    const chunks = await chunksOf([text(60)], 128);
    const counts = chunks.map(({ content }) => tokenizer.count(content));
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(16);
    expect(counts.reduce((sum, count) => sum + count) / counts.length / 128).toBeCloseTo(0.75, 1);
  });

  it('joins a short opening with the beginning of the long section behind it', async () => {
    const chunks = await chunksOf([text(1, 'first'), heading(1, 'A'), text(18)], 128);
    expect(chunks[0]!.content).toMatch(/^The first .*\n\n# A\n\nThe word number 0 /s);
    expect(chunks[0]!.headingPath).toEqual([]);
  });

  it('joins a short end with the last part of the long section before it', async () => {
    const chunks = await chunksOf([heading(1, 'A'), text(18), heading(1, 'B'), text(1, 'last')], 128);
    expect(chunks.at(-1)!.content).toMatch(/^The word .*\n\n# B\n\nThe last /s);
    expect(chunks.at(-1)).toMatchObject({ headingPath: [], context: 'A' });
  });

  it('leaves a short text alone beside a table', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => `| Region ${index} | ${index * 100} |`);
    const table = piece('table', ['| Region | Sales |', '|---|---|', ...rows].join('\n'));
    const chunks = await chunksOf([heading(1, 'A'), text(18), table, heading(1, 'B'), text(1)], 128);
    expect(chunks.at(-1)!.content).toMatch(/^# B/);
  });

  it('keeps a table that fits whole, with its caption', async () => {
    const table = piece('table', '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |');
    const chunks = await chunksOf([text(6), piece('text', 'Table 2 Sales'), table, text(6)]);
    const holder = chunks.find(({ content }) => content.includes('| a |'))!;
    expect(holder.content).toContain('Table 2 Sales');
    expect(holder.content).toContain('| 3 | 4 |');
  });

  it('cuts a long table between rows and repeats the header row beside the parts', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => `| Region ${index} | ${index * 100} |`);
    const table = piece('table', ['| Region | Sales |', '|---|---|', ...rows].join('\n'));
    const chunks = await chunksOf([heading(1, 'Sales'), table]);
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks[0]!.content).toMatch(/^# Sales\n\n\| Region \| Sales \|\n\|---\|---\|\n\| Region 0 /);
    expect(chunks[0]!.context).toBeUndefined();
    for (const { content, context, kind } of chunks.slice(1)) {
      expect(content).toMatch(/^\| Region \d+ .*\|$/s);
      expect(context).toBe('| Region | Sales |');
      expect(kind).toBe('table');
      expect(tokenizer.count(context!) + tokenizer.count(content)).toBeLessThanOrEqual(64);
    }
  });

  it.each([
    'Table 4. Sales by region, in millions of euros.',
    '表3：地域別売上高。',
    'Sales by region',
    'The regions sold as much as this:',
  ])(
    'keeps "%s" with the first rows of a long table, and says it again beside the others',
    async (caption) => {
      const rows = Array.from({ length: 40 }, (_, index) => `| Region ${index} | ${index * 100} |`);
      const table = piece('table', ['| Region | Sales |', '|---|---|', ...rows].join('\n'));
      const chunks = await chunksOf([text(1), piece('text', caption), table]);
      const [first, ...others] = chunks.filter(({ content }) => content.includes('| Region'));
      expect(first!.content).toContain(`${caption}\n\n| Region | Sales |`);
      expect(others.length).toBeGreaterThan(3);
      for (const { content, context } of others) {
        expect(context).toBe(`${caption}\n| Region | Sales |`);
        expect(content).not.toContain(caption);
        expect(tokenizer.count(`${context}\n${content}`)).toBeLessThanOrEqual(66);
      }
    },
  );

  it('takes no paragraph for a caption', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => `| Region ${index} | ${index * 100} |`);
    const table = piece('table', ['| Region | Sales |', '|---|---|', ...rows].join('\n'));
    const chunks = await chunksOf([piece('text', 'Sales were good in all regions.'), table]);
    expect(chunks.at(-1)!.context).toBe('| Region | Sales |');
  });

  it('cuts long code between lines', async () => {
    const code = Array.from({ length: 60 }, (_, index) => `const name${index} = call(${index});`).join('\n');
    const chunks = await chunksOf([piece('code', code)]);
    for (const { content, kind } of chunks) {
      expect(kind).toBe('code');
      expect(content).toMatch(/^const .*;$/s);
    }
  });

  it('keeps a list with its lead-in where both fit', async () => {
    const list = piece('list', '- one thing\n- another thing\n- the last thing');
    const chunks = await chunksOf([text(7), piece('text', 'These are the things:'), list]);
    expect(chunks.at(-1)!.content).toMatch(/^These are the things:\n\n- one/);
  });

  it('cuts a long list between items', async () => {
    const items = Array.from({ length: 40 }, (_, index) => `- item number ${index} of it`);
    const chunks = await chunksOf([piece('list', items.join('\n'))]);
    for (const { content, kind } of chunks) {
      expect(kind).toBe('list');
      expect(content).toMatch(/^- item .* of it$/s);
    }
  });
});
