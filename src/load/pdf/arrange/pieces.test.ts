import { describe, expect, it } from 'vitest';
import { cutPieces, textOf } from './pieces.ts';
import { rowText } from '../rows.ts';
import { line, lines } from '../synthetic.testing.ts';
import type { Word } from '../words.ts';

const full = 'this line is filled with words up to the right margin now';

function cut(words: readonly Word[]): [string, string[]][] {
  return cutPieces(words, 0).map((piece) => [piece.kind, piece.rows.map(rowText)]);
}

const row = (label: string, y: number): Word[] => [
  ...line(label, [50, y]),
  ...line('1,234', [250, y]),
  ...line('5', [330, y]),
];

const entry = (title: string, y: number): Word[] => [...line(title, [50, y]), ...line('7', [330, y])];

/** Double-spaced. */
const set = (texts: readonly string[], [x, top]: readonly [number, number]) =>
  texts.flatMap((text, index) => line(text, [x, top + index * 24]));

describe('cutPieces', () => {
  it('ends a paragraph at a wider gap', () => {
    expect(cut([...lines([full, full], [50, 100]), ...lines([full, full], [50, 136])])).toEqual([
      ['text', [full, full]],
      ['text', [full, full]],
    ]);
  });

  it('keeps a sentence together of which a line is bold, and parts a bold title from what follows', () => {
    const bold = [...line('you are bound by it.', [50, 112], { bold: true })];
    expect(cut([...line(full, [50, 100]), ...bold])).toHaveLength(1);
    expect(cut([...line('A title', [50, 100], { bold: true }), ...line(full, [50, 112])])).toHaveLength(2);
  });

  it('goes on at the margin with a sentence that began beside a sign', () => {
    const indented = [80, 100] as const;
    const beside = [
      'lines beside a sign have less room than all of',
      'those below it and break off in sentences whose',
    ];
    const end = 'last words stand at the margin again, below the sign and on';
    expect(cut([...lines(beside, indented), ...line(end, [50, 124])])).toEqual([['text', [...beside, end]]]);
    const next = 'Apart from these words, the sentence is one of its own now';
    expect(cut([...lines(beside, indented), ...line(next, [50, 124])])).toHaveLength(2);
  });

  it('keeps the lines of a narrow block of text together, and parts those of an address', () => {
    const wide = line(full, [50, 100]);
    const text = ['the box tells what may harm', 'the boards when they are not', 'kept in their wrapping'];
    expect(cut([...wide, ...lines(text, [50, 140])])).toEqual([
      ['text', [full]],
      ['text', text],
    ]);
    const address = ['Technology International', '41 Hundred Business Park', 'Swindon'];
    expect(cut([...wide, ...lines(address, [50, 140])])).toHaveLength(4);
  });

  it('keeps an item together whose first line alone is indented', () => {
    const item = '(c) an amount of five million first above fifty';
    const rest = ['($50,000,000) in a year, to be paid within sixty days of it and', 'not later.'];
    const next = line('(d) an amount of ten million', [120, 136]);
    expect(cut([...line(item, [120, 100]), ...lines(rest, [50, 112]), ...next])).toEqual([
      ['list', [item, ...rest]],
      ['list', ['(d) an amount of ten million']],
    ]);
    const short = line('(c) an amount of five million', [120, 100]);
    expect(cut([...short, ...lines(rest, [50, 112])])).toHaveLength(2);
  });

  describe('of double-spaced lines', () => {
    it('keeps them together, and parts paragraphs by indents and by lines that end early', () => {
      const first = 'this line begins with a space of its own and is full';
      const words = [
        ...set([full, full, 'ends here.'], [50, 100]),
        ...set([first], [75, 172]),
        ...set([full, full], [50, 196]),
      ];
      expect(cut(words)).toEqual([
        ['text', [full, full, 'ends here.']],
        ['text', [first, full, full]],
      ]);
      const flush = set([full, full, 'ends here.', full, full], [50, 100]);
      expect(cut(flush).map(([, rows]) => rows.length)).toEqual([3, 2]);
    });

    it('parts a title in the middle from the lines below it', () => {
      const words = [...line('ARGUMENT', [180, 76]), ...set([full, full, full], [50, 100])];
      expect(cut(words)).toEqual([
        ['text', ['ARGUMENT']],
        ['text', [full, full, full]],
      ]);
    });

    it('does not take the gaps between short paragraphs for them', () => {
      const words = [100, 136, 172].flatMap((top) => lines([full, full], [50, top]));
      expect(cut(words).map(([, rows]) => rows.length)).toEqual([2, 2, 2]);
    });
  });

  it('begins a paragraph at an indented line and keeps the lines below with it', () => {
    const first = 'this line begins with a space of its own and is full';
    const words = [...lines([full, full], [50, 100]), ...line(first, [65, 124]), ...lines([full], [50, 136])];
    expect(cut(words)).toEqual([
      ['text', [full, full]],
      ['text', [first, full]],
    ]);
  });

  it('begins a paragraph at an indented line below an indented one that is a paragraph by itself', () => {
    const [alone, first] = [
      'this line is a paragraph of its own, ends here.',
      'and this line begins the next one, as it is set a little',
    ];
    const words = (text: string) => [...lines([text, first], [65, 100]), ...lines([full], [50, 124])];
    expect(cut(words(alone))).toEqual([
      ['text', [alone]],
      ['text', [first, full]],
    ]);
    expect(cut(words(alone.replace('.', '。')))).toHaveLength(2);
    expect(cut(words(alone.replace('.', ' as')))[0]).toEqual([
      'text',
      [alone.replace('.', ' as'), first, full],
    ]);
  });

  it('keeps a bold caption together in which a variable is not bold', () => {
    const bold = { bold: true };
    const caption = [
      ...line('The number of ships. Note that', [50, 100], bold),
      ...line('x', [190, 100]),
      ...line('ends at about ninety', [198, 100], bold),
      ...line('Ships (harbour)', [50, 112], bold),
    ];
    expect(cut(caption)).toHaveLength(1);
  });

  it('keeps a title together that has a word in another weight', () => {
    const large = { size: 16, bold: true };
    const words = [
      ...line('the', [50, 60], { size: 16 }),
      ...line('mill of the harbour', [90, 60], large),
      ...line('and its boats', [50, 80], large),
      ...lines([full, full, full], [50, 110]),
    ];
    expect(textOf(cutPieces(words, 0)[0]!)).toBe('the mill of the harbour and its boats');
  });

  it('parts a title that is hardly larger from text that is as bold', () => {
    const bold = { bold: true };
    const text = lines([full, full], [50, 116], bold);
    const cutBelow = (title: string) => cut([...line(title, [50, 100], { ...bold, size: 11 }), ...text]);
    expect(cutBelow('Articles of the harbour')).toHaveLength(2);
    expect(cutBelow('the harbour goes on with words of the sentence in')).toHaveLength(1);
    expect(cutBelow('the harbour goes on with words of the')).toHaveLength(1);
    const sign = line('*', [300, 116], { ...bold, size: 11.5 });
    expect(cut([...text, ...sign])).toHaveLength(1);
  });

  it('keeps a paragraph together whose first line is larger', () => {
    const above = line('Oslo. The mayor has met this week with all', [50, 100], { size: 11 });
    const text = lines(['Members of the council and of the harbour to speak of it', full], [50, 112]);
    expect(cut([...above, ...text])).toHaveLength(1);
    const title = line('ITEM 2. WHAT THE BOARD HAS MET ON THIS WEEK', [50, 100], { size: 11 });
    expect(cut([...title, ...text])).toHaveLength(2);
  });

  it('parts a line of another size or weight', () => {
    const words = [...line('Results', [50, 100], { bold: true }), ...lines([full, full], [50, 112])];
    expect(cut(words).map(([, rows]) => rows[0])).toEqual(['Results', full]);
  });

  it('makes each list item a piece with its hanging lines', () => {
    const words = [
      ...line('• first point', [50, 100]),
      ...line('hangs below', [60, 112]),
      ...line('• second point', [50, 124]),
      ...line('(b) third point', [50, 136]),
    ];
    expect(cut(words)).toEqual([
      ['list', ['• first point', 'hangs below']],
      ['list', ['• second point']],
      ['list', ['(b) third point']],
    ]);
  });

  it('keeps an item together whose bullet is larger than its words', () => {
    const bullet = line('•', [50, 100], { size: 13 });
    const words = [...bullet, ...lines([full.slice(5), 'which hangs below it'], [62, 100])];
    expect(cut(words)).toEqual([['list', [`• ${full.slice(5)}`, 'which hangs below it']]]);
  });

  it('keeps the text of an item together that is indented below its first line', () => {
    const words = [
      ...line('• Run never.', [50, 100]),
      ...lines(['Children of less than five years need a parent at all', 'times.'], [74, 112]),
      ...line('• Dive never.', [50, 136]),
      ...line('Jump from the side that is marked with two red lines', [74, 148]),
      ...line('• Eat never.', [50, 160]),
    ];
    expect(cut(words)).toHaveLength(3);
  });

  it('goes on with an item at the margin where it breaks off in a sentence, and its next word had no room', () => {
    const item = '(2) steps that nobody has labelled so may';
    const rest = 'notwithstanding be deviated from in any way that serves';
    const words = [...line(`${full}:`, [50, 100]), ...line(item, [62, 112]), ...line(rest, [50, 124])];
    const [, ...pieces] = cut(words);
    expect(pieces).toEqual([['list', [item, rest]]]);
    const ended = cut(words.map((word) => (word.text === 'may' ? { ...word, text: 'may.' } : word)));
    expect(ended.slice(1)).toEqual([
      ['list', [`${item}.`]],
      ['text', [rest]],
    ]);
  });

  it('keeps rows with cells in a table, with the short labels between them', () => {
    const words = [
      ...row('Revenue', 100),
      ...line('Costs:', [50, 112]),
      ...row('Materials', 124),
      ...lines([full, full], [50, 160]),
    ];
    expect(cut(words)).toEqual([
      ['table', ['Revenue 1,234 5', 'Costs:', 'Materials 1,234 5']],
      ['text', [full, full]],
    ]);
  });

  it('keeps a full first line and the hanging lines of a note together', () => {
    const words = [
      ...line(`1 ${full.slice(5)}`, [50, 100]),
      ...lines(['hangs below it and is about as long as the line over it', 'and ends'], [62, 112]),
    ];
    expect(cut(words)).toHaveLength(1);
  });

  it('keeps the hanging line of a sentence whose first word had no room above it', () => {
    const above = 'o this line ends some letters before the margin';
    const below = (text: string) => [
      ...line(above, [50, 100]),
      ...line(text, [62, 112]),
      ...line(full, [62, 124]),
    ];
    expect(cut(below('consequence of the length of the next word in it'))).toHaveLength(1);
    expect(cut(below('Consequences are told of in this line of words'))).toHaveLength(2);
  });

  it('makes a caption a piece of its own, but not a mention of a figure within a sentence', () => {
    const caption = 'Table 4. The board in the year';
    const sentence = full.replace('margin now', 'margin of');
    expect(cut(lines([`${full}.`, caption], [50, 100]))).toHaveLength(2);
    expect(cut(lines([sentence, 'figure 1. The rest follows'], [50, 100]))).toHaveLength(1);
  });

  it('keeps lines of a table of contents apart', () => {
    const words = [...entry('Where to write', 100), ...entry('The river and its people', 112)];
    expect(cut(words)).toEqual([['table', ['Where to write 7', 'The river and its people 7']]]);
  });

  it('does not take a number at the start of a wrapped line for a list item', () => {
    const wrapped = 'this sentence is going to refer to what is said in section';
    expect(cut([...line(wrapped, [50, 100]), ...line('2. of the agreement', [50, 112])])).toHaveLength(1);
  });
});
