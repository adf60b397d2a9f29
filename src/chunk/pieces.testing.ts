/** Pieces of documents that are written by hand, for the tests of this folder. */
import type { Piece } from '../../test/arbitraries/document.ts';
import type { ChunkKind } from '../types.ts';

export const heading = (level: number, text: string): Piece => ({
  kind: 'heading',
  text: `${'#'.repeat(level)} ${text}`,
  level,
});

export const piece = (kind: ChunkKind, text: string): Piece => ({ kind, text });

export const text = (sentences: number, word = 'word') =>
  piece(
    'text',
    Array.from({ length: sentences }, (_, index) => `The ${word} number ${index} stands here.`).join(' '),
  );
