/** Keeps the evaluation sets out of the training pairs: a passage that shares 13 words in a row with one of them goes. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const wordsInARow = 13;
const sets = ['retrieval', 'chunking', 'legal', 'finance', 'scifact-claims', 'xquad'];
const textFile = /\.(jsonl?|md|txt|tsv|csv)$/;

/** @param data the folder of the evaluation sets */
export function evaluationShingles(data: string): Set<number> {
  const shingles = new Set<number>();
  for (const set of sets) {
    const folder = path.join(data, set);
    if (!existsSync(folder))
      throw new Error(`${folder} is missing: give the folder of the data with --data.`);
    for (const file of filesBelow(folder)) {
      for (const line of readFileSync(file, 'utf8').split('\n')) addShingles(line, shingles);
    }
  }
  return shingles;
}

export function overlaps(text: string, shingles: ReadonlySet<number>): boolean {
  return hashesOf(text).some((hash) => shingles.has(hash));
}

function addShingles(text: string, to: Set<number>): void {
  for (const hash of hashesOf(text)) to.add(hash);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => textFile.test(file) && statSync(file).isFile());
}

/** A number of 52 bits for each run of words. */
function hashesOf(text: string): number[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return Array.from({ length: Math.max(0, words.length - wordsInARow + 1) }, (_, start) =>
    hashOf(words.slice(start, start + wordsInARow).join(' ')),
  );
}

/** FNV-1a twice, with two offsets. */
function hashOf(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x01000193) ^ (low >>> 15);
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}
