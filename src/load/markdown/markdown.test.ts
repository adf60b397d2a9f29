import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../invariants.testing.ts';
import { markdownLoader, readMarkdown } from './markdown.ts';

describe('markdownLoader', () => {
  it('keeps the source verbatim and cuts it into blocks', async () => {
    const source =
      '# Guide\n\nSome *text*.\n\n- a\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```js\ncode()\n```\n';
    const document = await readMarkdown(source);
    expect(document.text).toBe(source);
    expect(
      document.blocks.map(({ kind, charStart, charEnd }) => [kind, source.slice(charStart, charEnd)]),
    ).toEqual([
      ['heading', '# Guide'],
      ['text', 'Some *text*.'],
      ['list', '- a\n- b'],
      ['table', '| x | y |\n|---|---|\n| 1 | 2 |'],
      ['code', '```js\ncode()\n```'],
    ]);
    checkInvariants(document);
  });

  it('nests sections by heading rank and gives them anchors', async () => {
    const { text, sections } = await readMarkdown('Top\n===\n\n## A *b*\n\nx\n\n### C\n\n## D\n\n# E\n');
    expect(sections.map(({ heading, level, anchor }) => [heading, level, anchor])).toEqual([
      ['Top', 1, 'top'],
      ['A b', 2, 'a-b'],
      ['C', 3, 'c'],
      ['D', 2, 'd'],
      ['E', 1, 'e'],
    ]);
    expect(sections.map(({ charEnd }) => text.slice(charEnd).split('\n')[0])).toEqual([
      '# E',
      '## D',
      '## D',
      '# E',
      '',
    ]);
  });

  it('reads front matter into the bibliography and leaves it out of the text', async () => {
    const document = await readMarkdown(
      '---\ntitle: On Tides\nauthors:\n  - name: A. Lee\n  - B. Kim\ndate: 2023-04-05\ntype: note\ntags: [sea, moon]\nkeywords: sea, sun\nlang: en-GB\n---\n# Tides\n',
    );
    expect(document.text).toBe('# Tides\n');
    expect(document.language).toBe('en');
    expect(document.bibliography).toEqual({
      title: 'On Tides',
      creators: ['A. Lee', 'B. Kim'],
      subjects: ['sea', 'moon', 'sun'],
      dateCreated: '2023-04-05',
    });
    expect(document.labels).toEqual({ type: 'note', tags: ['sea', 'moon'] });
  });

  it('runs nothing from front matter in other languages', async () => {
    const source = '---js\nglobalThis.frontMatterRan = true\n---\n\n# Title\n';
    const document = await readMarkdown(source);
    expect(document.text).toBe(source);
    expect(globalThis).not.toHaveProperty('frontMatterRan');
  });

  it.each([
    ['broken YAML', '---\ntitle: [open\n---\ntext\n'],
    [
      'aliases that multiply',
      `---\na0: &a0 [x]\n${Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`).join('\n')}\n---\ntext\n`,
    ],
    ['endless nesting', `---\n${'['.repeat(60_000)}\n---\ntext\n`],
  ])('keeps front matter with %s as text and says so', async (_, source) => {
    const document = await readMarkdown(source);
    expect(document.text).toBe(source);
    expect(document.warnings).toEqual(['The front matter is not valid YAML; it was kept as text.']);
  });

  it('keeps a text between two rules', async () => {
    const source = '---\n\nwords only\n\n---\n';
    expect((await readMarkdown(source)).text).toBe(source);
  });

  it('decodes the bytes', async () => {
    const bytes = new Uint8Array([0xff, 0xfe, 0x23, 0, 0x20, 0, 0xe9, 0]);
    const { text } = await markdownLoader.load({
      bytes,
      name: 'x.md',
      limits: { maxBytes: 1000, maxPages: 1, maxChars: 1000 },
    });
    expect(text).toBe('# é');
  });

  it('keeps every promise for any text', async () => {
    const fragment = fc.constantFrom(
      '# h\n',
      '\n',
      '- a\n',
      '```\n',
      '> q\n',
      '|a|b|\n|-|-|\n',
      'text ',
      '---\n',
      '\u00a0',
      '\ufeff',
    );
    const anything = fc.string({ unit: 'binary', maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fragment, anything)), async (parts) => {
        checkInvariants(await readMarkdown(parts.join('')));
      }),
    );
  });
});
