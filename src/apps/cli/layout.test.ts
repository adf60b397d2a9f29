import { styleText } from 'node:util';
import { describe, expect, it } from 'vitest';
import { plural, shorten, table, wrap } from './layout.ts';

describe('wrap', () => {
  it('keeps every word and the width', () => {
    const lines = wrap('a quick brown fox jumps over the lazy dog again and again', { width: 30, indent: 4 });
    expect(lines.every((line) => line.length <= 30 && line.startsWith('    '))).toBe(true);
    expect(lines.map((line) => line.trim()).join(' ')).toBe(
      'a quick brown fox jumps over the lazy dog again and again',
    );
  });
});

describe('wrap of painted words', () => {
  it('does not count what paints them', () => {
    const painted = styleText('bold', 'words', { validateStream: false });
    expect(wrap(`two ${painted} of ${painted}`, { width: 20 })).toHaveLength(1);
  });
});

describe('shorten', () => {
  it('cuts at a word and marks the cut', () => {
    expect(shorten('one two three four', 12)).toBe('one two…');
    expect(shorten('one two', 12)).toBe('one two');
  });
});

describe('table', () => {
  it('aligns numbers right and text left', () => {
    const lines = table(
      ['id', 'n'],
      [
        ['a', 5],
        ['long', 1234],
      ],
    );
    expect(lines).toEqual(['id        n', 'a         5', 'long  1,234']);
  });
});

describe('plural', () => {
  it('adds an s for all counts but one', () => {
    expect([plural(0, 'chunk'), plural(1, 'chunk'), plural(2000, 'chunk')]).toEqual([
      '0 chunks',
      '1 chunk',
      '2,000 chunks',
    ]);
  });
});
