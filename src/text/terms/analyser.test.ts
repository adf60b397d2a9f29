import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse, analyserId } from './analyser.ts';

const cases: [fact: string, text: string, terms: string, language?: string][] = [
  ['stems English words', 'The companies were running generalizations', 'compani run gener'],
  ['keeps duplicates in order', 'risk and reward, risk', 'risk reward risk'],
  ['leaves question words out', 'What is the revenue of which company?', 'revenu compani'],
  ['keeps decimal numbers whole', 'rose 4.2 to 1.5', 'rose 4.2 1.5'],
  ['reads grouped thousands as one number', '10,000 and 1,000,000.50', '10000 1000000.50'],
  ['keeps section numbers whole without a trailing stop', 'see 4.2.1.', 'see 4.2.1'],
  ['keeps letters with the digits before them', '$4.2bn, 10k, 3rd', '4.2bn 10k 3rd'],
  ['takes the possessive off', "the company's and company’s", 'compani compani'],
  ['drops apostrophes inside words', 'don’t O’Brien', 'dont obrien'],
  ['joins acronyms', 'U.S. and e.g.', 'us eg'],
  ['splits at dots between words', 'example.com', 'exampl com'],
  ['splits at hyphens, slashes and underscores', 'data-driven AI/ML foo_bar', 'data driven ai ml foo bar'],
  ['folds diacritics', 'naïve café résumés Ångström', 'naiv cafe resum angstrom'],
  ['folds letters that have no decomposition', 'Łódź Ørsted', 'lodz orst'],
  ['unifies compatibility forms', 'ﬁne ＡＢＣ １２', 'fine abc 12'],
  ['ignores soft hyphens', 'in\u00adfor\u00adma\u00adtion', 'inform'],
  [
    'parts marks of notes from words and numbers',
    'the age of 85.² ¹²Rivers, lakes¹,³ 10⁶',
    'ag 85 2 12 river lake 1 3 10 6',
  ],
  ['keeps powers with their units', '5 km² of m³', '5 km2 m3'],
  ['stems German', 'Die Häuser der Gesellschaften', 'haus gesellschaft', 'de'],
  ['takes French elisions off', 'L’entreprise d’une société', 'entrepris societ', 'fr'],
  ['stems Spanish', 'las empresas y canciones', 'empres cancion', 'es'],
  ['stems Russian', 'компаниями и компании', 'компан компан', 'ru'],
  ['leaves languages without a stemmer unstemmed', 'Zażółć gęślą jaźń', 'zazolc gesla jazn', 'pl'],
  ['pairs Chinese characters', '北京大学', '北京 京大 大学', 'zh'],
  ['keeps an isolated character', '学 。 大', '学 大', 'zh'],
  ['pairs kana and Han together', '東京へ行く', '東京 京へ へ行 行く', 'ja'],
  ['keeps voiced kana', 'ガギ', 'ガギ', 'ja'],
  ['pairs Hangul', '가나다 라', '가나 나다 라', 'ko'],
  ['parts Latin from Chinese', 'ABC公司2024年', 'abc 公司 2024 年', 'zh'],
  ['pairs characters beyond the basic plane', '𠀀𠀁𠀂', '𠀀𠀁 𠀁𠀂', 'zh'],
  ['segments Thai', 'ภาษาไทยง่าย', 'ภาษา ไทย ง่าย', 'th'],
  ['keeps vowel signs of Indic scripts', 'किताब', 'किताब', 'xx'],
  ['takes vowel points off Arabic', 'كِتَاب', 'كتاب', 'xx'],
];

describe('analyse', () => {
  it.each(cases)('%s', (_, text, terms, language) => {
    expect(analyse(text, language).join(' ')).toBe(terms);
  });

  it('finds no terms in punctuation and white space', () => {
    expect(analyse(' … — !? \n')).toEqual([]);
  });

  it('is not confused by the names of object members', () => {
    expect(analyse('constructor __proto__', 'constructor')).toEqual(['constructor', 'proto']);
  });

  it('cuts giant words into bounded terms', () => {
    const terms = analyse('a'.repeat(1000));
    expect(terms.join('')).toBe('a'.repeat(1000));
    expect(Math.max(...terms.map((term) => term.length))).toBeLessThanOrEqual(128);
  });

  it('forgets words rather than grow without bound', () => {
    const words = Array.from({ length: 120_000 }, (_, index) => `w${index}x`);
    expect(analyse(words.join(' '))).toEqual(words);
  });

  it('never cuts a surrogate pair and is the same whatever the composition', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        for (const term of analyse(text)) expect(term).not.toMatch(/\p{Surrogate}/u);
        expect(analyse(text.normalize('NFD'))).toEqual(analyse(text.normalize('NFC')));
      }),
    );
  });

  it('has a name to store with collections', () => {
    expect(analyserId).toMatch(/^[\w-]+$/);
  });
});
