import type { Chunk, Section } from '../../types.ts';
import { firstIndex, type Span } from '../../text/spans.ts';

/**
 * The sections that a chunk holds, in order, each with where it begins in it: the one that it begins in, and those whose headings
 * stand in it. Nothing where that is one.
 * @param sections of the document, by where they start
 * @param first the heading of the section that the chunk begins in, where it does not begin with a heading
 */
export function sectionsIn(
  sections: readonly Section[],
  { start, end }: Span,
  first: string | undefined,
): NonNullable<Chunk['sections']> {
  const from = firstIndex(sections.length, (index) => sections[index]!.charStart >= start);
  const begun: { heading: string; charStart: number }[] = [];
  for (let index = from; index < sections.length && sections[index]!.charStart < end; index += 1) {
    const { heading, charStart } = sections[index]!;
    begun.push({ heading, charStart });
  }
  const isInside = first !== undefined && begun[0]?.charStart !== start;
  const all = isInside ? [{ heading: first, charStart: start }, ...begun] : begun;
  return all.length > 1 ? all : [];
}
