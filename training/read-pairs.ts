import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Pair, TextTokens } from '../src/embed/contrastive/trainer.ts';
import type { WordPiece } from '../src/embed/built-in/word-piece.ts';
import { overlaps } from './overlap.ts';

/** Tokens read of each text; headings are shorter and passages rarely longer. */
const mostQueryTokens = 64;
const mostPassageTokens = 160;

export interface ReadSource {
  readonly pairs: readonly Pair[];
  /** Pairs left out because they share words with an evaluation set. */
  readonly overlapping: number;
}

/** The pairs of `<folder>/<source>.jsonl.gz`, a line `{ q, p }` each. */
export function readPairs(
  file: { readonly folder: string; readonly source: string },
  { wordPiece, shingles }: { readonly wordPiece: WordPiece; readonly shingles: ReadonlySet<number> },
): ReadSource {
  const place = path.join(file.folder, `${file.source}.jsonl.gz`);
  if (!existsSync(place)) throw new Error(`${place} is missing: give the folder of the data with --data.`);
  const lines = gunzipSync(readFileSync(place)).toString('utf8').trimEnd().split('\n');
  const pairs: Pair[] = [];
  let overlapping = 0;
  for (const line of lines) {
    const { q, p } = JSON.parse(line) as { q: string; p: string };
    if (overlaps(q, shingles) || overlaps(p, shingles)) overlapping += 1;
    else
      pairs.push({
        query: compactTokens(wordPiece, q, mostQueryTokens),
        passage: compactTokens(wordPiece, p, mostPassageTokens),
        group: -1,
      });
  }
  return {
    pairs: pairs.filter(({ query, passage }) => query[0]!.length > 0 && passage[0]!.length > 0),
    overlapping,
  };
}

/** Hundreds of thousands of these are held in memory. */
function compactTokens(wordPiece: WordPiece, text: string, most: number): TextTokens {
  const known = wordPiece.encode(text).filter((token) => token !== wordPiece.unknownId);
  return [Uint16Array.from(known.slice(0, most))];
}
