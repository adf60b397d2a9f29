import { array, assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';
import { makeChunk, makeDocument } from '../samples.testing.ts';

const content =
  'The yard opens at six. Pumps are washed on Mondays. The seal of a pump lasts 900 hours. Lunch is at noon. ' +
  'A seal that leaks is changed by two people.';

function excerpt(
  text: string,
  terms: Record<string, number>,
  {
    maxChars,
    language = 'en',
    standard = '',
  }: { maxChars?: number; language?: string; standard?: string } = {},
) {
  const queries = {
    standard,
    terms: Object.entries(terms).map(([term, idf]) => ({ term, weight: 1, idf })),
  };
  const document = { ...makeDocument('a'), language };
  const source = { document, chunkCount: 1, averageRelevance: 1, bestScore: 1 };
  const chunk = makeChunk({ charStart: 1000, content: text });
  const found = excerptOf({ queries, sources: [source] }, { chunk }, { maxChars });
  const read = ({ charStart, charEnd }: { charStart: number; charEnd: number }) =>
    text.slice(charStart - 1000, charEnd - 1000);
  return {
    pieces: found.pieces.map(read),
    highlights: found.highlights.map(read),
    bestStart: found.bestStart,
  };
}

describe('excerptOf', () => {
  it('gives the sentence that has most of the query, not the beginning', () => {
    expect(excerpt(content, { seal: 2, pump: 1 }, { maxChars: 50 })).toEqual({
      pieces: ['The seal of a pump lasts 900 hours.'],
      highlights: ['seal', 'pump'],
      bestStart: 1000 + content.indexOf('The seal'),
    });
  });

  it('adds sentences with what is not covered yet, in the order of the text', () => {
    const { pieces } = excerpt(content, { seal: 2, hour: 2, yard: 1, leak: 1 }, { maxChars: 110 });
    expect(pieces).toEqual([
      'The yard opens at six.',
      'The seal of a pump lasts 900 hours.',
      'A seal that leaks is changed by two people.',
    ]);
  });

  it('goes on behind the best sentence where there is room', () => {
    const { pieces } = excerpt(
      '## Hours\n\nThe yard opens at six. It is shut at night.',
      { hour: 1 },
      { maxChars: 40 },
    );
    expect(pieces).toEqual(['## Hours', 'The yard opens at six.']);
  });

  it('cuts what follows where it does not fit, so that a heading is not alone', () => {
    const { pieces } = excerpt(
      '1. Hours\n\nThe yard opens at six on working days and at eight on all others.',
      { hour: 1 },
      { maxChars: 60 },
    );
    expect(pieces).toEqual(['1. Hours', 'The yard opens at six on working days and at eight']);
  });

  it('gives the beginning where no word matches', () => {
    expect(excerpt(content, { moon: 3 }, { maxChars: 45 })).toEqual({
      pieces: ['The yard opens at six. Pumps are washed on'],
      highlights: [],
      bestStart: undefined,
    });
  });

  it('reads the query itself where no keywords were searched', () => {
    expect(excerpt(content, {}, { standard: 'leaking seals' }).highlights).toEqual(['seal', 'leaks']);
  });

  it('finds words by their beginning', () => {
    expect(excerpt(content, { 'monday*': 1, 'lea*': 1 }).highlights).toEqual(['Mondays', 'leaks']);
  });

  it('cuts a long sentence around the first match, at words', () => {
    const long = `${'lorem '.repeat(100)}the valve is shut ${'ipsum '.repeat(100)}`;
    const { pieces, highlights } = excerpt(long, { valv: 1 }, { maxChars: 120 });
    expect(pieces[0]).toMatch(/^(?:lorem )+the valve is shut(?: ipsum)+$/);
    expect(pieces[0]!.length).toBeLessThanOrEqual(120);
    expect(highlights).toEqual(['valve']);
  });

  it('marks neighbouring pairs of characters as one, wherever they stand', () => {
    const terms = { 封圈: 1, 密封: 1, 水泵: 1 };
    const { highlights } = excerpt('水泵的密封圈，以及密封。', terms, { language: 'zh' });
    expect(highlights).toEqual(['水泵', '密封圈', '密封']);
  });

  it('marks words of scripts without spaces', () => {
    expect(excerpt('水泵的密封圈寿命为九百小时。', { 密封: 1 }, { language: 'zh' }).highlights).toEqual([
      '密封',
    ]);
  });

  it('keeps to the room, within the text, without overlap', () => {
    const text = array(constantFrom('pump', 'seal', 'a', '. B', '\n\n', 'x'.repeat(50)), {
      maxLength: 60,
    });
    assert(
      property(text, integer({ min: 40, max: 300 }), (words, maxChars) => {
        const { pieces, highlights } = excerpt(words.join(' '), { pump: 1, seal: 2 }, { maxChars });
        expect(pieces.join('').length).toBeLessThanOrEqual(maxChars);
        expect(highlights.every((word) => word === 'pump' || word === 'seal')).toBe(true);
      }),
    );
  });
});
