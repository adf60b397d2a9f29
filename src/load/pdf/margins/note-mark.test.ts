import { describe, expect, it } from 'vitest';
import { startsNote } from './note-mark.ts';
import { cutPieces, type Piece } from '../arrange/pieces.ts';
import { groupRows, rowText } from '../rows.ts';
import { line, lines } from '../synthetic.testing.ts';
import type { Word } from '../words.ts';

const rowOf = (words: Word[]) => groupRows(words)[0]!;
const textsOf = (pieces: readonly Piece[]) => pieces.map(({ rows }) => rows.map(rowText).join(' '));

/** `¹²The`: one word, which begins with a raised mark. */
const raised = (words: Word[]): Word[] =>
  words.map((word, index) => (index === 0 ? { ...word, size: 5 } : word));

describe('startsNote', () => {
  it('knows a note by its raised mark, or by a mark in smaller print', () => {
    expect(startsNote(rowOf(raised(line('¹²The river is wide', [50, 700], { size: 8 }))), 8)).toBe(true);
    expect(startsNote(rowOf(line('12 The river is wide', [50, 700], { size: 8 })), 10)).toBe(true);
    expect(startsNote(rowOf(line('* See the annex', [50, 700], { size: 8 })), 10)).toBe(true);
  });

  it('takes no line of the text for one', () => {
    expect(startsNote(rowOf(line('12 The river is wide', [50, 700])), 10)).toBe(false);
    expect(startsNote(rowOf(line('2024 was a wet year', [50, 700], { size: 8 })), 10)).toBe(false);
    expect(startsNote(rowOf(line('30 of them are dry', [50, 700], { size: 8 })), 10)).toBe(false);
  });
});

describe('cutPieces', () => {
  it('begins a piece with each note', () => {
    const words = [
      ...lines(
        ['The river carries fine sand from the hills to the', 'wide plain in spring and autumn.'],
        [50, 100],
      ),
      ...raised(line('¹In the north it carries silt.', [50, 150], { size: 8 })),
      ...raised(line('²Measured in 2019.', [50, 160], { size: 8 })),
    ];
    expect(textsOf(cutPieces(words, 0)).slice(1)).toEqual([
      '¹In the north it carries silt.',
      '²Measured in 2019.',
    ]);
  });
});
