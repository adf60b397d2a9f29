import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from './sentences.ts';

const sentencesOf = (text: string, language?: string) =>
  splitSentences(text, language).map(({ start, end }) => text.slice(start, end));

/** Sentences are joined by ` ¶ `; the text is the same with spaces. */
const cases: [fact: string, expected: string, language?: string][] = [
  ['plain sentences', 'It works. ¶ It does! ¶ Does it? ¶ Yes.'],
  ['titles', 'Mr. Smith met Dr. Jones and Mrs. Brown. ¶ They spoke.'],
  ['companies', 'Apple Inc. Reports came late. ¶ Foo Corp. and Bar Ltd. merged.'],
  ['a company at the end of a sentence', 'It was sold to Foo Inc. ¶ The price was high.'],
  ['number signs', 'See No. 5 and Art. 7 of it. ¶ The rest is in Sec. 4 below.'],
  [
    'numbers of what is abbreviated in any way',
    'It was filed. ¶ Doc. 1. ¶ More had been filed. ¶ Docs. 18079, 18128. ¶ They live in Rome. ¶ 12 people do.',
  ],
  ['the word no', 'He said no. ¶ They left.'],
  ['e.g. and i.e.', 'Use tools, e.g. Hammers, i.e. Heavy ones. ¶ Then stop.'],
  ['et al.', 'As Smith et al. (2019) and Lee et al. Found it. ¶ We agree.'],
  ['figures', 'It rises (Fig. 3) as in Figs. 4 and Eq. 2. ¶ Later it falls.'],
  ['approx.', 'It costs approx. EUR 5 a day. ¶ That is fair.'],
  ['U.S. before a name', 'The U.S. Department of State said so. ¶ It was clear.'],
  ['U.S. at the end of a sentence', 'He lives in the U.S. ¶ The house is small.'],
  ['initials', 'J. R. R. Tolkien and John F. Kennedy never met. ¶ Pity.'],
  ['a letter at the end of a sentence', 'Take vitamin C. ¶ The dose is small.'],
  ['times of day', 'Doors open at 7 p.m. Monday. ¶ We close at 9 p.m. ¶ The bar stays.'],
  ['degrees', 'Jane Doe, Ph.D. Biology, spoke. ¶ She was brief.'],
  ['months', 'It ended on Dec. 31 last year. ¶ The new one began.'],
  ['the verb sat', 'The cat sat. ¶ Dogs barked.'],
  ['decimal numbers', 'Sales rose 4.2 percent to $1.5 billion. ¶ Costs fell .5 percent.'],
  ['a number at the end of a sentence', 'It was founded in 1998. ¶ 25 people work there.'],
  ['section numbers', 'Section 4.2 applies. ¶ See 4.2.1. ¶ The rest is void.'],
  ['an ordinal at the start', '4. The company shall pay. ¶ 5. The buyer shall not.'],
  ['numbered titles', 'Item 1A. Risk Factors are many. ¶ Figure 3. Sales by year.'],
  ['citations behind the stop', 'This was found.[12] ¶ Later it was not. [3, 4] ¶ Nobody knows.'],
  ['footnote numbers behind the stop', 'This was found.12 ¶ Later it was not.³ ¶ Nobody knows.'],
  ['quotes', '“It works.” ¶ She left. ¶ "Really?" ¶ He stayed.'],
  ['a quotation inside a sentence', '“Why?” he asked. ¶ Nobody knew.'],
  ['brackets', 'It works. ¶ (It did not before.) ¶ Now it does.'],
  ['emphasis', '**It works.** ¶ _It does._ ¶ Good.'],
  ['ellipses', 'Well... maybe so. ¶ Well… ¶ Perhaps. . . . ¶ No more.'],
  ['web addresses', 'See www.example.com or report.pdf for more. ¶ It is free.'],
  ['a lower-case word after a stop', 'The firm yahoo! is old. ¶ The rest is approx. right.'],
  [
    'a name that begins with a small letter',
    'It binds the gene. ¶ mRNA levels rose, e.g. mRNA of mice. ¶ iPhone users may go on.',
  ],
  ['many stops', 'What?! ¶ No!!! ¶ Fine.'],
  ['Spanish', '¿Qué es? ¶ ¡Nada! ¶ Vale.', 'es'],
  ['German ordinals', 'Am 3. Oktober war es z.B. Sonntag. ¶ Der 4. Tag folgte.', 'de'],
  [
    'stops that Markdown escapes',
    String.raw`Was vor dem\n1\. Dezember 2021 galt, gilt im Jahr\n1995\. ¶ Danach galt es nicht.`.replaceAll(
      String.raw`\n`,
      '\n',
    ),
    'de',
  ],
  ['German abbreviations', 'Nach Abs. 2 gilt dies bzw. Jenes. ¶ Dr. Meier kam.', 'de'],
  ['French', 'M. Dupont et Mme. Durand sont là. ¶ Ils parlent.', 'fr'],
  ['Hindi', 'यह काम करता है। ¶ वह गया।', 'hi'],
  ['Arabic', 'هل يعمل؟ ¶ نعم يعمل.', 'ar'],
];

