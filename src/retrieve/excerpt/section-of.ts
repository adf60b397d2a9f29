import type { Chunk } from '../../types.ts';

/** The heading that a place of the document stands under, as a chunk knows it: of several sections the last that begins before it. */
export function sectionOf(
  { sections = [], sectionHeading }: Pick<Chunk, 'sections' | 'sectionHeading'>,
  place: number | undefined,
): string | undefined {
  if (place === undefined) return sectionHeading;
  return sections.findLast(({ charStart }) => charStart <= place)?.heading ?? sectionHeading;
}
