import { describe, expect, it } from 'vitest';
import { charactersToWords, lineHyphen, type Characters, type CharacterStyle } from './words.ts';

const page = { width: 600, height: 800 };
const plain: CharacterStyle = { size: 10, bold: false, turn: 0, baseline: 100, ascent: 0.7, descent: 0.2 };

/** Characters of 5 points each from x = 0; a number moves on by so many points. */
function characters(
  parts: readonly (string | number)[],
  styles: readonly CharacterStyle[] = [plain],
): Characters {
  const codes: number[] = [];
  const boxes: number[] = [];
  let x = 0;
  for (const part of parts) {
    if (typeof part === 'number') x += part;
    else
      for (const character of part) {
        codes.push(character.codePointAt(0)!);
        boxes.push(x, 92, x + 5, 103);
        x += 5;
      }
  }
  return {
    count: codes.length,
    codes: Int32Array.from(codes),
    boxes: Float32Array.from(boxes),
    guessed: new Uint8Array(codes.length),
    style: new Int32Array(codes.length),
    styles,
  };
}

function texts(parts: readonly (string | number)[]): string[] {
  return charactersToWords(characters(parts), page).map((word) => word.text);
}

/** The words of a text in which one character is drawn over another. */
function overlaid(text: string, accent: number, letter: number): string[] {
  const set = characters([text]);
  set.boxes.copyWithin(accent * 4, letter * 4, letter * 4 + 4);
  return charactersToWords(set, page).map((word) => word.text);
}

/** The words of a text whose characters are as wide as they are high. */
function wide(text: string): string[] {
  const set = characters([text]);
  for (let at = 0; at < set.boxes.length; at += 4) set.boxes.set([at * 2.5, 92, at * 2.5 + 10, 103], at);
  return charactersToWords(set, page).map((word) => word.text);
}

