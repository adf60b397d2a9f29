import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../invariants.testing.ts';
import { readPlainText } from './text.ts';
import { textLoader } from './text-loader.ts';

const blocksOf = (text: string) =>
  readPlainText(text).blocks.map(({ kind, charStart, charEnd }) => [kind, text.slice(charStart, charEnd)]);
const headingsOf = (text: string) =>
  readPlainText(text).sections.map(({ heading, level }) => [heading, level]);

describe('blocks', () => {
  it('are paragraphs between blank lines', () => {
    expect(blocksOf('  One\ntwo  \n \n\nThree\n')).toEqual([
      ['text', 'One\ntwo'],
      ['text', 'Three'],
    ]);
  });

  it('set lists apart from the sentence before', () => {
    expect(blocksOf('We need:\n- salt\n  from the sea\n- oil\n\n* one more')).toEqual([
      ['text', 'We need:'],
      ['list', '- salt\n  from the sea\n- oil'],
      ['list', '* one more'],
    ]);
  });

  it('take a wrapped dash for no list', () => {
    expect(blocksOf('Something\n- an aside -\nhappened.')).toEqual([
      ['text', 'Something\n- an aside -\nhappened.'],
    ]);
  });

  it('are lines where lines are not wrapped', () => {
    const long = 'word '.repeat(50).trim();
    expect(blocksOf(`Short.\n${long}\n${long}`)).toEqual([
      ['text', 'Short.'],
      ['text', long],
      ['text', long],
    ]);
  });
});

describe('sections', () => {
  it('begin at numbered lines with text below', () => {
    expect(headingsOf('1. Definitions\n\nWords mean things.\n\n2. Term\n\n2.1 Start\n\nAt once.\n')).toEqual([
      ['1. Definitions', 1],
      ['2. Term', 1],
      ['2.1 Start', 2],
    ]);
  });

  it('begin at divisions and capitals, with numbers below them', () => {
    expect(headingsOf('ARTICLE IV\n\nText.\n\n1. Scope\n\nText.\n\nGENERAL PROVISIONS\n\nText.')).toEqual([
      ['ARTICLE IV', 1],
      ['1. Scope', 2],
      ['GENERAL PROVISIONS', 1],
    ]);
  });

  it('begin at divisions that no blank line sets apart, in several languages', () => {
    const french = 'Article 4 – Animaux\nLes chiens sont tenus en laisse.\nArticle 5 – Bruit\nPas de bruit.';
    expect(headingsOf(french)).toEqual([
      ['Article 4 – Animaux', 1],
      ['Article 5 – Bruit', 1],
    ]);
    const german = '§ 5 Urlaub\nDer Urlaub beträgt 30 Tage.\n\n§ 6a Kündigung\n\nDie Frist ist lang.';
    expect(headingsOf(german).map(([heading]) => heading)).toEqual(['§ 5 Urlaub', '§ 6a Kündigung']);
  });

  it.each([
    ['a division that a wrapped line begins with', 'As it is said in\nArticle 5 Paragraph 2\nof the law.'],
    ['lists of short lines', '1. Apples\n\n2. Pears\n\n3. Plums\n'],
    ['sentences', '1. The tenant pays.\n\nText.\n\nStop!\n\nText.'],
    ['long lines', `1. ${'Word '.repeat(30)}\n\nText.`],
    ['words that only sound like divisions', 'Part of the text\n\nText.\n\nArticle I wrote\n\nText.'],
    ['capitals at the end', 'Text.\n\nTHE END'],
    ['amounts', '2,000 Dollars\n\nText.\n\n$ 3.5 M\n\nText.'],
    ['CJK lines', '第一章\n\n文本'],
  ])('do not begin at %s', (_, text) => {
    expect(headingsOf(text)).toEqual([]);
  });

  it('do not begin at capitals in a sentence that goes on below', () => {
    const text = 'Made between the Board, hereinafter the party\n\nOF THE FIRST PART\n\nand the Mill.';
    expect(headingsOf(text)).toEqual([]);
  });

  it.each([
    ['the sentence above ends', 'It is so.\n\nOTHER RULES\n\nand more of them.'],
    ['nothing is above', 'LEASE OF LAND\n\nbetween A and B.'],
    ['a sentence begins below', 'Words without an end\n\nOTHER RULES\n\nThey hold.'],
  ])('begin at capitals where %s', (_, text) => expect(headingsOf(text)).toHaveLength(1));

  it('make their lines heading blocks', () => {
    expect(blocksOf('1. Definitions\n\nWords.')).toEqual([
      ['heading', '1. Definitions'],
      ['text', 'Words.'],
    ]);
  });
});

describe('pages', () => {
  it('end at form feeds', () => {
    const text = 'one\n\ftwo\f\fthree\f';
    const { pages } = readPlainText(text);
    expect(pages.map(({ number, charStart, charEnd }) => [number, text.slice(charStart, charEnd)])).toEqual([
      [1, 'one\n\f'],
      [2, 'two\f'],
      [3, '\f'],
      [4, 'three\f'],
    ]);
  });

  it('are none without form feeds', () => {
    expect(readPlainText('one').pages).toEqual([]);
  });
});

describe('textLoader', () => {
  it('keeps the decoded text verbatim', async () => {
    const bytes = new Uint8Array(Buffer.from(' Caf\xe9\r\n\r\n x ', 'latin1'));
    const document = await textLoader.load({
      bytes,
      name: 'x',
      limits: { maxBytes: 99, maxPages: 9, maxChars: 99 },
    });
    expect(document.text).toBe(' Café\n\n x ');
  });

  it('reads one line of five million characters and a million blank lines', () => {
    expect(readPlainText('word '.repeat(1_000_000)).blocks).toHaveLength(1);
    expect(readPlainText(`a${'\n'.repeat(1_000_000)}b`).blocks).toHaveLength(2);
  });

  it('keeps every promise for any text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\n',
        '\n\n',
        '\f',
        '1. Scope',
        '- item\n',
        'SOME WORDS',
        ' ',
        '\u00a0',
        'ARTICLE I\n\n',
        'NAME\n  text',
        '\n----\n',
        '\n*  Four  *\n*  ====  *\n',
        'text',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        checkInvariants(readPlainText(pieces.join('')));
      }),
    );
  });
});
