import type { LoadedDocument, LayoutRun, Page, Section } from '../../types.ts';

/** Heights of words differ by their fonts, too: less than this share of the largest is smaller type. */
const asLarge = 0.85;
/** Share of the page's height above which titles stand: what is set larger further down says something else. */
const upper = 0.5;
/** Share of the page's width from which on a heading stands in the corner. */
const corner = 0.6;
/** Characters of a line of a cover. */
const longestOnCover = 100;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** A heading of the first page and the words that print it; none where it is an entry of the outline alone. */
interface Placed {
  readonly heading: string;
  readonly runs: readonly LayoutRun[];
}

/**
 * Of headings of a PDF those that may be its title, the most likely one first: the first of those in the largest type, before it one of a
 * cover that comes again above the text. Not a
 * note in the corner in the type of the text, nor an entry of the outline that names the page by its number (`Slide 1`, `Diapo 1`). Another entry
 * that is not printed stays where it is the first: somebody called the document so. Where the first page has no headings, those of the next.
 */
export function firstHeadings(
  headings: readonly Pick<Section, 'heading' | 'charStart'>[],
  { text, pages: [page] }: Pick<LoadedDocument, 'text' | 'pages'>,
): string[] {
  const onPage = page === undefined ? [] : headings.filter(({ charStart }) => charStart < page.charEnd);
  if (page === undefined || onPage.length === 0) return headings.map(({ heading }) => heading);
  const placed = onPage
    .map((section) => ({ heading: section.heading, runs: runsOf(section, text, page) }))
    .filter((one) => !isNumbered(one) && !isInCorner(one, page));
  const [first] = placed;
  if (first === undefined || first.runs.length === 0) return placed.map(({ heading }) => heading);
  const largest = Math.max(...placed.map(({ runs }) => heightOf(runs)));
  const isLarge = ({ runs }: Placed) =>
    heightOf(runs) >= asLarge * largest && runs[0]!.y0 < upper * page.height;
  const large = placed.filter(isLarge);
  const repeated = large.find(({ heading }) => comesAgain(heading, headings, text));
  return [...(repeated ? [repeated] : []), ...large, ...placed.filter((one) => !isLarge(one))].map(
    ({ heading }) => heading,
  );
}

/** Whether a heading comes again with no sentence before that: it stood on a cover. */
function comesAgain(
  heading: string,
  headings: readonly Pick<Section, 'heading' | 'charStart'>[],
  text: string,
): boolean {
  const [first, second] = headings.filter((other) => other.heading === heading);
  if (first === undefined || second === undefined) return false;
  const between = text.slice(first.charStart + heading.length, second.charStart).split('\n');
  return !between.some((line) => line.length > longestOnCover || /\p{Ll}[.!?]$/u.test(line));
}

function runsOf(
  { heading, charStart }: Pick<Section, 'heading' | 'charStart'>,
  text: string,
  { layout }: Page,
) {
  const charEnd = charStart + heading.length;
  if (text.slice(charStart, charEnd).replaceAll(/\s/g, ' ') !== heading) return [];
  return layout.filter((run) => run.charStart >= charStart && run.charStart < charEnd);
}

/** Mean height of the words, by their widths; 0 for none. */
function heightOf(runs: readonly LayoutRun[]): number {
  let [width, area] = [0, 0];
  for (const { x0, y0, x1, y1 } of runs) {
    width += x1 - x0;
    area += (x1 - x0) * (y1 - y0);
  }
  return width === 0 ? 0 : area / width;
}

/** The number is that of the first page. */
const isNumbered = ({ heading, runs }: Placed) => runs.length === 0 && /^\D+\s1$/.test(heading);

function isInCorner({ heading, runs }: Placed, { width, layout }: Page): boolean {
  if (runs.length === 0 || rightToLeft.test(heading)) return false;
  if (runs.some(({ x0 }) => x0 < corner * width)) return false;
  const heights = layout.map(({ y0, y1 }) => y1 - y0).toSorted((a, b) => a - b);
  return asLarge * heightOf(runs) < heights[heights.length >> 1]!;
}
