import { ConfigError, NoDocumentsFoundError } from '../../errors.ts';
import type { DocumentContent } from '../../store/store.ts';
import { regionInPoints } from '../../store/filter/region.ts';
import { parseNear, parseRegion } from '../../store/filter/parse-constraint.ts';
import type { LayoutRun, Page } from '../../types.ts';
import { anchorsIn, isNear } from './near-places.ts';

/**
 * The words whose middle lies in a region of a page, in reading order, as they stand in the text with the breaks between
 * them; what is left out between two is an ellipsis.
 * @throws FilterError for a region that is none; NoDocumentsFoundError when there is no such page.
 */
export function textInRegion(title: string, content: DocumentContent, given: unknown): string {
  const { text, pages } = content;
  const near = parseNear(given);
  if (near) {
    const anchors = anchorsIn(content, near);
    return pages
      .map((page) => {
        const isInside = ({ x0, y0, x1, y1 }: LayoutRun) =>
          anchors.some((anchor) => isNear(anchor, { page: page.number, x0, y0, x1, y1 }, near.within));
        return wordsOn(page, text, isInside);
      })
      .filter((words) => words !== '')
      .join('\n…\n');
  }
  const region = parseRegion(given)?.region;
  if (region === undefined) throw new ConfigError('No region is given');
  const page = pages.find(({ number }) => number === region.page);
  if (page === undefined) {
    throw new NoDocumentsFoundError(`${title} has no page ${region.page}`, {
      hint: `It has ${pages.length} pages.`,
    });
  }
  const area = regionInPoints(region, page);
  const isInside = ({ x0, y0, x1, y1 }: LayoutRun) =>
    (x0 + x1) / 2 >= area.x0 &&
    (x0 + x1) / 2 <= area.x1 &&
    (y0 + y1) / 2 >= area.y0 &&
    (y0 + y1) / 2 <= area.y1;
  return wordsOn(page, text, isInside);
}

function wordsOn(page: Page, text: string, isInside: (run: LayoutRun) => boolean): string {
  const inside = page.layout.filter(isInside);
  const following = new Map(page.layout.map((run, index) => [run, page.layout[index + 1]]));
  return inside
    .map((run, index) => {
      const word = text.slice(run.charStart, run.charEnd);
      const next = inside[index + 1];
      if (next === undefined) return word;
      return word + (following.get(run) === next ? text.slice(run.charEnd, next.charStart) : '\n…\n');
    })
    .join('');
}
