import type { Link, LoadedDocument, Page } from '../../types.ts';
import type { Box } from './geometry.ts';

/** Where a page leads somewhere when it is clicked. */
export interface LinkArea {
  /** On the displayed page, one a line. */
  readonly boxes: readonly Box[];
  /** As it stands in the file; `#page=3` within it. */
  readonly url: string;
}

/** Areas of a page that are read at most. */
export const maxLinkAreas = 2000;
/** What links to nothing that can be cited. */
const script = /^(?:javascript|vbscript|data):/i;
/** Viewers leave these out of addresses, wherever they stand in them. */
const leftOut = /[\p{Cc}\s]/gu;
/** Share of a word that lies in an area that it belongs to: areas reach into the lines above and below. */
const minShare = 0.4;

/** Whether an address is worth keeping. */
export function isLinkAddress(url: string): boolean {
  const address = url.replace(leftOut, '');
  return address !== '' && !script.test(address);
}

/**
 * The words under the areas of each page, with where they lead. Words of one address that only white space parts are one
 * link; areas over nothing but pictures are none.
 */
export function linksOf(
  { text, pages }: Pick<LoadedDocument, 'text' | 'pages'>,
  areas: readonly (readonly LinkArea[])[],
): Link[] {
  return pages.flatMap((page, index) => linksOfPage(text, page, areas[index] ?? []));
}

function linksOfPage(text: string, { layout }: Page, areas: readonly LinkArea[]): Link[] {
  const links: { charStart: number; charEnd: number; url: string }[] = [];
  for (const run of layout) {
    const url = areaUnder(run, areas)?.url;
    if (url === undefined) continue;
    const { charStart, charEnd } = run;
    const last = links.at(-1);
    const goesOn = last?.url === url && text.slice(last.charEnd, charStart).trim() === '';
    if (goesOn) last.charEnd = charEnd;
    else links.push({ charStart, charEnd, url });
  }
  return links;
}

/** The area that covers most of a word. */
function areaUnder(run: Box, areas: readonly LinkArea[]): LinkArea | undefined {
  let best: LinkArea | undefined;
  let most = minShare * (run.x1 - run.x0) * (run.y1 - run.y0);
  for (const area of areas) {
    for (const box of area.boxes) {
      const covered = overlapArea(box, run);
      if (covered <= most) continue;
      best = area;
      most = covered;
    }
  }
  return best;
}

function overlapArea(a: Box, b: Box): number {
  const width = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0);
  const height = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return Math.max(0, width) * Math.max(0, height);
}
