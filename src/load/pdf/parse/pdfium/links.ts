/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import type { Box } from '../../geometry.ts';
import { isLinkAddress, maxLinkAreas, type LinkArea } from '../../links.ts';
import { boxAround, displayedPoint, type PageSpace } from '../page-space.ts';
import type { PdfiumFile } from './file.ts';
import { scratchBytes, type Engine } from './module.ts';

/** `PDFACTION_URI` of the engine. */
const uriAction = 3;
const maxLines = 50;

/** Where a page leads. */
export function readLinks(file: PdfiumFile, page: number, space: PageSpace): LinkArea[] {
  const { module, scratch } = file;
  const areas: LinkArea[] = [];
  const [position, link] = [scratch >> 2, (scratch >> 2) + 1];
  module.HEAP32[position] = 0;
  for (let count = 0; count < maxLinkAreas; count++) {
    if (module._FPDFLink_Enumerate(page, scratch, scratch + 4) === 0) break;
    const next: number = module.HEAP32[position]!;
    const found = module.HEAP32[link]!;
    const url = addressOf(file, found) ?? '';
    const boxes = isLinkAddress(url) ? boxesOf(file, found, space) : [];
    if (boxes.length > 0) areas.push({ boxes, url });
    module.HEAP32[position] = next; // reading the area has written over it
  }
  return areas;
}

function addressOf(file: PdfiumFile, link: number): string | undefined {
  const { module, handle } = file;
  const action = module._FPDFLink_GetAction(link);
  if (action !== 0 && module._FPDFAction_GetType(action) === uriAction) return uriOf(file, action);
  const direct = module._FPDFLink_GetDest(handle, link);
  const destination = direct || (action === 0 ? 0 : module._FPDFAction_GetDest(handle, action));
  const page = destination === 0 ? -1 : module._FPDFDest_GetDestPageIndex(handle, destination);
  return page < 0 ? undefined : `#page=${page + 1}`;
}

function uriOf({ module, handle, scratch }: PdfiumFile, action: number): string | undefined {
  const bytes = module._FPDFAction_GetURIPath(handle, action, scratch, scratchBytes);
  if (bytes < 2 || bytes > scratchBytes) return undefined;
  return new TextDecoder().decode(module.HEAPU8.slice(scratch, scratch + bytes - 1));
}

/** Links that go over several lines have a quadrilateral for each. */
function boxesOf(engine: Engine, link: number, space: PageSpace): Box[] {
  const { module, scratch } = engine;
  const lines = Math.min(maxLines, module._FPDFLink_CountQuadPoints(link));
  const boxes: Box[] = [];
  for (let line = 0; line < lines; line++) {
    if (module._FPDFLink_GetQuadPoints(link, line, scratch) !== 0) boxes.push(writtenBox(engine, 4, space));
  }
  if (boxes.length === 0 && module._FPDFLink_GetAnnotRect(link, scratch) !== 0)
    boxes.push(writtenBox(engine, 2, space));
  return boxes;
}

/** Around the points that the engine has just written. */
function writtenBox({ module, scratch }: Engine, points: number, space: PageSpace): Box {
  const at = scratch >> 2;
  const numbers = module.HEAPF32.slice(at, at + 2 * points);
  const corners = Array.from({ length: points }, (_, index) =>
    displayedPoint(space, numbers[2 * index]!, numbers[2 * index + 1]!),
  );
  return boxAround(...corners);
}
