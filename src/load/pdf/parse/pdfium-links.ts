/* oxlint-disable no-underscore-dangle -- the names are those of the exports of the engine */
import { boundsOf, type Box } from '../geometry.ts';
import { isLinkAddress, maxLinkAreas, type LinkArea } from '../links.ts';
import { displayedPoint, type PageSpace } from './page-space.ts';
import { scratchBytes, type PdfiumModule } from './pdfium-module.ts';

/** `PDFACTION_URI` of the engine. */
const uriAction = 3;
const maxLines = 50;

/** Reads where the pages of a document lead. */
export class LinkReader {
  private readonly module: PdfiumModule;
  private readonly document: number;
  private readonly scratch: number;

  /** @param scratch address of `scratchBytes` bytes in the engine's memory, 8-byte aligned. */
  constructor(module: PdfiumModule, document: number, scratch: number) {
    this.module = module;
    this.document = document;
    this.scratch = scratch;
  }

  read(page: number, space: PageSpace): LinkArea[] {
    const { module, scratch } = this;
    const areas: LinkArea[] = [];
    const [position, link] = [scratch >> 2, (scratch >> 2) + 1];
    module.HEAP32[position] = 0;
    for (let count = 0; count < maxLinkAreas; count++) {
      if (module._FPDFLink_Enumerate(page, scratch, scratch + 4) === 0) break;
      const next: number = module.HEAP32[position]!;
      const area = this.area(module.HEAP32[link]!, space);
      if (area) areas.push(area);
      module.HEAP32[position] = next; // reading the area has written over it
    }
    return areas;
  }

  private area(link: number, space: PageSpace): LinkArea | undefined {
    const url = this.address(link);
    if (url === undefined || !isLinkAddress(url)) return undefined;
    const boxes = this.boxes(link, space);
    return boxes.length === 0 ? undefined : { boxes, url };
  }

  private address(link: number): string | undefined {
    const { module, document } = this;
    const action = module._FPDFLink_GetAction(link);
    if (action !== 0 && module._FPDFAction_GetType(action) === uriAction) return this.uri(action);
    const direct = module._FPDFLink_GetDest(document, link);
    const destination = direct || (action === 0 ? 0 : module._FPDFAction_GetDest(document, action));
    const page = destination === 0 ? -1 : module._FPDFDest_GetDestPageIndex(document, destination);
    return page < 0 ? undefined : `#page=${page + 1}`;
  }

  private uri(action: number): string | undefined {
    const { module, document, scratch } = this;
    const bytes = module._FPDFAction_GetURIPath(document, action, scratch, scratchBytes);
    if (bytes < 2 || bytes > scratchBytes) return undefined;
    return new TextDecoder().decode(module.HEAPU8.slice(scratch, scratch + bytes - 1));
  }

  /** Links that go over several lines have a quadrilateral for each. */
  private boxes(link: number, space: PageSpace): Box[] {
    const { module, scratch } = this;
    const lines = Math.min(maxLines, module._FPDFLink_CountQuadPoints(link));
    const boxes: Box[] = [];
    for (let line = 0; line < lines; line++) {
      if (module._FPDFLink_GetQuadPoints(link, line, scratch) !== 0) boxes.push(this.box(4, space));
    }
    if (boxes.length === 0 && module._FPDFLink_GetAnnotRect(link, scratch) !== 0) {
      boxes.push(this.box(2, space));
    }
    return boxes;
  }

  /** Around the points that the engine has just written. */
  private box(points: number, space: PageSpace): Box {
    const at = this.scratch >> 2;
    const numbers = this.module.HEAPF32.slice(at, at + 2 * points);
    const corners = Array.from({ length: points }, (_, index) =>
      displayedPoint(space, numbers[2 * index]!, numbers[2 * index + 1]!),
    );
    return boundsOf(corners.map(({ x, y }) => ({ x0: x, y0: y, x1: x, y1: y })));
  }
}
