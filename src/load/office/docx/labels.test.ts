import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { docxLoader } from '../docx.ts';
import { formatNumber } from './numbering.ts';

const limits = { maxBytes: 1e8, maxPages: 100, maxChars: 1e6 };
const names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

const level = (index: number, format: string, text: string, more = '') =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
const legal =
  level(0, 'upperRoman', 'Article %1', '<w:pStyle w:val="Article"/>') +
  level(1, 'decimal', '%1.%2', '<w:pStyle w:val="Clause"/><w:isLgl/>') +
  level(2, 'lowerLetter', '(%3)');
const plain = level(0, 'decimal', '%1.') + level(1, 'bullet', '•');
const numbering = `<w:numbering ${names}><w:abstractNum w:abstractNumId="1">${legal}</w:abstractNum><w:abstractNum w:abstractNumId="2">${plain}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num><w:num w:numId="3"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num></w:numbering>`;
const inList = (list: number, at?: number) =>
  `<w:numPr>${at === undefined ? '' : `<w:ilvl w:val="${at}"/>`}<w:numId w:val="${list}"/></w:numPr>`;
const styles = `<w:styles ${names}><w:style w:type="paragraph" w:styleId="Article"><w:name w:val="Article"/><w:pPr>${inList(1)}<w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Clause"><w:name w:val="Clause"/><w:pPr>${inList(1)}</w:pPr></w:style></w:styles>`;

const styled = (style: string, text: string, more = '') =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const item = (list: number, at: number, text: string) =>
  `<w:p><w:pPr>${inList(list, at)}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const words = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

const documentOf = (paragraphs: readonly string[]) =>
  `<w:document ${names}><w:body>${paragraphs.join('')}</w:body></w:document>`;

function read(...paragraphs: readonly string[]) {
  return readParts({
    'word/document.xml': documentOf(paragraphs),
    'word/styles.xml': styles,
    'word/numbering.xml': numbering,
  });
}

async function readParts(parts: Readonly<Record<string, string>>) {
  const bytes = zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)])));
  return docxLoader.load({ bytes, name: 'contract.docx', limits });
}

it('writes the numbers of articles, clauses and their letters as the document shows them', async () => {
  const { text, sections } = await read(
    styled('Article', 'Term'),
    styled('Clause', 'It begins in May.'),
    styled('Clause', 'It ends'),
    item(1, 2, 'in June, or'),
    item(1, 2, 'in July.'),
    styled('Article', 'Price'),
    styled('Clause', 'It is low.'),
  );
  expect(text.split('\n\n')).toEqual([
    'Article I Term',
    '1.1 It begins in May.',
    '1.2 It ends',
    '(a) in June, or',
    '(b) in July.',
    'Article II Price',
    '2.1 It is low.',
  ]);
  expect(sections.map(({ heading }) => heading)).toEqual(['Article I Term', 'Article II Price']);
});

it('goes on with a list after a paragraph between, and begins anew where the document says so', async () => {
  const { text } = await read(
    item(2, 0, 'one'),
    item(2, 1, 'dot'),
    words('between'),
    item(2, 0, 'two'),
    item(3, 0, 'seven'),
    item(3, 0, 'eight'),
  );
  expect(text).toBe('1. one\n  - dot\n\nbetween\n\n2. two\n7. seven\n8. eight');
});

const restart = (after: number) => `<w:lvlRestart w:val="${after}"/>`;

it('begins a level anew where it says: never, or only below a certain one', async () => {
  const levels =
    level(0, 'decimal', 'Part %1') +
    level(1, 'decimal', 'Clause %2', restart(0)) +
    level(2, 'lowerLetter', '(%3)', restart(1));
  const { text } = await readParts({
    'word/document.xml': documentOf([0, 1, 2, 1, 2, 0, 1, 2].map((at) => item(1, at, 'x'))),
    'word/numbering.xml': `<w:numbering ${names}><w:abstractNum w:abstractNumId="1">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
  });
  expect(text.split('\n\n').map((one) => one.replace(' x', ''))).toEqual([
    'Part 1',
    'Clause 1',
    '(a)',
    'Clause 2',
    '(b)',
    'Part 2',
    'Clause 3',
    '(a)',
  ]);
});

it('leaves paragraphs without a number that say so, and properties as they were before a change', async () => {
  const before = `<w:pPrChange w:id="1"><w:pPr>${inList(1, 2)}</w:pPr></w:pPrChange>`;
  const { text } = await read(styled('Clause', 'none', inList(0)), styled('Clause', 'one', before));
  expect(text).toBe('none\n\n1.1 one');
});

it('counts no paragraph that was deleted', async () => {
  const gone = '<w:rPr><w:del w:id="1"/></w:rPr>';
  expect((await read(styled('Clause', '', gone), styled('Clause', 'one'))).text).toBe('1.1 one');
});

it.each([
  [1, 'lowerLetter', 'a'],
  [27, 'upperLetter', 'AA'],
  [1994, 'upperRoman', 'MCMXCIV'],
  [4, 'lowerRoman', 'iv'],
  [7, 'decimalZero', '07'],
  [0, 'upperRoman', '0'],
  [1e9, 'lowerLetter', '1000000000'],
  [10, 'chineseCountingThousand', '十'],
  [21, 'japaneseCounting', '二十一'],
  [100, 'chineseCounting', '100'],
  [3, 'russianLower', 'в'],
  [12, 'decimalEnclosedCircle', '⑫'],
  [21, 'decimalEnclosedCircle', '21'],
  [3, 'thaiLetters', '3'],
])('writes %d as %s: %s', (number, format, expected) => {
  expect(formatNumber(number, format)).toBe(expected);
});

it('writes no number where the level of a list shows none, and words of a level as they are', async () => {
  const definition = level(0, 'none', '') + level(1, 'decimal', 'Note:') + level(2, 'decimal', '%1%3.');
  const { text, blocks } = await readParts({
    'word/document.xml': documentOf([item(1, 0, 'a'), item(1, 1, 'b'), item(1, 2, 'c')]),
    'word/numbering.xml': `<w:numbering ${names}><w:abstractNum w:abstractNumId="1">${definition}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
  });
  expect(text).toBe('a\n\nNote: b\n\n1. c');
  expect(blocks.map(({ kind }) => kind)).toEqual(['text', 'text', 'list']);
});

it('counts the paragraphs of a text box once, which the file holds in two forms', async () => {
  const inner = `<w:txbxContent>${styled('Article', 'Note')}</w:txbxContent>`;
  const box = `<w:p xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"><w:r><mc:AlternateContent><mc:Choice Requires="wps"><wps:txbx>${inner}</wps:txbx></mc:Choice><mc:Fallback><w:pict><v:shape><v:textbox>${inner}</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
  const { text } = await read(styled('Article', 'Term'), box, styled('Article', 'Price'));
  expect(text.split('\n\n')).toEqual(['Article I Term', 'Article II Note', 'Article III Price']);
});

const relations = (...list: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list
    .map(
      ([type, target]) =>
        `<Relationship Id="${type}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

it('finds styles and numbers whatever their parts are called', async () => {
  const { text, sections } = await readParts({
    '_rels/.rels': relations(['officeDocument', 'word/document2.xml']),
    'word/_rels/document2.xml.rels': relations(['styles', 'styles2.xml'], ['numbering', 'numbering2.xml']),
    'word/document2.xml': documentOf([styled('Article', 'Term')]),
    'word/styles2.xml': styles,
    'word/numbering2.xml': numbering,
  });
  expect(text).toBe('Article I Term');
  expect(sections).toHaveLength(1);
});
