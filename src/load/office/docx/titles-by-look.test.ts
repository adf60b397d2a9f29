import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { titleOf } from '../../metadata/title.ts';
import { docxLoader } from '../docx.ts';

const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };
const names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const bold = '<w:b/>';
const large = '<w:sz w:val="36"/>';
const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (runs: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`;
const centred = '<w:jc w:val="center"/>';
const prose =
  'The licensor lets the licensee use the program on one computer by this licence, and keeps every other right in it.';
const body = Array.from({ length: 6 }, () => paragraph(run(prose)));

async function read(...paragraphs: readonly string[]) {
  const xml = `<w:document ${names}><w:body>${paragraphs.join('')}</w:body></w:document>`;
  const bytes = zipSync({ 'word/document.xml': strToU8(xml) });
  const document = await docxLoader.load({ bytes, name: 'contract.docx', limits });
  return {
    headings: document.sections.map(({ heading, level }) => `${'#'.repeat(level)} ${heading}`),
    paragraphs: document.text.split('\n\n'),
    title: titleOf(document),
  };
}

it.each([
  ['in larger type', paragraph(run('A licence', large))],
  ['bold in the middle', paragraph(run('A licence', bold), centred)],
])('has a title %s as the title', async (_, title) => {
  expect(await read(paragraph(run('No. 7')), title, ...body)).toMatchObject({
    headings: ['# A licence'],
    title: 'A licence',
  });
});

it('has all lines of a title', async () => {
  const lines = ['Licence for', 'One Program'].map((text) => paragraph(run(text, bold), centred));
  const document = await read(paragraph(run('FINAL DRAFT', bold), centred), ...lines, ...body);
  expect(document).toMatchObject({
    headings: ['# Licence for One Program'],
    title: 'Licence for One Program',
  });
});

it.each(['Tax Law', 'HR FAQ', 'Moonlit Harbours', 'عقد إيجار', '업무 위탁 계약서'])(
  'has a title whose words do not come again: %s',
  async (title) => {
    const document = await read(paragraph(run(title, bold), centred), ...body);
    expect(document).toMatchObject({ headings: [`# ${title}`], title });
  },
);

it.each([
  ['with a number', 'Article 1 Use of the program', centred],
  ['counted', '第一条 Licence', centred],
  ['at the margin', 'Use of the program', ''],
])('leaves a heading %s below a title where it is', async (_, heading, place) => {
  const lines = ['Licence of the program', heading].map((text) => paragraph(run(text, bold + large), place));
  const { headings, paragraphs } = await read(...lines, ...body);
  expect(headings).toEqual(['# Licence of the program']);
  expect(paragraphs.slice(0, 2)).toEqual(['Licence of the program', heading]);
});

it('has no line of a title behind an empty one or a table', async () => {
  const [title, other] = ['Licence of the program', 'Licensor'].map((text) =>
    paragraph(run(text, bold), centred),
  );
  const table = `<w:tbl><w:tr><w:tc>${paragraph(run('No. 7'))}</w:tc></w:tr></w:tbl>`;
  for (const between of [paragraph(''), table])
    expect((await read(title!, between, other!, ...body)).title).toBe('Licence of the program');
});

it.each([
  ['a greeting', paragraph(run('Dear Ms Weir', large))],
  ['a bold line at the margin', paragraph(run('A licence', bold))],
  ['a large sentence', paragraph(run('This is a licence.', large))],
  ['a large number', paragraph(run('7/24', large))],
])('has no title in %s', async (_, line) => {
  expect((await read(line, ...body)).headings).toEqual([]);
});

it('has bold titles at the beginning of most paragraphs as headings, and the rest of these as text', async () => {
  const clauses = ['Grant of licence', 'Term.', 'Fees'].map((title) =>
    paragraph(run(`${title} `, bold) + run(prose)),
  );
  const { headings, paragraphs } = await read(
    paragraph(run('A licence', large)),
    ...clauses,
    paragraph(run(prose)),
    paragraph(run('By: ')),
  );
  expect(headings).toEqual(['# A licence', '## Grant of licence', '## Term.', '## Fees']);
  expect(paragraphs.slice(1, 5)).toEqual(['Grant of licence', prose, 'Term.', prose]);
});

it('leaves paragraphs that begin with bold words of their sentence', async () => {
  const recitals = Array.from({ length: 4 }, () =>
    paragraph(run('Now therefore, ', bold) + run(`in view of this, ${prose}`)),
  );
  expect((await read(...recitals)).headings).toEqual([]);
  const talk = ['Guest:', 'Host:', 'Guest:', 'Host:'].map((name) =>
    paragraph(run(`${name} `, bold) + run(prose)),
  );
  expect((await read(...talk)).headings).toEqual([]);
  const few = Array.from({ length: 3 }, () => paragraph(run('Recital ', bold) + run(prose)));
  expect((await read(...few, ...body)).headings).toEqual([]);
});
