import { expect, it } from 'vitest';
import { readPlainText } from '../text/text.ts';
import { withQuotedParts } from './quoted-parts.ts';

const part = (index: number) => `On Monday, Ann wrote:\n> Question ${index}?\n\nAnswer ${index}.\n\n`;

it('takes time in proportion to the text', () => {
  const read = readPlainText(Array.from({ length: 5000 }, (_, index) => part(index)).join(''));
  const started = performance.now();
  const { sections, blocks, text } = withQuotedParts(read);
  expect(performance.now() - started).toBeLessThan(2000);
  expect(sections).toHaveLength(read.sections.length + 5000);
  const last = blocks.at(-2)!;
  expect(text.slice(last.charStart, last.charEnd)).toBe('> Question 4999?');
});
