import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { evaluationShingles, overlaps } from './overlap.ts';

const data = mkdtempSync(path.join(tmpdir(), 'pincite-overlap-'));
afterAll(() => rmSync(data, { recursive: true }));

const sets = ['retrieval', 'chunking', 'legal', 'finance', 'scifact-claims', 'xquad'];
const words = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `word${first + index}`).join(' ');
for (const set of sets) mkdirSync(path.join(data, set, 'deeper'), { recursive: true });
writeFileSync(
  path.join(data, 'retrieval/deeper/corpus.jsonl'),
  `{"text":"${words(0, 20)}"}\n${words(20, 20)}`,
);
writeFileSync(path.join(data, 'legal/contract.pdf'), words(100, 20));
const shingles = evaluationShingles(data);

describe('overlap with the evaluation sets', () => {
  it('is found in 13 shared words in a row, and not in 12', () => {
    expect(overlaps(`before ${words(3, 13)} behind`, shingles)).toBe(true);
    expect(overlaps(`before ${words(3, 12)} behind`, shingles)).toBe(false);
  });

  it('looks past case, punctuation and line breaks', () => {
    expect(overlaps(words(3, 13).toUpperCase().replaceAll(' ', ',\n'), shingles)).toBe(true);
  });

  it('is not found across lines of a set, or in 13 words that are not in a row', () => {
    expect(overlaps(words(14, 13), shingles)).toBe(false);
    expect(overlaps(`${words(0, 7)} else ${words(7, 6)}`, shingles)).toBe(false);
  });

  it('is looked for in files of text only', () => {
    expect(overlaps(words(100, 20), shingles)).toBe(false);
  });

  it('is no check at all without the sets, which is an error', () => {
    expect(() => evaluationShingles(path.join(data, 'retrieval'))).toThrow(/is missing/);
  });
});
