/** Which part of a long text is shown at once. In characters of the document. */

/** Around the place, and added at each end. */
export const step = 12_000;

/** A longer section is begun in its middle. */
const farthest = 4 * step;

interface Range {
  readonly charStart: number;
  readonly charEnd: number;
}

/** Sections in text order. */
type Sections = readonly Pick<Range, 'charStart'>[];

/** From where text is shown: from the end of the line before the section, as a part of it may begin within code. */
export function sectionStart(sections: Sections, at: number): number {
  const start = sections.findLast(({ charStart }) => charStart <= at)?.charStart ?? 0;
  return at - start > farthest ? at : Math.max(0, start - 1);
}

export const around = ({ charStart, charEnd }: Range, sections: Sections): Range => ({
  charStart: sectionStart(sections, Math.max(0, charStart - step / 2)),
  charEnd: charEnd + step / 2,
});
