import type { PDFPageProxy } from 'pdfjs-dist';
import type { Box } from '../../geometry.ts';
import { isLinkAddress, maxLinkAreas, type LinkArea } from '../../links.ts';
import { transformed, type Matrix } from '../matrix.ts';
import { boxAround } from '../page-space.ts';

/** What is used of an annotation. */
interface Annotation {
  readonly subtype?: string;
  readonly rect?: readonly number[];
  /** Eight numbers a line. */
  readonly quadPoints?: ArrayLike<number> | null;
  /** The address as it stands in the file. */
  readonly unsafeUrl?: string;
  readonly dest?: unknown;
}

interface LinkOptions {
  /** From the page's space to the displayed page, as in a PDF: a, b, c, d, e, f. */
  readonly transform: readonly number[];
  /** Index of the page that a destination leads to. */
  readonly pageOf: (destination: unknown) => Promise<number | undefined>;
}

/** Where a page leads, as pdf.js reads it. */
export async function readPdfjsLinks(
  page: PDFPageProxy,
  { transform, pageOf }: LinkOptions,
): Promise<LinkArea[]> {
  const annotations = (await page.getAnnotations()) as readonly Annotation[];
  const areas: LinkArea[] = [];
  for (const annotation of annotations.slice(0, maxLinkAreas)) {
    if (annotation.subtype !== 'Link') continue;
    const target = annotation.dest ? await pageOf(annotation.dest) : undefined;
    const url = annotation.unsafeUrl ?? (target === undefined ? '' : `#page=${target + 1}`);
    if (isLinkAddress(url)) areas.push({ boxes: boxesOf(annotation, transform), url });
  }
  return areas;
}

function boxesOf({ rect, quadPoints }: Annotation, transform: readonly number[]): Box[] {
  const lines = quadPoints ? chunks(Array.from(quadPoints), 8) : [];
  return (lines.length > 0 ? lines : [[...(rect ?? [])]]).map((line) => displayed(line, transform));
}

function chunks(numbers: readonly number[], length: number): number[][] {
  return Array.from({ length: Math.floor(numbers.length / length) }, (_, index) =>
    numbers.slice(index * length, (index + 1) * length),
  );
}

/** The box around points, two numbers each. */
function displayed(points: readonly number[], transform: readonly number[]): Box {
  return boxAround(...chunks(points, 2).map(([x = 0, y = 0]) => transformed(transform as Matrix, x, y)));
}