describe('charactersToWords', () => {
  it('splits at white space and at gaps wider than a word space', () => {
    expect(texts(['net\u00a0income', 1, 's', 20, '12'])).toEqual(['net', 'incomes', '12']);
  });

  it('sets the letters of a ligature beside each other, which all are said to stand where it begins', () => {
    const set = characters(['de', 'f', 'ine']);
    // The glyph `fi` is 5 + 5 points wide, as its letters are.
    set.boxes.copyWithin(3 * 4, 2 * 4, 3 * 4);
    expect(charactersToWords(set, page)).toMatchObject([{ text: 'define', x0: 0, x1: 30 }]);
  });

  it('ends no word at the end of a line that is seen between letters that touch', () => {
    expect(texts(['Fer', '\r\n', -10, 'tility ', '\r\n', 'rate', '\r\n', 20, '5'])).toEqual([
      'Fertility',
      'rate',
      '5',
    ]);
  });

  it('parts words at narrow gaps that no space was seen in, and keeps spaced letters together', () => {
    expect(texts(['to invest', 2, 'in that,', 2, 'by', 2, 'FY'])).toEqual([
      'to',
      'invest',
      'in',
      'that,',
      'by',
      'FY',
    ]);
    expect(texts(['a', 3, 'r', 3, 't', 3, 'i', 3, 'c', 3, 'l', 3, 'e', ' 1', 2, '000'])).toEqual([
      'article',
      '1000',
    ]);
  });

  it('gives a word the advance of its characters and the height of its font', () => {
    const [word] = charactersToWords(characters([10, 'abc']), page);
    expect(word).toMatchObject({ x0: 10, x1: 25, y0: 93, y1: 102, baseline: 100 });
  });

  it('gives lam-alef, one glyph, its letters in order', () => {
    const page1 = characters(['ح', 'ا', 'ل']);
    page1.boxes.copyWithin(8, 4, 8);
    expect(charactersToWords(page1, page).map(({ text }) => text)).toEqual(['حلا']);
    expect(texts(['حال'])).toEqual(['حال']);
  });

  it('makes one of a letter and the accent over it, wherever the file draws the accent', () => {
    expect(overlaid('Tamb´em', 4, 5)).toEqual(['Também']);
    expect(overlaid('ac¸ao', 2, 1)).toEqual(['açao']);
    expect(overlaid('dispon´ıvel', 6, 7)).toEqual(['disponível']);
    expect(overlaid('Kuttler, ¨ and', 9, 1)).toEqual(['Küttler,', 'and']);
    const rest = 'vietato '.repeat(20);
    expect(overlaid(`E ${rest}\``, rest.length + 2, 0).slice(0, 2)).toEqual(['È', 'vietato']);
  });

  it('keeps an accent that stands beside letters, or over what has no such accent', () => {
    expect(texts(['a´e `ls` ´ x'])).toEqual(['a´e', '`ls`', '´', 'x']);
    expect(overlaid('´+1', 0, 1)).toEqual(['´+1']);
  });

  it('reads modifier letters that are as wide as high as the full-width forms that they stand for', () => {
    expect(wide('˄红˅˖ˈ˗˛')).toEqual(['（', '红', '）', '：', '，', '；', '？']);
    expect(wide('ˇˊ')).toEqual(['ˇˊ']);
    expect(texts(['x˄2'])).toEqual(['x˄2']);
  });

  it('makes each CJK character a word that joins the one before', () => {
    const words = charactersToWords(characters(['日本A4 語']), page);
    expect(words.map(({ text, joined }) => [text, joined])).toEqual([
      ['日', false],
      ['本', true],
      ['A4', true],
      ['語', false],
    ]);
  });

  it('spells ligatures out and drops control characters', () => {
    expect(texts(['o\ufb03ce\u0007s'])).toEqual(['offices']);
  });

  it('ends a word at the hyphen of a line end', () => {
    expect(texts([`exam${String.fromCharCode(lineHyphen)}ple`])).toEqual(['exam-', 'ple']);
  });

  it('splits where the line changes', () => {
    const two = characters(['abcd'], [plain, { ...plain, baseline: 112 }]);
    two.style.set([0, 0, 1, 1]);
    expect(charactersToWords(two, page).map((word) => word.text)).toEqual(['ab', 'cd']);
  });

  it('lays turned text out in its own frame', () => {
    const turned = characters(['ab'], [{ ...plain, turn: 1, baseline: 500 }]);
    turned.boxes.set([98, 10, 108, 15, 98, 15, 108, 20]);
    expect(charactersToWords(turned, page)).toMatchObject([{ text: 'ab', x0: 10, x1: 20, y0: 493, y1: 502 }]);
  });

  describe('of superscripts', () => {
    const raised = { ...plain, size: 6, baseline: 96.5 };
    const lowered = { ...raised, baseline: 101.5 };
    const wordsIn = (parts: readonly (string | number)[], styles: readonly number[]) => {
      const made = characters(parts, [plain, raised, lowered]);
      made.style.set(styles);
      return charactersToWords(made, page).map(({ text }) => text);
    };

    it('writes numbers with raised digits, so that they are part of no number', () => {
      expect(wordsIn(['85.2 on'], [0, 0, 0, 1])).toEqual(['85.²', 'on']);
      expect(wordsIn(['10−5 m'], [0, 0, 1, 1])).toEqual(['10⁻⁵', 'm']);
      expect(wordsIn(['12The'], [1, 1])).toEqual(['¹²The']);
      expect(wordsIn(['85. ', -2, '2 on'], [0, 0, 0, 0, 1])).toEqual(['85.', '²', 'on']);
    });

    it('leaves letters, brackets, fractions and what is lowered', () => {
      expect(wordsIn(['1st of'], [0, 1, 1])).toEqual(['1st', 'of']);
      expect(wordsIn(['net(1)'], [0, 0, 0, 1, 1, 1])).toEqual(['net(1)']);
      expect(wordsIn(['1/2 cup'], [1, 0, 0])).toEqual(['1/2', 'cup']);
      expect(wordsIn(['CO2 in'], [0, 0, 2])).toEqual(['CO2', 'in']);
    });

    it('leaves small words that stand apart', () => {
      expect(wordsIn(['85', 20, '2'], [0, 0, 1])).toEqual(['85', '2']);
    });
  });
});
