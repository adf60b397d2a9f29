import { describe, expect, it } from 'vitest';
import type { Citation } from '../../types.ts';
import { contradictionsAmong } from './contradictions.ts';

const citationOf = (quote: string, index: number, documentId = `document-${index}`): Citation => ({
  sourceId: index + 1,
  collection: 'default',
  documentId,
  chunkId: `${documentId}#0000`,
  sourcePath: `/${documentId}.txt`,
  title: documentId,
  authors: [],
  pageNumbers: [],
  charStart: 0,
  charEnd: quote.length,
  quote,
  rects: [],
  retrievalScore: 1,
  located: 'exact',
  quoteSimilarity: 1,
});

const among = (question: string, ...quotes: string[]) =>
  contradictionsAmong(
    question,
    quotes.map((quote, index) => citationOf(quote, index)),
  );

describe('contradictionsAmong', () => {
  it.each([
    ['How long is the notice?', 'The notice is 90 days.', 'The notice is now 150 days.'],
    ['How long is the notice?', 'The notice is 90 days.', 'The notice is one hundred and fifty (150) days.'],
    [
      'How much is the rent?',
      'The monthly rent of the flat in Mill Lane is €900.',
      'The monthly rent of the flat in Mill Lane is now €940.',
    ],
    ['How many employees are there?', 'The Group has 612 employees.', 'The Group has 598 employees.'],
    ['When was the firm founded?', 'The firm was founded in 1987.', 'The firm was founded in 1989.'],
    ['When does it end?', 'The lease ends on 4 March 2027.', 'The lease ends on 4 May 2027.'],
    ['How much may a hotel cost?', '| Norway | €175 | €66 |', '| Norway | €180 | €66 |'],
  ])('%s “%s” “%s”', (question, one, other) => {
    expect(among(question, one, other)).toMatchObject([{ citations: [1, 2] }]);
  });

  it('gives the two numbers with their unit', () => {
    expect(among('How much is the rent?', 'The rent is €900.', 'The rent is €940.')).toEqual([
      { citations: [1, 2], values: [900, 940], unit: 'EUR' },
    ]);
  });

  it.each([
    ['How much is the price?', 'The valve costs €112.', 'The pump costs €138.'],
    ['What was revenue?', 'Revenue was €80 million in 2024.', 'Revenue was €84 million in 2025.'],
    ['What was revenue?', 'Revenue was €83.6 million.', 'Revenue was €84 million.'],
    ['What was revenue?', 'Revenue was €84 million.', 'Revenue was $90 million.'],
    ['What was revenue?', 'Revenue grew by €4 million.', 'Revenue fell by €5 million.'],
    ['What is the range?', 'It is between 88 and 92 metres.', 'It is 90 metres.'],
    ['When does it end?', 'The lease costs €900.', 'The lease costs €940.'],
    ['Who pays the rent?', 'The tenant pays €900.', 'The tenant pays €940.'],
    ['How much does it cost?', 'Section 4.2 has the price.', 'Section 4.3 has the price.'],
  ])('says nothing of what may both be true: %s “%s” “%s”', (question, one, other) => {
    expect(among(question, one, other)).toEqual([]);
  });

  it('counts no numbers of the sentence before a quote', () => {
    const citations = ['The rent is €900.', 'The rent is €900.'].map((quote, index) => ({
      ...citationOf(quote, index),
      quoteContext: `The flat has ${index + 2} rooms at €${index}.`,
    }));
    expect(contradictionsAmong('How much is the rent?', citations)).toEqual([]);
  });

  it('says nothing of documents that each say a number of their own', () => {
    const rents = ['The rent is €900.', 'The rent is €940.', 'Each month €700 are due.'];
    expect(
      contradictionsAmong(
        'How much is the rent?',
        rents.map((quote, at) => citationOf(quote, at)),
      ),
    ).toEqual([]);
  });

  it('says nothing of two places of one document', () => {
    const citations = ['The rent is €900.', 'The rent is €940.'].map((quote, index) =>
      citationOf(quote, index, 'lease'),
    );
    expect(contradictionsAmong('How much is the rent?', citations)).toEqual([]);
  });
});
