import { expect, it } from 'vitest';
import { readHtml } from './html.ts';

const rule = '<hr style="page-break-after:always">';
const textOfPage = (number: number) =>
  `${number} ships lie in the harbour and wait for the tide. `.repeat(5).trim();
const page = (number: number) => `<p>${textOfPage(number)}</p>`;
const text = [1, 2, 3, 4].map(textOfPage).join('\n\n');

const pages = (head: (number: number) => string, foot: (number: number) => string, between = rule) =>
  [1, 2, 3, 4].map((number) => head(number) + page(number) + foot(number)).join(between);

const textOf = async (body: string) => (await readHtml(body)).text;
const none = () => '';

it.each([
  ['numbers', none, (number: number) => `<p>${number}</p>`],
  ['numbers with letters', none, (number: number) => `<div><div>F-${number}</div></div>`],
  ['numbers beside words', none, (number: number) => `<p>Harbour Lines | ${number}</p>`],
  [
    'numbers beside words over the text',
    (number: number) => `<p>${number}   Harbour Lines and Company</p>`,
    none,
  ],
  [
    'numbers in a cell beside words',
    none,
    (number: number) =>
      `<table><tr><td></td><td></td></tr><tr><td>Form 10-K</td><td><div>${number}</div></td></tr></table>`,
  ],
  ['links to the contents', () => '<h5><a href="#toc">Table of Contents</a></h5>', none],
])('leaves %s at page breaks out', async (_, head, foot) => {
  expect(await textOf(pages(head, foot))).toBe(text);
});

it('leaves numbers below words out', async () => {
  const read = await textOf(pages(none, (number) => `<p>HARBOUR LINES</p><p>${number}</p>`));
  expect(read.match(/HARBOUR LINES/g)).toHaveLength(4);
  expect(read).not.toMatch(/^\d$/m);
});

it('takes rules for page breaks where numbers stand beside them', async () => {
  expect(await textOf(pages(none, (number) => `<p>${number}</p>`, '<hr>'))).toBe(text);
  expect(await textOf(pages(none, () => '<p>Back to the top</p>', '<hr>'))).toContain('Back');
});

it.each([
  ['text that repeats away from breaks', () => '', () => '<p>See the notes</p>' + page(0), 'See the notes'],
  ['words with numbers', none, (number: number) => `<p>Invoice ${1000 + number}</p>`, 'Invoice 100'],
  ['headings', (number: number) => `<h2>Part ${number}</h2>`, none, 'Part'],
  ['amounts that grow', none, (number: number) => `<p>EUR<br></p><p>${150 * number}</p>`, 'EUR'],
  ['marks of items', none, () => '<p>•</p>', '•'],
  ['titles with numbers', (number: number) => `<p>Lesson | ${number}</p>`, none, 'Lesson | '],
  ['years beside words', none, (number: number) => `<p>Business year | ${2018 + number}</p>`, 'year | 20'],
  ['years of a table', none, () => '<table><tr><td>a</td></tr><tr><td>2019</td></tr></table>', '2019'],
])('keeps %s', async (_, head, foot, kept) => {
  expect((await textOf(pages(head, foot))).split(kept)).toHaveLength(5);
});

it('keeps what few pages have', async () => {
  expect(await textOf(`<p>a</p><p>1</p>${rule}<p>b</p><p>2</p>`)).toBe('a\n\n1\n\nb\n\n2');
});

it.each([
  ['in lower case', 'All ships lie in the harbour and', 'wait for the tide.'],
  ['with a name', `${'All ships lie in the harbour. '.repeat(4)}They wait for`, `Ada Lee. ${textOfPage(9)}`],
])('reads a sentence on over the page, %s', async (_, before, after) => {
  const foot = (number: number) => `<p>${number === 2 ? before : 'The tide is out.'}</p><p>${number}</p>`;
  const head = (number: number) => `<p>${number === 3 ? after : 'Ships'}</p>`;
  expect(await textOf(pages(head, foot))).toContain(`${before} ${after}\n\n`);
});

it.each([
  ['items', 'b) the ships of the harbour and;', 'c) the ropes of the harbour.'],
  ['clauses', `1.1 ${textOfPage(1)} and`, `1.2 Ships. ${textOfPage(2)}`],
  ['titles', 'Tides', 'ships wait for the tide.'],
  ['points', 'Ships in the harbour of the town', 'tides and winds'],
])('keeps %s on two pages apart', async (_, before, after) => {
  const foot = (number: number) => `<p>${number === 2 ? before : 'The tide is out.'}</p><p>${number}</p>`;
  const head = (number: number) => `<p>${number === 3 ? after : 'Ships'}</p>`;
  expect(await textOf(pages(head, foot))).toContain(`${before}\n\n${after}\n\n`);
});

it('reads on where what a sentence goes on with is left out', async () => {
  const body = [
    page(1),
    '<p>All ships lie in the harbour and</p>',
    '<nav><p>home of the harbour.</p></nav><p>wait for the tide.</p><p>The tide is out.</p>',
    page(4),
  ];
  expect(await textOf(`<main>${body.join(rule)}</main>`)).toContain(
    '\n\nwait for the tide.\n\nThe tide is out.\n\n',
  );
});

it('keeps apart what stands on two pages and is no sentence', async () => {
  const read = await textOf(
    pages(
      () => '<p>Tides</p>',
      (number) => `<p>Ships in the harbour</p><p>${number}</p>`,
    ),
  );
  expect(read).toContain('harbour\n\nTides');
});
