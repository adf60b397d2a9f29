/** How alike two readings of a page are, word by word. */
import type { Box } from '../../test/support/poppler.ts';

export type Lines = readonly (readonly Box[])[];

/** Counts of words on one page or many; `common` is the length of the longest common subsequence. */
export interface Compared {
  readonly common: number;
  readonly ours: number;
  readonly theirs: number;
}

export const nothing: Compared = { common: 0, ours: 0, theirs: 0 };

export function addCompared(a: Compared, b: Compared): Compared {
  return { common: a.common + b.common, ours: a.ours + b.ours, theirs: a.theirs + b.theirs };
}

/** Twice what both have in common over what both have; 1 when they are equal. */
export function similarity({ common, ours, theirs }: Compared): number {
  return (2 * common) / (ours + theirs);
}

export function compareWords(ours: readonly string[], theirs: readonly string[]): Compared {
  return { common: commonLength(ours, theirs), ours: ours.length, theirs: theirs.length };
}

/** Words without hyphens, and without the bars and rules of Markdown tables. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/(?<=\p{L})[-\u2010\u00ad]/gu, '')
    .split(/\s+/)
    .filter((word) => word !== '' && !/^(?:\||-{3,})$/.test(word));
}

/** The words of lines; where a line ends in a hyphen the word goes on. */
export function popplerWords(lines: Lines): string[] {
  const text = lines.map((line) => line.map((word) => word.text).join(' ')).join('\n');
  return wordsOf(text.replace(/(?<=\p{L}[-\u2010\u00ad])\n/gu, ''));
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  let above = new Uint32Array(b.length + 1);
  let row = new Uint32Array(b.length + 1);
  for (const word of a) {
    for (let index = 0; index < b.length; index++) {
      row[index + 1] = word === b[index] ? above[index]! + 1 : Math.max(above[index + 1]!, row[index]!);
    }
    [above, row] = [row, above];
  }
  return above[b.length]!;
}
