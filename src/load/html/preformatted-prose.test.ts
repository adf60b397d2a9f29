import { expect, it } from 'vitest';
import { readHtml } from './html.ts';

const prose = Array.from(
  { length: 6 },
  () =>
    '  The company owns the plant near the river, and it\nruns it with the staff of the county for the owners.',
).join('\n\n');
const page = (...parts: readonly string[]) =>
  `<html><body>${parts.map((part) => `<pre>${part}</pre><hr>`).join('')}</body></html>`;

it('reads a page that is a text in preformatted blocks as plain text', async () => {
  const { text, blocks, sections } = await readHtml(
    page(
      `<b>PART I</b>\n\n${prose}`,
      `RISK FACTORS\n\n${prose}\n\n  Sales     4,123    3,977\n  Costs     1,222    1,004`,
    ),
  );
  expect(sections.map(({ heading }) => heading)).toEqual(['PART I', 'RISK FACTORS']);
  expect(sections.every(({ heading, charStart }) => text.startsWith(heading, charStart))).toBe(true);
  expect(blocks.map(({ kind }) => kind)).toEqual([
    'heading',
    ...Array.from({ length: 6 }, () => 'text'),
    'heading',
    ...Array.from({ length: 7 }, () => 'text'),
  ]);
  expect(text).toContain('  Sales     4,123    3,977\n  Costs     1,222    1,004');
});

it.each([
  [
    'a listing',
    page(
      'for (const one of all the many things here) {\n  print(one of the many things that are here);\n}\n'.repeat(
        9,
      ),
    ),
  ],
  ['a page with a listing', `<p>${prose.repeat(3)}</p><pre>${prose}</pre>`],
  ['a table of figures', page('1994   4,123   3,977\n1995   1,222   1,004\n'.repeat(20))],
])('leaves %s code', async (_, source) => {
  const { blocks } = await readHtml(source);
  expect(blocks.filter(({ kind }) => kind === 'code')).toHaveLength(1);
});
