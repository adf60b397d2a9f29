import type { Chunk } from '../../../index.ts';

/** The headings that all of a chunk stands under, then that of the section that it begins in. */
export function describePlace({
  headingPath,
  sectionHeading,
}: Pick<Chunk, 'headingPath' | 'sectionHeading'>): string {
  const isSaid = sectionHeading === undefined || sectionHeading === headingPath.at(-1);
  return [...headingPath, ...(isSaid ? [] : [sectionHeading])].join(' > ');
}

/** The heading of a section, to be said beside the title; none where it is the title once more, as of a mail. */
export const ownSection = (title: string, heading: string | undefined): string | undefined =>
  heading === title ? undefined : heading;

/** `p. 7`, `pp. 1–3`, `pp. 1, 4`; nothing for a text without pages. */
export function describePages(pageNumbers: readonly number[]): string {
  const [first, last] = [pageNumbers[0], pageNumbers.at(-1)];
  if (first === undefined || last === undefined) return '';
  if (first === last) return `p. ${first}`;
  const isRun = last - first + 1 === pageNumbers.length;
  return `pp. ${isRun ? `${first}–${last}` : pageNumbers.join(', ')}`;
}
