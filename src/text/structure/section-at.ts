import type { Section } from '../../types.ts';

/** The sections that hold an offset of the document's text, outermost first: `.at(-1)` is the nearest heading above it. */
export function sectionsAt(sections: readonly Section[], offset: number): Section[] {
  return sections
    .filter(({ charStart, charEnd }) => charStart <= offset && offset < charEnd)
    .sort((a, b) => a.charStart - b.charStart || b.charEnd - a.charEnd || a.level - b.level);
}
