import { expect, it } from 'vitest';
import { readHtml } from '../html.ts';
import { checkInvariants } from '../../invariants.testing.ts';

const words =
  '<p>The holders of a majority of the shares are a quorum for all that the meeting decides.</p>'.repeat(3);

async function outlineOf(body: string): Promise<string[]> {
  const document = await readHtml(`<!doctype html><body>${body}</body>`);
  checkInvariants(document);
  return document.sections.map(({ level, heading }) => `${level} ${heading}`);
}

it.each([
  ['bold by a tag', '<p><b>Quorum</b></p>'],
  ['bold by a style', '<div><span style="color:red;font-weight: 700">Quorum</span></div>'],
  ['bold by the short form', '<p style="font:bold 12pt Times">Quorum</p>'],
  ['underlined', '<p><u>Quorum</u></p>'],
  ['larger', '<p><font size="+2">Quorum</font></p>'],
  ['larger by a style', '<p><span style="font-size:14pt">Quorum</span></p>'],
  ['in italics', '<p><i>Quorum</i></p>'],
])('takes a block that is %s for a heading', async (_, heading) => {
  expect(await outlineOf(words + heading + words)).toEqual(['1 Quorum']);
});

it('takes capitals in the middle of the page for a heading', async () => {
  expect(await outlineOf(`${words}<center>QUORUM</center>${words}<p>SHARES</p>${words}`)).toEqual([
    '1 QUORUM',
  ]);
});

it.each([
  ['set like the text', '<p>Quorum</p>'],
  ['bold in part', '<p><b>Quorum.</b> The holders of a majority.</p>'],
  ['a sentence', '<p><b>We may never make a profit.</b></p>'],
  ['a sentence in Chinese', '<p><b>逾期付款的违约金为合同总价的百分之十。</b></p>'],
  ['a sentence in Hebrew', '<p><b>הקנס הוא עשרה אחוזים ממחיר החוזה.</b></p>'],
  ['an item', '<ul><li><b>Quorum</b></li></ul>'],
  ['a label', '<p><b>Name:</b></p>'],
  ['an entry of contents', '<p><b><a href="#q">Quorum</a></b></p>'],
  ['a cell beside others', '<table><tr><td><b>Yes</b></td><td><b>No</b></td></tr></table>'],
  ['one of several lines set alike', '<p><b>Ada Low</b></p><p><b>Ben Moe</b></p><p><b>Cy Nye</b></p>'],
])('leaves alone what is %s', async (_, block) => {
  expect(await outlineOf(`${words}${block}<a name="q"></a>${words}`)).toEqual([]);
});

it('leaves what ends the page alone', async () => {
  expect(await outlineOf(`${words}<p><b>Ada Low</b></p>`)).toEqual([]);
});

it('leaves a page alone that marks its headings', async () => {
  expect(await outlineOf(`<h2>Meetings</h2>${words}<p><b>Quorum</b></p>${words}`)).toEqual(['2 Meetings']);
});

it('keeps a link back to the contents in a heading', async () => {
  const body = `<a name="toc"></a>${words}<p><b><a href="#toc">Quorum</a></b></p>${words}`;
  expect(await outlineOf(body)).toEqual(['1 Quorum']);
});

it('joins a number with its title, beside it or below', async () => {
  const item = '<table><tr><td><b>Item 1.</b></td><td><b>Business</b></td></tr></table>';
  const article = '<p align=center><b>ARTICLE II</b></p><p align=center><b>OFFICERS</b></p>';
  expect(await outlineOf(words + item + words + article + words)).toEqual([
    '1 Item 1. Business',
    '1 ARTICLE II OFFICERS',
  ]);
});

it('has the nearest id before it for its anchor', async () => {
  const { sections } = await readHtml(`${words}<div id="q"></div><p><b>Quorum</b></p>${words}`);
  expect(sections.map(({ anchor }) => anchor)).toEqual(['q']);
});

it.each([
  [
    'a reply above a page',
    '<p>Yes, we accept it.</p><hr><html><body><p>Dear Bob</p></body></html>',
    'Yes, we accept it.',
  ],
  ['a tag in a sentence', 'Use <b>tags</b>. <p>Every page begins with <html> and ends so.', 'Use tags.'],
  ['a comment', 'First.<!-- an <html> page --><p>Second.</p>', 'First.'],
])('keeps text that stands before a page: %s', async (_, page, first) => {
  const { text } = await readHtml(page);
  expect(text.startsWith(first)).toBe(true);
});
