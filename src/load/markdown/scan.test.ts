import * as fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { describe, expect, it } from 'vitest';
import { scanMarkdown } from './scan.ts';

const kinds: Readonly<Record<string, string>> = {
  heading: 'heading',
  list: 'list',
  table: 'table',
  code: 'code',
};

/** Where CommonMark's own reference differs from micromark: an item or a quote next to indented code. */
const peculiar = /^(?: {4}|\t).*\n(?:- $|[2-9][.)])|^>.*\n(?: {4}|\t)/m;

/** What the reference parser says: kind, range and level of each top-level block. */
function reference(source: string) {
  const tree = fromMarkdown(source, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  return tree.children.map((node) => ({
    kind: kinds[node.type] ?? 'text',
    content: source.slice(node.position!.start.offset, node.position!.end.offset).trim(),
    ...(node.type === 'heading' ? { level: node.depth } : {}),
  }));
}

function scanned(source: string) {
  return scanMarkdown(source).map(({ kind, charStart, charEnd, level }) => ({
    kind,
    content: source.slice(charStart, charEnd).trim(),
    ...(level === undefined ? {} : { level }),
  }));
}

const line = fc.constantFrom(
  '',
  '',
  '',
  'plain words',
  'Title',
  '===',
  '---',
  '# One',
  '## Two ##',
  '####### seven',
  '#none',
  '- item',
  '- ',
  '* star',
  '  - nested',
  '    indented',
  '1. first',
  '2. second',
  '3) third',
  '> quote',
  '>',
  '> - listed',
  '> ```',
  '```',
  '```ts',
  '~~~',
  '  ```',
  'code `span`',
  '| a | b |',
  '|---|---|',
  '| 1 | 2 |',
  '***',
  '<div>',
  '</div>',
  '<!-- open',
  'close -->',
  '<b>bold</b> text',
  '\ttab',
  '  two spaces',
  '   # indented heading',
  '- ```',
);

describe('scanMarkdown', () => {
  it('finds the same top-level blocks as the reference parser', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const source = lines.join('\n');
        fc.pre(!peculiar.test(source));
        expect(scanned(source)).toEqual(reference(source));
      }),
      { numRuns: 250 },
    );
  });

  it('leaves a fence that is never closed open to the end', () => {
    expect(scanned('text\n\n```\n# no heading\n\n- no list\n')).toEqual([
      { kind: 'text', content: 'text' },
      { kind: 'code', content: '```\n# no heading\n\n- no list' },
    ]);
  });

  it.each([
    ['one line of five million characters', 'word '.repeat(1_000_000), 1],
    ['a quote nested a hundred thousand deep', '>'.repeat(100_000), 1],
    ['a list nested fifty thousand deep', '- '.repeat(50_000), 1],
    ['a table of a hundred thousand rows', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(100_000)}`, 1],
    ['a hundred thousand items', '- item\n'.repeat(100_000), 1],
    ['a hundred thousand headings', '# h\n'.repeat(100_000), 100_000],
    ['brackets and backticks', '[a](`<'.repeat(200_000), 1],
    ['comments that never end', '<!-- \n\n'.repeat(50_000), 1],
  ])('reads %s', (_, source, count) => {
    expect(scanMarkdown(source)).toHaveLength(count);
  });
});
