import { describe, expect, it } from 'vitest';
import { documentFrom, type Piece } from '../../../test/arbitraries/document.ts';
import { loadTokenizer } from '../../text/tokens/tokens.ts';
import { tokenChunker } from '../methods.ts';

const tokenizer = await loadTokenizer('cl100k_base');

async function contentsOf(pieces: readonly Piece[], chunkSize = 64, overlap = 0) {
  const document = documentFrom(pieces);
  const drafts = await tokenChunker.chunk(document, { chunkSize, overlap, tokenizer });
  return drafts.map(({ charStart, charEnd }) => document.text.slice(charStart, charEnd));
}
const sentences = (count: number, words: number) =>
  Array.from({ length: count }, () => `The ${'word '.repeat(words)}ends.`).join(' ');

describe('token chunker', () => {
  it('ends windows with a sentence where one ends near', async () => {
    for (const content of await contentsOf([{ kind: 'text', text: sentences(40, 4) }])) {
      expect(content).toMatch(/^The .* ends\.$/s);
    }
  });

  it('fills windows with words where no sentence ends near', async () => {
    const contents = await contentsOf([{ kind: 'text', text: sentences(20, 45) }]);
    for (const content of contents.slice(0, -1)) {
      expect(tokenizer.count(content)).toBeGreaterThan(0.85 * 64);
      expect(content).toMatch(/^\w.*\b(?:The|word|ends\.)$/s);
    }
  });

  it('shares about the overlap with the window before', async () => {
    const contents = await contentsOf([{ kind: 'text', text: sentences(40, 4) }], 64, 20);
    for (const [index, content] of contents.entries()) {
      const opening = content.split(' ends. ', 2).join(' ends. ');
      if (index > 0) expect(contents[index - 1]!.endsWith(`${opening} ends.`)).toBe(true);
    }
  });

  it('reads across headings and paragraphs', async () => {
    const paragraph: Piece = { kind: 'text', text: sentences(1, 5) };
    const contents = await contentsOf([
      { kind: 'heading', text: 'One' },
      paragraph,
      { kind: 'heading', text: 'Two' },
      paragraph,
    ]);
    expect(contents).toHaveLength(1);
  });

  it('ends a window early rather than cut a table', async () => {
    const table = '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |';
    const contents = await contentsOf(
      [
        { kind: 'text', text: sentences(6, 5) },
        { kind: 'table', text: table },
      ],
      64,
      30,
    );
    expect(contents.filter((content) => content.includes('|'))).toEqual([expect.stringContaining(table)]);
  });
});
