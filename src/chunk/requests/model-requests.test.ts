import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextLine, contextRequest } from './model-requests.ts';

const documentChars = 1000;
/** What the model reads of a document. */
function excerptOf(text: string, charStart: number, charEnd: number): string {
  const source = { title: 'T', text, charStart, charEnd };
  const { prompt } = contextRequest(source, documentChars);
  return /^<document-\w+>\nT\n\n(.*)\n<\/document-\w+>\n\n<chunk-/s.exec(prompt)![1]!;
}
const numbers = Array.from({ length: 1000 }, (_, index) => `word${index}`).join(' ');

describe('contextRequest', () => {
  it('shows a short document whole', () => {
    expect(excerptOf('One. Two.', 5, 9)).toBe('One. Two.');
  });

  it('shows of a long document its beginning and what is around the chunk', () => {
    const charStart = numbers.indexOf('word700');
    const [beginning, near] = excerptOf(numbers, charStart, charStart + 40).split('\n[…]\n') as [
      string,
      string,
    ];
    expect(numbers.startsWith(beginning)).toBe(true);
    expect(numbers).toContain(near);
    expect(near).toContain('word690');
    expect(near).toContain('word710');
  });

  it('shows the beginning in one piece where the chunk is near it', () => {
    expect(excerptOf(numbers, 300, 340)).toBe(numbers.slice(0, documentChars));
  });

  it('shows the chunk, and no more than allowed, wherever it is, and cuts no character', () => {
    fc.assert(
      fc.property(fc.nat(1960), (place) => {
        const text = '🦦'.repeat(1000);
        const excerpt = excerptOf(text, place, place + 40);
        expect(excerpt.replace('\n[…]\n', '').length).toBeLessThanOrEqual(documentChars + 1);
        expect(excerpt.replace('\n[…]\n', '')).toMatch(/^🦦+$/u);
      }),
    );
  });
});

describe('contextLine', () => {
  it('is one line, of which what is too long is cut off behind a word', () => {
    expect(contextLine(' It is\n\n about  otters. \n')).toBe('It is about otters.');
    const long = contextLine('otters '.repeat(200));
    expect(long.length).toBeLessThanOrEqual(600);
    expect(long).toMatch(/^(otters )+otters$/);
  });
});
