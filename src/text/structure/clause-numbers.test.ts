import { describe, expect, it } from 'vitest';
import { clauseAt, clauseReferences, isSameClause } from './clause-numbers.ts';

const numbersIn = (text: string, language?: string) =>
  clauseReferences(text, language).map(({ number }) => number.join('.'));

describe('clauseReferences', () => {
  it.each([
    ['In clause 18.4 of the Agreement', 'en', ['18.4']],
    ['Section 5(b)(ii) and Article IV', 'en', ['5.b.ii', 'iv']],
    ['Clauses 4, 5.1 and 18.4 are deleted', 'en', ['4', '5.1', '18.4']],
    ['Article 4, paragraph 2 is replaced', 'en', ['4.2']],
    ['paragraph (b) of Section 5 is replaced', 'en', ['5.b']],
    ['the second sentence of paragraph (b) in Section 5', 'en', ['5.b']],
    ['In § 7 wird Absatz 2 wie folgt gefasst', 'de', ['7.2']],
    ['El párrafo 2 del artículo 4 se modifica', 'es', ['4.2']],
    ['Section 5.02 is replaced', 'en', ['5.2']],
    ['§ 7 Abs. 2 Satz 1 wird geändert', 'de', ['7.2.1']],
    ['In § 12a wird die Angabe', 'de', ['12a']],
    ["L'article 4, alinéa 2 est remplacé", 'fr', ['4.2']],
    ['se modifica el artículo 4', 'es', ['4']],
    ['Artikel 6, lid 3, komt te luiden', 'nl', ['6.3']],
    ["all'art. 9, comma 2, lettera b)", 'it', ['9.2.b']],
    ['第七条第二款修改为', 'zh', ['7.2']],
    ['第十二条を次のように改める', 'ja', ['12']],
    ['تعدل المادة ٧', 'ar', ['7']],
    ['Amendment No. 1 of 5 May 2025, 4.2 million', 'en', []],
  ])('%s', (text, language, numbers) => {
    expect(numbersIn(text, language)).toEqual(numbers);
  });

  it('gives offsets in the text', () => {
    const text = 'In clause 18.4 of it';
    const [found] = clauseReferences(text);
    expect(text.slice(found!.start, found!.end)).toBe('clause 18.4');
  });
});

const at = (text: string, words: string, heading?: string, language?: string) => {
  const whole = { heading: heading ?? '', level: 1, charStart: 0, charEnd: text.length };
  const sections = heading === undefined ? [] : [whole];
  return clauseAt(text, text.indexOf(words), { sections, language }).join('.');
};

describe('clauseAt', () => {
  it.each([
    [
      '18. Termination\n\n18.3 The buyer may end it.\n\n18.4 The cap is 9.',
      'The cap',
      '18. Termination',
      '18.4',
    ],
    ['18. Termination\n\nThe cap is 9.', 'The cap', '18. Termination', '18'],
    ['5. Payment\n\n(a) Monthly.\n\n(b) The cap is 9.', 'The cap', '5. Payment', '5.b'],
    ['5. Payment\n\n(a) When:\n(i) soon;\n(ii) the cap is 9.', 'the cap', '5. Payment', '5.a.ii'],
    ['Section 5. Payment\n\nThe cap is 9.', 'The cap', 'Section 5. Payment', '5'],
    ['Rules\n\nSection 4. Fees\nNone.\n\nSection 5. Payment\nThe cap is 9.', 'The cap', 'Rules', '5'],
    ['A lease\n\n1. The rent is 4.\n2. The cap is 9.', 'The cap', undefined, '2'],
    ['A lease\n\n4.2 The rent is 4.\n\n6.1 The cap is 9.', 'The cap', undefined, '6.1'],
    ['Notes\n\nThe cap is 9.', 'The cap', 'Notes', ''],
    ['4. Rent\n\n3.2 million is the sum.\nThe cap is 9.', 'The cap', '4. Rent', '4'],
  ])('%j', (text, words, heading, number) => {
    expect(at(text, words, heading)).toBe(number);
  });

  it('counts paragraphs of other languages', () => {
    expect(
      at('§ 7 Kündigung\n\n(1) Gut.\n\n(2) Die Frist ist lang.', 'Die Frist', '§ 7 Kündigung', 'de'),
    ).toBe('7.2');
    expect(at('第七条 期限\n\n期限为九天。', '期限为', '第七条 期限', 'zh')).toBe('7');
  });
});

it('tells clauses that hold one another from others', () => {
  expect(isSameClause(['18'], ['18', '4'])).toBe(true);
  expect(isSameClause(['18', '4'], ['18', '4', 'a'])).toBe(true);
  expect(isSameClause(['18', '4'], ['18', '5'])).toBe(false);
  expect(isSameClause([], ['18'])).toBe(false);
});

it('counts nothing in a schedule, and no number that a sentence has come to', () => {
  const text = '2.1 The interest is 5 %.\n\nSchedule 1\n\n2.1 The agent is Holm Bank.';
  const begin = text.indexOf('Schedule');
  const sections = [{ heading: 'Schedule 1', level: 1, charStart: begin, charEnd: text.length }];
  expect(clauseAt(text, 0, { sections })).toEqual(['2', '1']);
  expect(clauseAt(text, text.indexOf('2.1 The agent'), { sections })).toEqual([]);
  const wrapped = '3. In clause\n4.1 of the Agreement\nthe sum is replaced.';
  expect(clauseAt(wrapped, wrapped.indexOf('the sum'), { sections: [] })).toEqual(['3']);
});
