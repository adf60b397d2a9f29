import type { Chunk } from '../../../index.ts';

/** The headings that all of a chunk stands under, then that of the section that it begins in. */
export function describePlace({
  headingPath,
  sectionHeading,
}: Pick<Chunk, 'headingPath' | 'sectionHeading'>): string {
  const isSaid = sectionHeading === undefined || sectionHeading === headingPath.at(-1);
  return [...headingPath, ...(isSaid ? [] : [sectionHeading])].join(' > ');
}
