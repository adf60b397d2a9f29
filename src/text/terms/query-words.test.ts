import { describe, expect, it } from 'vitest';
import { queryTerms } from './bm25.ts';
import { wordsIn } from './query-words.ts';

describe('wordsIn', () => {
  it('gives each word as it is in every language, in that of most documents first', () => {
    expect(wordsIn('Biegeradius', ['en', 'de'])).toEqual([['biegeradiu', 'biegeradius']]);
    expect(wordsIn('simulations', ['de', 'en'])).toEqual([['simulation', 'simul']]);
    expect(wordsIn('Regen rain', ['en', 'ru'])).toEqual([['regen'], ['rain']]);
  });

  it('leaves out the stop words of the language that the query is in', () => {
    expect(wordsIn('Wie lang ist die Frist?', ['en', 'de']).map(([term]) => term)).toEqual(['lang', 'frist']);
    expect(wordsIn('when did he die', ['en', 'de']).map(([term]) => term)).toContain('die');
    expect(wordsIn('war', ['en', 'de'])).toEqual([['war']]);
    expect(wordsIn('die casting', ['en', 'de', 'fr']).map(([term]) => term)).toEqual(['die', 'cast']);
  });

  it('takes words apart alike in scripts without spaces', () => {
    expect(wordsIn('保修期 warranty', ['zh', 'en'])).toEqual([['保修'], ['修期'], ['warranty', 'warranti']]);
  });
});

describe('queryTerms over several languages', () => {
  it('has a term for each word, with what it is elsewhere, and what is alike in all once', () => {
    expect(queryTerms('Kältemittelleitungen § 5', ['en', 'de'])).toEqual([
      { term: 'kaltemittelleitungen', weight: 1, forms: ['kaltemittelleit'] },
      { term: '5', weight: 1 },
      { term: '§5', weight: 1 },
    ]);
    expect(queryTerms('simulations of simulation', ['en', 'de'])).toEqual([
      expect.objectContaining({ term: 'simul', forms: ['simulation'] }),
    ]);
  });
});
