import type { Section } from '../types.ts';

export interface Heading {
  readonly text: string;
  /** 1 … 6. */
  readonly level: number;
  readonly charStart: number;
  readonly anchor?: string;
}

/**
 * Headings in text order to sections: each reaches to the next heading of the same or a higher rank, so
 * sections are nested or disjoint. Linear in the number of headings.
 */
export function sectionsOf(headings: readonly Heading[], textLength: number): Section[] {
  const ends = Array.from(headings, () => textLength);
  const open: number[] = [];
  for (const [index, heading] of headings.entries()) {
    while (open.length > 0 && headings[open.at(-1)!]!.level >= heading.level) {
      ends[open.pop()!] = heading.charStart;
    }
    open.push(index);
  }
  return headings.map(({ text, level, charStart, anchor }, index) => ({
    heading: text,
    level,
    charStart,
    charEnd: ends[index]!,
    ...(anchor === undefined ? {} : { anchor }),
  }));
}
