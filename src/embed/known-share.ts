import type { WordPiece } from './word-piece.ts';

/** A shorter piece says little of its word: scripts that the vocabulary does not know fall into single letters. */
const shortestPiece = 3;
const word = /[\p{L}\p{M}\p{N}]+/gu;

/** Share of a text's letters and digits that stand in words, or long pieces of words, that the vocabulary has; 0…1. */
export function knownShare(wordPiece: WordPiece, text: string): number {
  let all = 0;
  let known = 0;
  for (const [letters] of text.matchAll(word)) {
    all += letters.length;
    known += isKnown(wordPiece, letters) ? letters.length : 0;
  }
  return all === 0 ? 0 : known / all;
}

/** Whole, or in pieces of three letters in the mean. */
function isKnown(wordPiece: WordPiece, letters: string): boolean {
  const pieces = wordPiece.encode(letters);
  if (pieces.includes(wordPiece.unknownId)) return false;
  const isWhole = pieces.length === 1 && /[\p{Script=Latin}\p{N}]/u.test(letters);
  return isWhole || letters.length / pieces.length >= shortestPiece;
}
