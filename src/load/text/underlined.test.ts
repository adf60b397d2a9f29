import { describe, expect, it } from 'vitest';
import { readPlainText } from './text.ts';
import { underlinedTitle } from './underlined.ts';

const headingsOf = (text: string) =>
  readPlainText(text).sections.map(({ heading, level }) => [heading, level]);

describe('underlinedTitle', () => {
  it.each([
    ['Rivers\n------', { title: 'Rivers', style: '-' }],
    ['  What is a river?\n  ================', { title: 'What is a river?', style: '=' }],
    ['=======\nRivers\n=======', { title: 'Rivers', style: '==' }],
    ['*  6. Rivers   *\n*  ---------   *', { title: '6. Rivers', style: '-' }],
  ])('reads %j', (block, expected) => expect(underlinedTitle(block)).toEqual(expected));

  it.each([
    ['a rule across the page', `Yours, Ann\n${'-'.repeat(70)}`],
    ['a rule that is much shorter', 'These are the words of the last line.\n---'],
    ['a rule of two kinds', 'Rivers\n-=-=-='],
    ['the head of a table', 'Name      River\n---------------'],
    ['two lines', 'All rivers\nof the land\n-----------'],
    ['a rule alone', '------\n------'],
  ])('takes %s for none', (_, block) => expect(underlinedTitle(block)).toBeUndefined());
});

describe('sections', () => {
  it('begin at titles with a rule under them, which rank by its kind', () => {
    const text =
      'On Rivers\n=========\n\nText.\n\nSources\n-------\nText.\n\nSprings?\n~~~~~~~~\n\nText.\n\nMouths\n------\n\nText.';
    expect(headingsOf(text)).toEqual([
      ['On Rivers', 1],
      ['Sources', 2],
      ['Springs?', 3],
      ['Mouths', 2],
    ]);
  });

  it('rank those with numbers by these, with lines that have no rule below them', () => {
    const text =
      'Licence\n=======\n\n1. Scope\n--------\n\n1.1. Grants\n\nYou may.\n\n2. Term\n-------\n\nText.\n\nExhibit A\n---------\n\nText.';
    expect(headingsOf(text)).toEqual([
      ['Licence', 1],
      ['1. Scope', 2],
      ['1.1. Grants', 3],
      ['2. Term', 2],
      ['Exhibit A', 2],
    ]);
  });

  it('begin in the midst of a box', () => {
    const box = '*'.repeat(30);
    const text = `Text.\n\n${box}\n*  6. Warranty              *\n*  -----------              *\n*                           *\n*  There is none, whatever  *\n*  was said.                *\n${box}\n\nText.`;
    expect(headingsOf(text)).toEqual([['6. Warranty', 1]]);
  });

  it('do not begin at steps between titles with rules', () => {
    const text =
      'Setup\n-----\n\n1. Open the cover\n\nIt is at the top.\n\n3. Close the cover\n\nGently.\n\nUse\n---\n\nText.';
    expect(headingsOf(text)).toEqual([
      ['Setup', 1],
      ['Use', 1],
    ]);
  });

  it('begin at numbers below a long rule', () => {
    const rule = '='.repeat(60);
    expect(headingsOf(`${rule}\n1. Start\n\nText.\n\n${rule}\n2. End\n\nText.`)).toEqual([
      ['1. Start', 1],
      ['2. End', 1],
    ]);
  });

  it.each([
    ['signatures of mails', 'See you.\n\n-- \nAnn Lee\nRiver Board\n'],
    ['ruled tables', 'River      Length\n-----------------\nMur        464\n-----------------\n\nText.'],
    ['rules between parts', `Text ends here.\n\n${'-'.repeat(40)}\n\nText.\n\n* * *\n\nText.`],
    ['the last line of a paragraph', 'This is said of rivers\nand of lakes\n------------\n\nText.'],
  ])('do not begin at %s', (_, text) => expect(headingsOf(text)).toEqual([]));

  it('make the title and its rules one block', () => {
    const text = 'Text.\n\n======\nRivers\n======\nThey flow.';
    const [, heading] = readPlainText(text).blocks;
    expect(heading).toEqual({ kind: 'heading', charStart: 7, charEnd: 27 });
  });
});
