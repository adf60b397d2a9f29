import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { docxLoader } from '../docx.ts';

const names =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:v="urn:schemas-microsoft-com:vml"';
const limits = { maxBytes: 1e7, maxPages: 100, maxChars: 1e6 };

const run = (text: string, look = '') =>
  `<w:r>${look === '' ? '' : `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

async function textOf(...paragraphs: readonly string[]): Promise<string> {
  const body = paragraphs.map((content) => `<w:p>${content}</w:p>`).join('');
  const xml = `<w:document ${names}><w:body>${body}</w:body></w:document>`;
  const bytes = zipSync({ 'word/document.xml': strToU8(xml) });
  return (await docxLoader.load({ bytes, name: 'contract.docx', limits })).text;
}

const words = (text: string) => `<w:txbxContent><w:p>${run(text)}</w:p></w:txbxContent>`;
const shape = (content: string) => `<mc:Fallback><w:pict>${content}</w:pict></mc:Fallback>`;
const mark = (type: string, more = '') => `<w:r><w:fldChar w:fldCharType="${type}">${more}</w:fldChar></w:r>`;

it('has results of fields, and runs of another direction', async () => {
  const field = `<w:fldSimple w:instr=" IF x > 1 ">${run('4.2(a)')}</w:fldSimple><w:fldSimple w:instr="DATE"/>`;
  const turned = `<w:bdo w:val="rtl">${run(' bis')}</w:bdo><w:dir w:val="rtl">${run(' ter')}</w:dir>`;
  expect(await textOf(run('See clause ') + field + turned)).toBe('See clause 4.2(a) bis ter');
});

it('has no hidden text', async () => {
  const hidden = run(' (we would take 90)', '<w:b/><w:vanish/>');
  const shown =
    run(' euro', '<w:vanish w:val="0"/>') + run('.', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>');
  expect(await textOf(run('The price is 100') + hidden + shown)).toBe('The price is 100 euro.');
});

it('has text boxes once, also where programs that do not know them show a picture', async () => {
  const box = (text: string, old: string) =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${words(text)}</w:drawing></mc:Choice>${old}</mc:AlternateContent></w:r>`;
  const old = shape(`<v:shape><v:textbox>${words('one')}</v:textbox></v:shape>`);
  expect(await textOf(box('one', old), box('two', shape('')), box('three', ''))).toBe('one\n\ntwo\n\nthree');
});

it('shows which boxes of a form are ticked', async () => {
  const control = `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('☒')}</w:sdtContent></w:sdt>`;
  const data = '<w:ffData><w:checkBox><w:default w:val="0"/></w:checkBox></w:ffData>';
  const old = `${mark('begin', data)}<w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r>${mark('end')}`;
  expect(await textOf(control + run(' Yes ') + old + run(' No'))).toBe('☒ Yes ☐ No');
});
