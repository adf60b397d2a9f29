import type { Citation } from '../../types.ts';
import { escapeHtml } from '../../util/strings/escape-html.ts';

/** A picture of a page's region, as `kb.snapshot` gives it. */
export interface AnswerPicture {
  /** Position in the file, from 1. */
  readonly page: number;
  /** The picture. */
  readonly png: Uint8Array;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** Of the picture. */
  readonly pixelsPerPoint: number;
}

/** By `sourceId`. */
export type AnswerPictures = ReadonlyMap<number, readonly AnswerPicture[]>;

/** As large as on paper; where there is no room for that, it is moved, and begins where the quote does. */
export function figureOf(
  { page, png, width, height, pixelsPerPoint }: AnswerPicture,
  { title, rects }: Citation,
): string {
  const size = (pixels: number) => Math.round((pixels / pixelsPerPoint) * (96 / 72));
  const data = Buffer.from(png).toString('base64');
  const starts = rects.filter((rect) => rect.page === page).map(({ x0 }) => x0);
  const left = Math.max(0, ((Math.min(...starts, width) - 10) * pixelsPerPoint) / width);
  const name = `Page ${page} of ${escapeHtml(title)}, the quote highlighted`;
  return `<figure>
<div class="picture" tabindex="0" role="group" aria-label="${name}" style="--left: ${left.toFixed(3)}">
<img src="data:image/png;base64,${data}" width="${size(width)}" height="${size(height)}" alt="${name}">
</div>
<figcaption>Page ${page} of the file</figcaption>
</figure>
`;
}
