import { describe, expect, it } from 'vitest';
import { documentFrom, type Piece } from '../../test/arbitraries/document.ts';
import { loadTokenizer } from '../text/tokens/tokens.ts';
import { levels } from '../types.ts';
import { chunkers } from './methods.ts';
import { heading, piece, text } from './pieces.testing.ts';

const tokenizer = await loadTokenizer('cl100k_base');
const items = (count: number) =>
  piece('list', Array.from({ length: count }, (_, index) => `- item number ${index} of the list`).join('\n'));
const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => `| Region ${index} | ${index * 100} |`).join('\n');
const table = (count: number) => piece('table', `| Region | Sales |\n|---|---|\n${rows(count)}`);

async function chunksOf(
  method: keyof typeof chunkers,
  pieces: readonly Piece[],
  sizing: { chunkSize?: number; overlap?: number; mostTokens?: number } = {},
) {
  const document = documentFrom(pieces);
  const drafts = await chunkers[method].chunk(document, { chunkSize: 64, overlap: 0, tokenizer, ...sizing });
  return drafts.map((draft) => ({ ...draft, content: document.text.slice(draft.charStart, draft.charEnd) }));
}
const contentsOf = async (...given: Parameters<typeof chunksOf>) =>
  (await chunksOf(...given)).map(({ content }) => content);

describe('recursive', () => {
  it('packs whole paragraphs, whatever the headings', async () => {
    const pieces = [heading(1, 'A'), text(2, 'a'), heading(1, 'B'), text(2, 'b'), text(4, 'c')];
    expect(
      (await contentsOf('recursive', pieces)).map((content) => content.match(/The \w+/g)?.length),
    ).toEqual([4, 4]);
  });

  it('cuts a paragraph that is too long between lines, and a line that is too long between sentences', async () => {
    const lines = ['first', 'second', 'third'].map((word) => text(6, word).text);
    const contents = await contentsOf('recursive', [piece('text', lines.join('\n'))]);
    expect(contents).toEqual(lines);
    for (const content of await contentsOf('recursive', [text(40)]))
      expect(content).toMatch(/^The .* here\.$/s);
  });

  it('fills up with the next paragraph after the rest of one that was cut', async () => {
    const contents = await contentsOf('recursive', [text(10, 'long'), text(2, 'short')]);
    expect(contents.at(-1)).toMatch(/long number 9 .*short number 0 /s);
  });
});

describe('sentenceWindow', () => {
  it('makes a chunk of level sentence of every sentence, the first with its heading', async () => {
    const chunks = await chunksOf('sentenceWindow', [heading(1, 'Scope'), text(3)]);
    expect(chunks.map(({ content }) => content)).toEqual([
      '# Scope\n\nThe word number 0 stands here.',
      'The word number 1 stands here.',
      'The word number 2 stands here.',
    ]);
    for (const chunk of chunks)
      expect(chunk).toMatchObject({ level: levels.sentence, headingPath: ['Scope'] });
  });

  it('keeps a table that fits whole, and cuts a longer one into rows with their header', async () => {
    expect(await contentsOf('sentenceWindow', [table(3)])).toHaveLength(1);
    const chunks = await chunksOf('sentenceWindow', [table(30)]);
    expect(chunks.length).toBeGreaterThan(20);
    for (const { content, context } of chunks.slice(1)) {
      expect(content).toMatch(/^\| Region \d+ \| \d+ \|$/);
      expect(context).toContain('| Region | Sales |');
    }
  });

  it('leaves the lead-in with the first item of a list, and names it beside the others', async () => {
    const lead = piece('text', 'Some words first. These are the things:');
    const chunks = await chunksOf('sentenceWindow', [lead, items(3)]);
    expect(chunks.map(({ content, context }) => [content, context])).toEqual([
      ['Some words first.', undefined],
      ['These are the things:\n\n- item number 0 of the list', undefined],
      ['- item number 1 of the list', 'These are the things:'],
      ['- item number 2 of the list', 'These are the things:'],
    ]);
  });
});

describe('hierarchical', () => {
  const book = [
    heading(1, 'One'),
    ...['A', 'B', 'C'].flatMap((name) => [heading(2, name), text(24, name)]),
    heading(1, 'Two'),
    ...['D', 'E'].flatMap((name) => [heading(2, name), text(24, name)]),
  ];

  it('puts sections over passages and chapters over sections, along the headings', async () => {
    const chunks = await chunksOf('hierarchical', book);
    const at = (level: number) => chunks.filter((chunk) => chunk.level === level);
    expect(at(levels.chapter).map(({ headingPath }) => headingPath)).toEqual([['One'], ['Two']]);
    expect(at(levels.section).map(({ headingPath }) => headingPath)).toEqual([
      ['One', 'A'],
      ['One', 'B'],
      ['One', 'C'],
      ['Two', 'D'],
      ['Two', 'E'],
    ]);
    expect(at(levels.passage).length).toBeGreaterThan(10);
    for (const { content, level } of chunks) {
      expect(tokenizer.count(content)).toBeLessThanOrEqual(64 * 4 ** (levels.passage - level!));
    }
  });

  it('gives children whose texts make up their parent', async () => {
    const chunks = await chunksOf('hierarchical', book, { overlap: 12 });
    for (const [index, parent] of chunks.entries()) {
      const children = chunks.filter((chunk) => chunk.parent === index);
      if (parent.level === levels.passage) continue;
      expect(children[0]!.charStart).toBe(parent.charStart);
      expect(children.at(-1)!.charEnd).toBe(parent.charEnd);
    }
  });

  it('leaves out a level that would join nothing', async () => {
    expect((await chunksOf('hierarchical', [text(2)])).map(({ level }) => level)).toEqual([levels.passage]);
    const short = await chunksOf('hierarchical', [heading(1, 'A'), text(20)]);
    expect(new Set(short.map(({ level }) => level))).toEqual(new Set([levels.section, levels.passage]));
  });

  it('makes no level longer than the model reads', async () => {
    for (const { content } of await chunksOf('hierarchical', book, { mostTokens: 150 })) {
      expect(tokenizer.count(content)).toBeLessThanOrEqual(150);
    }
  });
});

describe('wholeDocument', () => {
  it('makes one chunk of what the model reads whole', async () => {
    const chunks = await chunksOf('wholeDocument', [heading(1, 'A'), text(30), heading(1, 'B'), text(30)]);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({ kind: 'text', headingPath: [] });
  });

  it('cuts what is longer by its structure, and says so', async () => {
    const chunks = await chunksOf('wholeDocument', [heading(1, 'A'), text(60)], { mostTokens: 100 });
    expect(chunks.length).toBeGreaterThan(5);
    for (const { method } of chunks) expect(method).toBe('structure');
  });
});

describe.each(['structure', 'token', 'recursive'] as const)('a list by %s', (method) => {
  it('stays with the sentence that leads up to it, at least with its first item', async () => {
    for (const before of [1, 3, 5, 7, 8]) {
      const pieces = [piece('text', `${text(before).text} These are the things:`), items(20)];
      const contents = await contentsOf(method, pieces);
      const lead = contents.find((content) => content.includes('These are the things:'))!;
      expect(lead).toContain('These are the things:\n\n- item number 0 ');
    }
  });
});

describe('the other items of a long list', () => {
  it('have the lead-in as context', async () => {
    const chunks = await chunksOf('structure', [piece('text', 'These are the things:'), items(40)]);
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks[0]!.context).toBeUndefined();
    for (const { context } of chunks.slice(1)) expect(context).toBe('These are the things:');
  });
});
