import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { titleOf } from '../../metadata/title.ts';
import { docxLoader } from '../docx.ts';

const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };
const names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const style = (level: number) =>
  `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/><w:pPr><w:outlineLvl w:val="${level - 1}"/></w:pPr></w:style>`;
const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
const heading = (level: number, ...runs: readonly string[]) =>
  `<w:p><w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr>${runs.join('')}</w:p>`;

async function read(...paragraphs: readonly string[]) {
  const parts = {
    'word/document.xml': `<w:document ${names}><w:body>${paragraphs.join('')}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${names}>${[1, 2, 3].map(style).join('')}</w:styles>`,
  };
  const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
  const document = await docxLoader.load({ bytes, name: 'contract.docx', limits });
  const headings = document.sections.map((section) => section.heading);
  return { headings, paragraphs: document.text.split('\n\n'), title: titleOf(document) };
}

it.each([
  ['English', '9.2 Either party may end this agreement by ninety days’ notice.'],
  [
    'German',
    '§ 9 Jede Partei kann diesen Vertrag mit einer Frist von neunzig Tagen zum Ende eines Monats kündigen.',
  ],
  ['Chinese', '第九条 任何一方均可提前九十天以书面形式通知对方终止本协议而无须说明任何理由。'],
  ['an item that goes on', '(v) the costs;'],
  [
    'a statement that leads in to items',
    '(c) The importer shall accept the decision of the person who is concerned to do this:',
  ],
  [
    'an item without an end',
    '(ii) the body in a third country that gets the data from the exporter by another body',
  ],
])('has a clause in the style of a heading as text: %s', async (_, clause) => {
  const { headings, paragraphs } = await read(heading(1, run('9. Term')), heading(2, run(clause)));
  expect(headings).toEqual(['9. Term']);
  expect(paragraphs).toEqual(['9. Term', clause]);
});

it.each([
  'Definitions.',
  '2. Governing Law and Jurisdiction.',
  'Requisitos Adicionales de Agencias de EE.UU.',
  'Comments:',
  'Who may end the agreement, and when may they do so?',
  'Chapter 2 – Appointment, qualifications, percentage fee and compensation of the standing trustee',
])('leaves a title a heading: %s', async (title) => {
  expect((await read(heading(1, run(title)))).headings).toEqual([title]);
});

it('has what reads like no title as text where most paragraphs of the style are sentences', async () => {
  const { headings } = await read(
    heading(2, run('2.1 Scope')),
    heading(2, run('2.2 The supplier delivers the goods that the buyer orders.')),
    heading(2, run('2.3 The buyer pays for them within thirty days of the delivery.')),
    heading(2, run('2.4 If the buyer is late it pays interest at the rate that the law sets for such debts')),
    heading(2, run('2.5 The parties:')),
    heading(2, run('2.6 The parties keep all of this to themselves, whatever happens.')),
    heading(2, run('2.7 The agreement ends when the goods are delivered and paid for.')),
  );
  expect(headings).toEqual(['2.1 Scope']);
});

it('parts a title from its clause where a line break or its type does', async () => {
  const clause = 'Each party may end this agreement by ninety days’ notice.';
  const { headings, paragraphs } = await read(
    heading(2, run('9.2 Notice.', '<w:b/>'), run(` ${clause}`)),
    heading(2, run('Clause 7'), '<w:r><w:br/></w:r>', run(clause)),
    heading(2, run('9.3 Each party', '<w:i/>'), run(' may end this agreement by ninety days’ notice.')),
  );
  expect(headings).toEqual(['9.2 Notice.', 'Clause 7']);
  expect(paragraphs.slice(0, 4)).toEqual(['9.2 Notice.', clause, 'Clause 7', clause]);
});

it('calls no document by one of its clauses', async () => {
  const { title } = await read(
    heading(3, run('(c) These clauses apply to the transfer of the data that the annex names.')),
    heading(3, run('Transfer of Data')),
  );
  expect(title).toBe('Transfer of Data');
});
