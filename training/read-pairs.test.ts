import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { WordPiece } from '../src/embed/built-in/word-piece.ts';
import { readPairs } from './read-pairs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'pincite-pairs-'));
afterAll(() => rmSync(folder, { recursive: true }));

const numbers = Array.from({ length: 300 }, (_, index) => `n${index}`);
const wordPiece = new WordPiece(['[UNK]', 'cat', 'dog', 'sat', ...numbers]);
const read = (source: string) => readPairs({ folder, source }, { wordPiece, shingles: new Set() });
const write = (pairs: { q: string; p: string }[]) => {
  const text = pairs.map((pair) => `${JSON.stringify({ ...pair, kind: 'title-body' })}\n`).join('');
  writeFileSync(path.join(folder, 'animals.jsonl.gz'), gzipSync(text));
  return read('animals');
};

describe('readPairs', () => {
  it('reads a pair a line as its known tokens', () => {
    const { pairs, overlapping } = write([{ q: 'Cat zebra', p: 'dog sat dog' }]);
    expect(pairs).toEqual([
      {
        query: [Uint16Array.of(1)],
        passage: [Uint16Array.of(2, 3, 2)],
        group: -1,
      },
    ]);
    expect(overlapping).toBe(0);
  });

  it('leaves out pairs of which a text has no known token', () => {
    const { pairs } = write([
      { q: 'zebra', p: 'dog sat' },
      { q: 'cat', p: '' },
      { q: 'cat', p: 'sat' },
    ]);
    expect(pairs).toHaveLength(1);
  });

  it('reads 64 tokens of a query and 160 of a passage', () => {
    const { pairs } = write([{ q: numbers.join(' '), p: numbers.join(' ') }]);
    expect(pairs[0]!.query[0]).toHaveLength(64);
    expect(pairs[0]!.passage[0]).toHaveLength(160);
  });

  it('says which file is missing', () => {
    expect(() => read('plants')).toThrow(/plants\.jsonl\.gz is missing/);
  });
});
