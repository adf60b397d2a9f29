import type { Section } from '../../../types.ts';

export interface SectionStart {
  readonly heading: string;
  readonly level: number;
  readonly charStart: number;
}

/**
 * Gives each section its end: where the next one of the same or a higher level starts, or the end of the
 * text. Sections therefore nest; of two of one level at one place the last stays.
 */
export function nestSections(starts: readonly SectionStart[], textLength: number): Section[] {
  const sorted = [...starts].sort((a, b) => a.charStart - b.charStart || a.level - b.level);
  const ends = sorted.map(() => textLength);
  const open: number[] = [];
  const closeDownTo = (level: number, end: number): void => {
    while (open.length > 0 && sorted[open.at(-1)!]!.level >= level) ends[open.pop()!] = end;
  };
  sorted.forEach((section, index) => {
    closeDownTo(section.level, section.charStart);
    open.push(index);
  });
  closeDownTo(0, textLength);
  return sorted
    .map(({ heading, level, charStart }, index) => ({ heading, level, charStart, charEnd: ends[index]! }))
    .filter((section) => section.charEnd > section.charStart);
}
