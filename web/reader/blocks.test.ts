import { expect, it } from 'vitest';
import { blocksOf, endOfRunIn, headedSections } from './blocks.ts';

/** Code with `>` before it. */
const shown = (lines: readonly string[], headings: readonly number[] = []) =>
  blocksOf(lines.join('\n'), 0, new Set(headings), true).map(({ text, isCode }) =>
    isCode ? `>${text}` : text,
  );

it('closes code by its own fence', () => {
  expect(shown(['````', '```', 'code', '```', '````', '', 'Prose'])).toEqual(['>```\ncode\n```', 'Prose']);
  expect(shown(['~~~', '```', '~~~~', 'Prose'])).toEqual(['>```', 'Prose']);
  expect(shown(['```', '```sh', 'x', '', 'y', '```', 'Prose'])).toEqual(['>```sh\nx\n\ny', 'Prose']);
});

it('reads code in items of lists', () => {
  const item = ['1. item', '', '    ```sh', '    make * all', '    ```', '', '   Prose', '', '        make'];
  expect(shown(item)).toEqual(['1. item', '>    make * all', '   Prose', '>        make']);
  expect(shown(['- a', '    - b', '', '      c', '', '- ```', '  d', 'Prose'])).toEqual([
    '- a',
    '    - b',
    '      c',
    '>  d',
    'Prose',
  ]);
});

it('keeps the lines of indented code, and lets those of a paragraph run on', () => {
  expect(shown(['Run', '', '    make', '    test', '', '\tall', 'Prose', '    goes on'])).toEqual([
    'Run',
    '>    make\n    test',
    '>\tall',
    'Prose\n    goes on',
  ]);
});

it('takes no heading for code', () => {
  const lines = ['make all', '```', '', 'Prose', '', '## Next', 'Text'];
  expect(shown(lines, [lines.join('\n').indexOf('## Next')])).toEqual([
    'make all',
    '>\nProse\n',
    '## Next',
    'Text',
  ]);
});

it('leaves out rules, and what underlines a heading', () => {
  expect(shown(['Title', '---', 'Text', '* * *', 'More', '', '---', 'End'], [0])).toEqual([
    'Title',
    'Text',
    'More',
    'End',
  ]);
});

it('says where each block stands', () => {
  const text = 'Run\n\n```sh\nmake\n```\n- item';
  for (const block of blocksOf(text, 7, new Set(), true))
    expect(text.slice(block.start - 7).startsWith(block.text)).toBe(true);
});

it('takes what a mail quotes for no heading', () => {
  const text = 'Roof\n\nOn Monday, Carla wrote:\n> the roofer quoted EUR 86,400.';
  const sections = [
    { heading: 'Roof', level: 1, charStart: 5, charEnd: 70 },
    { heading: 'On Monday, Carla wrote:', level: 2, charStart: 5 + text.indexOf('>'), charEnd: 70 },
  ];
  expect([...headedSections({ text, start: 5 }, sections).keys()]).toEqual([5]);
});

it.each([
  ['7. TERM. This Agreement ends in May.', '7. TERM', '7. TERM.'],
  ['  § 7 Term – ends in May', '§ 7 Term', '  § 7 Term –'],
  ['7. TERM.', '7. TERM', undefined],
  ['Terms', 'Term', undefined],
  ['## Term', 'Term', undefined],
])('tells the heading of %j from what stands behind it', (text, heading, head) => {
  const end = endOfRunIn({ text, start: 0 }, heading);
  expect(end === undefined ? undefined : text.slice(0, end)).toBe(head);
});
