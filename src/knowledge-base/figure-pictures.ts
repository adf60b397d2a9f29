import type { PageView, RenderRequest } from '../load/pdf/render.ts';
import type { Chunk, LoadedDocument, Picture, Rect } from '../types.ts';
import { encodePng } from '../util/png.ts';
import type { ProcessLimits } from '../util/processes/process-pool.ts';
import { drawPages } from './draw-pages.ts';
import type { Readers } from './readers.ts';

/** Sharp enough to read what is printed, and no more than models look at. */
const pixelsPerPoint = 2;
const mostPixelsASide = 1536;
/** Points: what is thinner shows nothing. */
const leastSide = 4;

type Figures = Pick<LoadedDocument, 'format' | 'pages' | 'pictures'>;

/** The picture of a figure's chunk: those that share its caption, around them all. `undefined` where nothing of it can be drawn. */
export function figureRect({ format, pictures }: Figures, chunk: Chunk): Rect | undefined {
  if (format !== 'pdf' || chunk.kind !== 'figure') return undefined;
  const rects = (pictures ?? []).flatMap((picture) => (standsFor(chunk, picture) && picture.rect) || []);
  const [first] = rects;
  if (first === undefined) return undefined;
  const here = rects.filter(({ page }) => page === first.page);
  const rect = {
    page: first.page,
    x0: Math.min(...here.map(({ x0 }) => x0)),
    y0: Math.min(...here.map(({ y0 }) => y0)),
    x1: Math.max(...here.map(({ x1 }) => x1)),
    y1: Math.max(...here.map(({ y1 }) => y1)),
  };
  return Math.min(rect.x1 - rect.x0, rect.y1 - rect.y0) < leastSide ? undefined : rect;
}

/** Whether some of a chunk stands for a picture. */
export function standsFor(
  { charStart, charEnd }: Pick<Chunk, 'charStart' | 'charEnd'>,
  picture: Picture,
): boolean {
  return picture.charStart < charEnd && charStart < picture.charEnd;
}

interface DrawFiguresOptions {
  readonly pages: LoadedDocument['pages'];
  readonly readers: Readers;
  readonly limits: Pick<ProcessLimits, 'maxMemoryMb'>;
  readonly signal?: AbortSignal | undefined;
}

/** These parts of a PDF's pages as PNG files. @throws as `drawPages` does. */
export async function drawFigures(
  source: RenderRequest,
  rects: readonly Rect[],
  { pages, readers, limits, signal }: DrawFiguresOptions,
): Promise<Uint8Array[]> {
  const views = rects.map((region): PageView => {
    const longest = Math.max(region.x1 - region.x0, region.y1 - region.y0);
    const { page } = region;
    const scale = Math.min(pixelsPerPoint, mostPixelsASide / longest);
    return { page, pageSize: pages[page - 1]!, region, pixelsPerPoint: scale };
  });
  const drawn = await drawPages(readers, source, { views, limits, signal });
  return Promise.all(drawn.map((picture, index) => encodePng(picture, views[index]!.pixelsPerPoint)));
}