describe('splitSentences', () => {
  it.each(cases)('handles %s', (_, expected, language) => {
    const text = expected.replaceAll('¶ ', '');
    expect(sentencesOf(text, language)).toEqual(expected.split(' ¶ '));
  });

  it.each<[fact: string, text: string, expected: string[]]>([
    [
      'ends at full-width stops without spaces',
      '今日は晴れ。明日は雨！本当？はい',
      ['今日は晴れ。', '明日は雨！', '本当？', 'はい'],
    ],
    [
      'keeps a Japanese quotation in its sentence',
      '「行く。」と言った。「はい。」彼は帰った。',
      ['「行く。」と言った。', '「はい。」', '彼は帰った。'],
    ],
    ['keeps full-width numbers whole', '３．１倍になった．終わり', ['３．１倍になった．', '終わり']],
    ['ends at a blank line', 'no stop here\n\nnext one', ['no stop here', 'next one']],
    ['ends at a blank line with CRLF', 'no stop\r\n \r\nnext', ['no stop', 'next']],
    [
      'reads on in a wrapped paragraph',
      'The company\nwas founded in\n1998. It grew.',
      ['The company\nwas founded in\n1998.', 'It grew.'],
    ],
    [
      'does not take a wrapped number for a list item',
      'as said in section\n4. The rest is void',
      ['as said in section\n4.', 'The rest is void'],
    ],
    [
      'ends at list items',
      'Buy:\n- milk\n  and cream\n- bread\n* salt',
      ['Buy:', '- milk\n  and cream', '- bread', '* salt'],
    ],
    [
      'ends at numbered items',
      'Steps:\n1. Open it\n2. Close it\n(a) gently',
      ['Steps:', '1. Open it', '2. Close it', '(a) gently'],
    ],
    [
      'gives the number of a paragraph to what stands behind it',
      'He paid. It was late.\n[12] The claim fails. It is so. [3]\n[13] Costs follow.',
      ['He paid.', 'It was late.', '[12] The claim fails.', 'It is so. [3]', '[13] Costs follow.'],
    ],
    [
      'takes a number before small letters for a source of the sentence',
      'It was shown by Ash et al.\n[12] that salt harms it. So it is.',
      ['It was shown by Ash et al.\n[12] that salt harms it.', 'So it is.'],
    ],
    [
      'takes a table row as one',
      '| A. B? | c |\n|---|---|\n| One. Two. | d |\nAfter.',
      ['| A. B? | c |', '|---|---|', '| One. Two. | d |', 'After.'],
    ],
    [
      'ends at Markdown headings',
      '# Title\ntext goes on\n## Next\nmore',
      ['# Title', 'text goes on', '## Next', 'more'],
    ],
    ['ends at a heading in capitals', 'RISK FACTORS\nWe may fail.', ['RISK FACTORS', 'We may fail.']],
    [
      'ends at a numbered heading',
      '4.2 Revenue\nRevenue rose by a lot in all regions.',
      ['4.2 Revenue', 'Revenue rose by a lot in all regions.'],
    ],
    [
      'ends at a heading in title case',
      'Sources of Revenue\nRevenue rose by a lot in all of the regions.',
      ['Sources of Revenue', 'Revenue rose by a lot in all of the regions.'],
    ],
    ['finds nothing in white space', ' \n\t\n', []],
    ['finds nothing in nothing', '', []],
    ['keeps an emoji with its stop', 'Really?\ufe0f Yes!👍 Done.', ['Really?\ufe0f', 'Yes!👍 Done.']],
  ])('%s', (_, text, expected) => {
    expect(sentencesOf(text)).toEqual(expected);
  });

  it('covers all text but white space with trimmed spans in order', () => {
    const part = fc.constantFrom(
      'Mr.',
      'end.',
      '。',
      '?!',
      '…',
      '. .',
      '[1]',
      '”',
      '|',
      '- ',
      '1. ',
      '# ',
      '\n',
      '\n\n',
      '\r\n',
      ' ',
      'word',
      'X',
      '👩‍👧',
      'é',
      '\ud800',
      '.5',
      'J.',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.constantFrom('en', 'de', 'ja'), (parts, language) => {
        const text = parts.join('');
        let position = 0;
        for (const { start, end } of splitSentences(text, language)) {
          expect(text.slice(position, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          expect(text.slice(start, end).trim()).toBe(text.slice(start, end));
          position = end;
        }
        expect(text.slice(position).trim()).toBe('');
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['rows without stops', '| a | b |\n'.repeat(100_000), 100_000],
    ['one giant word', 'a'.repeat(1_000_000), 1],
    ['stops only', '. '.repeat(300_000), 1],
    ['a stop before a wide gap', `end.${' '.repeat(1_000_000)}B.`, 2],
  ])('gets through %s', (_, text, count) => {
    expect(splitSentences(text)).toHaveLength(count);
  });
});
