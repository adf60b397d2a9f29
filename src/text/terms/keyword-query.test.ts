import { describe, expect, it } from 'vitest';
import { hasPhrase, parseKeywordQuery } from './keyword-query.ts';

describe('parseKeywordQuery', () => {
  it('takes phrases in any quotation marks for terms in their order', () => {
    for (const query of [
      'the "material adverse effects" clause',
      'the “material adverse effects” clause',
      'the „material adverse effects“ clause',
      'the «material adverse effects» clause',
    ]) {
      expect(parseKeywordQuery(query).phrases).toEqual([['materi', 'advers', 'effect']]);
      expect(parseKeywordQuery(query).words).toBe(query);
    }
    expect(parseKeywordQuery('"silver tax" and "north wind"').phrases).toHaveLength(2);
    expect(parseKeywordQuery('"東京都"').phrases).toEqual([['東京', '京都']]);
  });

  it('leaves single words, stop words and lone marks alone', () => {
    for (const query of ['"revenue"', '"to be or not to be"', '5" pipe', "don't 'quote this'", '""', '" "']) {
      expect(parseKeywordQuery(query), query).toEqual({ words: query, phrases: [], prefixes: [] });
    }
  });

  it('takes a word with a star at its end for the beginning of words', () => {
    expect(parseKeywordQuery('unpaid Invoic* of Müll*', ['en'])).toEqual({
      words: 'unpaid   of  ',
      phrases: [],
      prefixes: [
        { start: 'invoic', term: 'invoic' },
        { start: 'mull', term: 'mull' },
      ],
    });
    expect(parseKeywordQuery('companies*').prefixes).toEqual([{ start: 'companies', term: 'compani' }]);
    expect(parseKeywordQuery('company* COMPANY*').prefixes).toHaveLength(1);
  });

  it('takes the inner one of phrases that begin twice', () => {
    expect(parseKeywordQuery('“silver “north wind” tax”').phrases).toEqual([['north', 'wind']]);
  });

  it('takes prefixes beyond the 64th for words', () => {
    const query = Array.from({ length: 70 }, (_, index) => `word${index}*`).join(' ');
    const { words, prefixes } = parseKeywordQuery(`${query} word1*`);
    expect(prefixes).toHaveLength(64);
    expect(words.trim().split(/\s+/)).toEqual(['64', '65', '66', '67', '68', '69'].map((n) => `word${n}*`));
  });

  it('leaves other stars alone', () => {
    for (const query of [
      'SELECT * FROM t',
      'a*b',
      'of*',
      '**bold** text*s',
      '*emphasis*',
      '5* hotel',
      '東京*',
    ]) {
      expect(parseKeywordQuery(query), query).toEqual({ words: query, phrases: [], prefixes: [] });
    }
  });
});

it('finds a phrase only where its terms stand one after the other', () => {
  const text = ['silver', 'silver', 'tax', 'silver'];
  expect(hasPhrase(text, ['silver', 'tax'])).toBe(true);
  expect(hasPhrase(text, ['tax', 'silver'])).toBe(true);
  expect(hasPhrase(text, ['tax', 'tax'])).toBe(false);
  expect(hasPhrase(text, ['tax', 'silver', 'silver'])).toBe(false);
  expect(hasPhrase([], ['tax', 'silver'])).toBe(false);
});
