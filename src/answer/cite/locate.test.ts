import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold.ts';
import { locateQuote } from './locate.ts';

const source = [
  'Harbour Foods Ltd reported revenue of €12.4 million in 2023, up from €11.8 million in 2022.',
  'The board did not approve the merger, and no dividend was paid. Staff grew by 15 million hours of train-',
  'ing. “Growth”, she said, “is a diﬃcult friend.” The lessee shall pay the rent within 30 days of the',
  'invoice, unless the lessor agrees otherwise in writing. Café prices rose.',
].join('\n');

const spanOf = (quote: string, hint?: Parameters<typeof locateQuote>[2]) => {
  const location = locateQuote(source, quote, hint);
  return { ...location, span: source.slice(location.charStart, location.charEnd) };
};

describe('locateQuote', () => {
  it('finds an exact quote at its hint before an earlier place', () => {
    const text = 'Paid. Not paid. Paid.';
    expect(locateQuote(text, 'Paid.', { charStart: 16 }).charStart).toBe(16);
    expect(locateQuote(text, 'Paid.', { within: { start: 6, end: 21 } }).charStart).toBe(16);
    expect(locateQuote(text, 'Paid.', { charStart: 99 })).toMatchObject({ charStart: 0, located: 'exact' });
  });

  it.each([
    ['over a line break', 'pay the rent within 30 days of the invoice'],
    ['over a hyphen at a line end', 'hours of training'],
    ['with other quote marks', '"Growth", she said'],
    ['with ligatures spelled out', 'a difficult friend'],
    ['in another case', 'HARBOUR FOODS LTD REPORTED'],
    ['with a decomposed accent', 'Cafe\u0301 prices rose.'],
    ['in quote marks of its own', '"The board did not approve the merger"'],
    ['cut off with dots', 'Staff grew by 15 million hours...'],
  ])('finds a quote %s as normalised', (_, quote) => {
    const found = spanOf(quote);
    expect(found).toMatchObject({ located: 'normalised', similarity: 1 });
    expect(foldText(found.span).text.length).toBeGreaterThanOrEqual(quote.length - 5);
  });

  it('finds a quote with slips of the pen as fuzzy, and gives the words of the source', () => {
    const found = spanOf('The board did not aprove the merger and no divident was paid.');
    expect(found.located).toBe('fuzzy');
    expect(found.similarity).toBeGreaterThan(0.9);
    expect(found.span).toBe('The board did not approve the merger, and no dividend was paid.');
  });

  it.each([
    ['a changed number', 'Harbour Foods Ltd reported revenue of €12.5 million in 2023'],
    ['swapped numbers', 'revenue of €11.8 million in 2023, up from €12.4 million in 2022'],
    ['another currency', 'Harbour Foods Ltd reported revenue of $12.4 million in 2023'],
    ['a dropped negation', 'The board did approve the merger, and no dividend was paid.'],
    ['an added negation', 'The lessee shall not pay the rent within 30 days of the invoice'],
    ['another modal verb', 'The lessee may pay the rent within 30 days of the invoice'],
    ['the opposite direction', 'revenue of €12.4 million in 2023, down from €11.8 million in 2022'],
    [
      'a prefix that turns a word round',
      'unless the lessor disagrees otherwise in writing. Café prices rose',
    ],
    ['a part of a number', '5 million hours'],
    ['a part of a decimal', '4 million in 2023'],
    ['a part of a word', 'evenue of'],
    ['invented words', 'The company was founded by two sisters from Bergen.'],
    ['nothing', '  \n '],
  ])('does not verify a quote with %s', (_, quote) => {
    const found = spanOf(quote);
    expect(found.located).toBe('no');
    expect(found.span).toBe('');
  });

  it('does not take half of a surrogate pair, of a ligature or of an accented letter', () => {
    expect(locateQuote('a 😀 b', '\ud83d').located).toBe('no');
    expect(locateQuote('the oﬃce', 'the of').located).toBe('no');
    expect(locateQuote('un re\u0301sume\u0301', 'un re').located).toBe('no');
  });

  it('finds words of a script without spaces anywhere in a run', () => {
    expect(locateQuote('我们的年度报告已经发布。', '年度报告')).toMatchObject({
      charStart: 3,
      located: 'exact',
    });
  });

  it('stays within bounds on a megabyte and adversarial quotes', () => {
    const periodic = 'a'.repeat(1_000_000);
    const words = 'the cat sat on a mat and '.repeat(40_000);
    for (const quote of [
      `b${'a'.repeat(5_000)}`,
      `${'a'.repeat(5_000)} b`,
      'a'.repeat(400_000),
      'the mat '.repeat(3_000),
      'cat on mat the '.repeat(90),
      `${' '.repeat(200_000)}x`,
    ]) {
      expect(locateQuote(periodic, quote).located).toBe('no');
      expect(locateQuote(words, quote, { within: { start: 10, end: 900_000 } }).located).toBe('no');
    }
  });
});

