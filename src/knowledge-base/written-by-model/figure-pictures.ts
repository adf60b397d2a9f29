import type { LoadRequest } from '../../load/loader.ts';
import type { PageView, RenderRequest } from '../../load/pdf/pictures/render.ts';
import type { Chunk, LoadedDocument, Picture, Rect } from '../../types.ts';
import { encodePng } from '../../util/pictures/png.ts';
import { ProcessEnded } from '../../util/processes/process-ended.ts';
import type { ProcessLimits } from '../../util/processes/process-pool.ts';
import { drawPages } from '../show/draw-pages.ts';
import { readingFailure } from '../prepare/readers.ts';
import type { Readers } from '../prepare/shared-readers.ts';

/** Sharp enough to read what is printed, and no more than models look at. */
const pixelsPerPoint = 2;
const mostPixelsASide = 1536;
/** Points: what is thinner shows nothing. */
const leastSide = 4;

type Figures = Pick<LoadedDocument, 'format' | 'pages' | 'pictures'>;

/** Where the picture of a figure's chunk stands: in PDFs around all that share its caption. `undefined` where it cannot be drawn. */
export function figureRect({ format, pictures }: Figures, chunk: Chunk): Rect | undefined {
  if ((format !== 'pdf' && format !== 'pptx') || chunk.kind !== 'figure') return undefined;
  const rects = (pictures ?? []).flatMap((picture) => (standsFor(chunk, picture) && picture.rect) || []);
  const [first] = rects;
  if (first === undefined) return undefined;
  const rect = format === 'pptx' ? first : around(rects.filter(({ page }) => page === first.page));
  return Math.min(rect.x1 - rect.x0, rect.y1 - rect.y0) < leastSide ? undefined : rect;
}

const around = (rects: readonly Rect[]): Rect => ({
  page: rects[0]!.page,
  x0: Math.min(...rects.map(({ x0 }) => x0)),
  y0: Math.min(...rects.map(({ y0 }) => y0)),
  x1: Math.max(...rects.map(({ x1 }) => x1)),
  y1: Math.max(...rects.map(({ y1 }) => y1)),
});

/** Whether some of a chunk stands for a picture. */
export function standsFor(
  { charStart, charEnd }: Pick<Chunk, 'charStart' | 'charEnd'>,
  picture: Picture,
): boolean {
  return picture.charStart < charEnd && charStart < picture.charEnd;
}

interface DrawFiguresOptions {
  readonly loaded: Figures;
  readonly readers: Readers;
  readonly limits: LoadRequest['limits'] & ProcessLimits;
  readonly signal?: AbortSignal | undefined;
}

/** What stands in these places as PNG files; `undefined` for images of formats that are not drawn. @throws as `drawPages` does. */
export async function drawFigures(
  source: RenderRequest,
  rects: readonly Rect[],
  options: DrawFiguresOptions,
): Promise<(Uint8Array | undefined)[]> {
  const { loaded } = options;
  if (loaded.format === 'pptx') return drawSlidePictures(source, rects, options);
  return drawRegions(
    source,
    rects.map((region) => viewOf(region, loaded.pages[region.page - 1]!)),
    options,
  );
}

/** Slides are not drawn, but their images are. */
async function drawSlidePictures(
  source: RenderRequest,
  rects: readonly Rect[],
  options: DrawFiguresOptions,
): Promise<(Uint8Array | undefined)[]> {
  const { readers, limits, signal } = options;
  const request = { bytes: source.bytes, name: source.name, limits };
  const { pdf, found } = await readers
    .run('slidePictures', { request, rects }, { ...limits, signal })
    .catch((error: unknown) => {
      throw error instanceof ProcessEnded ? readingFailure(error, source.name, limits) : error;
    });
  const views = found.map((index, place) => {
    const { x0, y0, x1, y1 } = rects[index]!;
    const size = { width: x1 - x0, height: y1 - y0 };
    return viewOf({ page: place + 1, x0: 0, y0: 0, x1: size.width, y1: size.height }, size);
  });
  const drawn =
    views.length === 0 ? [] : await drawRegions({ bytes: pdf, name: source.name }, views, options);
  const pictures = new Map(found.map((index, place) => [index, drawn[place]]));
  return rects.map((_, index) => pictures.get(index));
}

function viewOf(region: Rect, pageSize: PageView['pageSize']): PageView {
  const longest = Math.max(region.x1 - region.x0, region.y1 - region.y0);
  const scale = Math.min(pixelsPerPoint, mostPixelsASide / longest);
  return { page: region.page, pageSize, region, pixelsPerPoint: scale };
}

async function drawRegions(
  source: RenderRequest,
  views: readonly PageView[],
  { readers, limits, signal }: DrawFiguresOptions,
): Promise<Uint8Array[]> {
  const drawn = await drawPages(readers, source, { views, limits, signal });
  return Promise.all(drawn.map((picture, index) => encodePng(picture, views[index]!.pixelsPerPoint)));
}
