import { describe, expect, it } from 'vitest';
import { wordsOfName, wordsOfQuery } from './name-words.ts';

const shared = (name: string, query: string) => {
  const asked = wordsOfQuery(query);
  return [...wordsOfName(name).keys()].filter((term) => asked.has(term));
};

describe('words of names', () => {
  it.each([
    ['ADOBE_2022_10K', 'the 10-K of Adobe for FY2022', ['adob', '2022', '10k']],
    ['BESTBUY_2024Q2_10Q', 'Best Buy in Q2 of FY24', ['bestbui', '2024', 'q2']],
    ['Amcor 4Q 2023', 'sales of Amcor, Q4 2023', ['amcor', 'q4', '2023']],
    ['Pfizer 2023 Q2', "As of Q2'2023, is Pfizer spinning off?", ['pfizer', '2023', 'q2']],
    ['eulerhermes-nda', "Euler Hermes's NDA", ['eulerherm', 'nda']],
    ['QuickBooks template', 'what quickbooks says', ['=quickbook']],
    ['機密保持契約', '契約', ['契約']],
  ])('%s is meant by “%s”', (name, query, terms) => {
    expect(shared(name, query)).toEqual(terms);
  });

  it('takes a word with inner capitals apart', () => {
    expect([...wordsOfName('TabunKitchen NDATemplate').keys()]).toEqual(
      expect.arrayContaining(['tabun', 'kitchen', 'nda', 'templat', '=tabunkitchen']),
    );
  });

  it('does not take neighbours of a query for a word that is written in several', () => {
    expect(shared('IPTKNon-DisclosureAgreement', 'non disclosure agreement')).not.toContain('=disclosureagr');
  });

  it('has no stop words and no signs', () => {
    expect([...wordsOfName('the_of -- and').keys()]).toEqual([]);
  });
});