/** Words that are no strict words, so that what a changed document loses is a plain word. */
const plainWord = fc.constantFrom(
  ...'harbour ledger invoice tenant cargo printing difficult office winter report quay notice supplier'.split(
    ' ',
  ),
);
const wordList = fc.array(
  fc.oneof(plainWord, fc.integer({ min: 2, max: 9_999 }).map(String), fc.constant('not')),
  {
    minLength: 12,
    maxLength: 60,
  },
);
const printed = (words: readonly string[], breaks: readonly number[]) =>
  words
    .map((word, index) => {
      const style = breaks[index % breaks.length] ?? 0;
      if (style === 1) return `${word}\n`;
      if (style === 2 && /^[a-z]{6,}$/.test(word)) return `${word.slice(0, 3)}-\n${word.slice(3)} `;
      if (style === 3) return `${word.replaceAll('ffi', 'ﬃ').replaceAll('fi', 'ﬁ')} `;
      return `${word} `;
    })
    .join('');
const style = fc.array(fc.nat(4), { minLength: 3, maxLength: 7 });
const slice = fc.tuple(fc.nat(50), fc.integer({ min: 4, max: 10 }));
const folded = (text: string) => foldText(text).text.trim();

describe('locateQuote, whatever the quote', () => {
  it('says exact only of the very characters, and otherwise gives an empty or a matching span', () => {
    fc.assert(
      fc.property(
        wordList,
        style,
        fc.array(fc.oneof(plainWord, fc.string()), { maxLength: 12 }),
        (words, breaks, parts) => {
          const text = printed(words, breaks);
          const quote = parts.join(' ');
          const { charStart, charEnd, located, similarity } = locateQuote(text, quote, {
            charStart: words.length,
          });
          const span = text.slice(charStart, charEnd);
          if (located === 'no') expect(span).toBe('');
          else if (located === 'exact') expect(span).toBe(quote);
          else if (located === 'normalised') expect(folded(quote)).toContain(folded(span));
          else expect(similarity).toBeGreaterThanOrEqual(0.9);
        },
      ),
    );
  });

  it('finds every run of words however it is printed', () => {
    fc.assert(
      fc.property(wordList, style, slice, (words, breaks, [at, count]) => {
        const start = Math.min(at, words.length - count);
        const quote = words.slice(start, start + count).join(' ');
        const text = printed(words, breaks);
        const found = locateQuote(text, quote);
        expect(['exact', 'normalised']).toContain(found.located);
        expect(folded(text.slice(found.charStart, found.charEnd))).toBe(folded(quote));
      }),
    );
  });

  it('never verifies a run of words with a changed number or a negation more', () => {
    fc.assert(
      fc.property(wordList, style, slice, fc.boolean(), (words, breaks, [at, count], negate) => {
        const start = Math.min(at, words.length - count);
        const run = words.slice(start, start + count);
        const middle = Math.floor(count / 2);
        run.splice(middle, negate ? 0 : 1, negate ? 'never' : '123456');
        expect(locateQuote(printed(words, breaks), run.join(' ')).located).toBe('no');
      }),
    );
  });

  it('gives a fuzzy match only the words of the source, with the same numbers and negations', () => {
    fc.assert(
      fc.property(wordList, style, slice, fc.nat(30), (words, breaks, [at, count], slip) => {
        const start = Math.min(at, words.length - count);
        const quote = words.slice(start, start + count).join(' ');
        const damaged = `${quote.slice(0, slip)}q${quote.slice(slip + 1)}`;
        const text = printed(words, breaks);
        const found = locateQuote(text, damaged);
        const strict = (value: string) => folded(value).match(/\d+|\bnot\b/g) ?? [];
        if (found.located === 'no') return;
        const span = text.slice(found.charStart, found.charEnd);
        expect(strict(span)).toEqual(strict(damaged));
        expect(folded(text)).toContain(folded(span));
      }),
    );
  });

  it('does not verify shuffled words of another order', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray('alpha bravo charlie delta echo foxtrot golf hotel india'.split(' '), {
          minLength: 9,
        }),
        (words) => {
          const text = 'alpha bravo charlie delta echo foxtrot golf hotel india';
          const found = locateQuote(text, words.join(' '));
          expect(found.located === 'exact').toBe(words.join(' ') === text);
          if (found.located !== 'exact') expect(found.located).toBe('no');
        },
      ),
    );
  });

  it.each([
    ['500 euros', 'It costs 1\u202f500 euros.'],
    ['2 cups', 'Take about 1/2 cups.'],
    ['value 10', 'The value 10² is right.'],
    ['for-profit firm', 'It is a not-for-profit firm.'],
    ['safe drug', 'It is an un\u00adsafe drug.'],
    ['safe drug', 'It is an un-\r\nsafe drug.'],
  ])('finds “%s” not in “%s”: it is a part of a word or number', (quote, text) => {
    expect(locateQuote(text, quote).located).toBe('no');
  });

  it('finds what stands behind a hyphen of its own', () => {
    expect(locateQuote('Hin- und Rückweg', 'und Rückweg').located).toBe('exact');
  });
});
