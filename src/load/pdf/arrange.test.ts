import { expect, it } from 'vitest';
import { arrange } from './arrange.ts';
import { line } from './synthetic.testing.ts';

const size = { width: 600, height: 800 };
const info = {};
const head = line('Guide to Harbours', [50, 40]);

it('leaves a page of running heads in its margins empty, and keeps them where they stand in its middle', async () => {
  const texts = ['Of rivers we tell', 'Of lakes we tell', 'Of seas we tell'];
  const pages = texts.map((text) => ({ size, words: [...head, ...line(text, [50, 110])] }));
  const [blank, divider] = [40, 400].map((y) => ({ size, words: line('Guide to Harbours', [50, y]) }));
  const { pages: read, text } = await arrange({
    pages: [...pages, blank!, divider!],
    outline: [],
    info,
    warnings: [],
  });
  const shown = read.map(({ charStart, charEnd }) =>
    text.slice(charStart, charEnd).replace(/\s+/g, ' ').trim(),
  );
  expect(shown).toEqual([...texts, '', 'Guide to Harbours']);
});
