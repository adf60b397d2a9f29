import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** Texts for measuring, in batches, and questions about them. */
export interface Texts {
  readonly count: number;
  readonly questions: readonly string[];
  batches(size: number): Iterable<string[]>;
}

const pairs = fileURLToPath(new URL('../../../shared/data/train/pairs/', import.meta.url));

/**
 * Passages of `../shared/data/train`, evenly from its sources; `undefined` where it is missing. Where there are fewer, more are made,
 * each of the end of one and the beginning of another.
 */
export async function readPassages(count: number): Promise<Texts | undefined> {
  if (!existsSync(pairs)) return undefined;
  const files = readdirSync(pairs).filter((name) => name.endsWith('.jsonl.gz'));
  const passages: string[] = [];
  const questions: string[] = [];
  // A source that has too few leaves its share to those after it; the smallest come first.
  const bySize = files.map((name) => ({ name, lines: linesOf(name) })).sort((a, b) => a.lines - b.lines);
  for (const [index, { name }] of bySize.entries()) {
    const share = Math.ceil((count - passages.length) / (bySize.length - index));
    const lines = readLines(name).slice(0, share);
    for (const [number, line] of lines.entries()) {
      const { q, p } = JSON.parse(line) as { q: string; p: string };
      if (number % 97 === 0) questions.push(q);
      passages.push(p);
    }
  }
  return { count, questions, batches: (size) => slices(withMade(passages, count), size) };
}

function* withMade(passages: readonly string[], count: number): Generator<string> {
  yield* passages;
  for (let made = passages.length; made < count; made += 1) {
    const one = passages[made % passages.length]!;
    const other = passages[(made + Math.floor(made / passages.length)) % passages.length]!;
    yield `${one.slice(middleOf(one))} ${other.slice(0, middleOf(other))}`;
  }
}

/** Where a word begins. */
const middleOf = (text: string) => text.indexOf(' ', text.length / 2) + 1;

/**
 * Passages taken evenly from all, and as many questions of pairs whose passages are left out; `undefined` where the
 * folder is missing.
 */
export function readPairs(
  count: number,
  questions: number,
): { readonly passages: string[]; readonly questions: string[] } | undefined {
  if (!existsSync(pairs)) return undefined;
  const files = readdirSync(pairs).filter((name) => name.endsWith('.jsonl.gz'));
  const all = files.flatMap(readLines);
  const heldOut = new Set(evenly(all.length, questions));
  const kept = Array.from(all.keys()).filter((index) => !heldOut.has(index));
  const pairAt = (index: number) => JSON.parse(all[index] as string) as { q: string; p: string };
  return {
    passages: evenly(kept.length, Math.min(count, kept.length)).map((at) => pairAt(kept[at] as number).p),
    questions: [...heldOut].map((index) => pairAt(index).q),
  };
}

/** Places in a list, the same distance apart. */
function evenly(length: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * length) / count));
}

function linesOf(name: string): number {
  return readLines(name).length;
}

function readLines(name: string): string[] {
  return gunzipSync(readFileSync(pairs + name))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}

function* slices(texts: Iterable<string>, size: number): Generator<string[]> {
  let slice: string[] = [];
  for (const text of texts) {
    slice.push(text);
    if (slice.length < size) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

const wordsPerChunk = 120;
const vocabulary = 200_000;
/** The most common words of natural language are stop words, which are not indexed. */
const firstRank = 50;

/** Chunks of words drawn with a probability near 1 / rank: nothing but chance puts words together. */
export function syntheticTexts(count: number): Texts {
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
  const word = () => `w${Math.floor(firstRank * (vocabulary / firstRank) ** random()).toString(36)}`;
  const text = (words: number) => Array.from({ length: words }, word).join(' ');
  return {
    count,
    questions: Array.from({ length: 400 }, () => text(8)),
    *batches(size) {
      for (let start = 0; start < count; start += size) {
        yield Array.from({ length: Math.min(size, count - start) }, () => text(wordsPerChunk));
      }
    },
  };
}
