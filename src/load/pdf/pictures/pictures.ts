import { figureTitle } from '../../../text/structure/caption.ts';
import { pictureMark } from '../../../text/structure/picture-mark.ts';
import { boundsOf, type Box, type PageSize } from '../geometry.ts';
import type { Piece } from '../arrange/pieces.ts';
import { rowText, toRow, type Row } from '../rows.ts';
import { isContinuation } from '../arrange/run-on.ts';
import type { Word } from '../words.ts';

/** A picture on a page, in points as displayed. */
export interface PagePicture {
  readonly box: Box;
  readonly alternativeText?: string;
  /** What OCR read in it, line by line. */
  readonly words?: readonly Word[];
}

/** Points: what is smaller in either direction is a mark, a line or an icon. */
const leastSide = 12;
/** Share of the page: what covers more is its background, or the scan of all of it. */
const mostOfPage = 0.9;
/** Points between parts of one picture: producers cut pictures into strips and tiles. */
const tileGap = 1;
/** More images than this are not joined to one another: a page of them is a pattern. */
const mostJoined = 500;
/** Points between a picture and its caption. */
const captionGap = 40;
/** Points: pictures beside one another share a caption when they are about as far from it. */
const sameGap = 12;
/** A shorter alternative text says nothing that could be searched. */
const shortestText = 10;
/** Points, and share of the page: what is smaller is a logo or an icon. */
const leastTellingSide = 36;
const leastTellingShare = 0.03;
/** Pages that show a picture at the same place, such as a letterhead: then it tells nothing. */
const mostRepeats = 2;

/** Tiles of pictures put together; without marks and backgrounds. From top to bottom. */
export function joinPictures(found: readonly PagePicture[], { width, height }: PageSize): PagePicture[] {
  const joined: PagePicture[] = [];
  const shown = found.filter(({ box }) => area(box) < mostOfPage * width * height);
  for (const picture of shown) {
    let whole = picture;
    for (let at = 0; joined.length < mostJoined && at < joined.length; at++) {
      const other = joined[at]!;
      if (!touches(whole.box, other.box)) continue;
      if (whole.alternativeText && other.alternativeText) continue;
      const alternativeText = whole.alternativeText ?? other.alternativeText;
      whole = { box: boundsOf([whole.box, other.box]), ...(alternativeText && { alternativeText }) };
      joined.splice(at, 1);
      at = -1; // the whole may touch what its parts did not
    }
    joined.push(whole);
  }
  return joined
    .filter(({ box: { x0, y0, x1, y1 } }) => Math.min(x1 - x0, y1 - y0) >= leastSide)
    .sort((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0);
}

const area = ({ x0, y0, x1, y1 }: Box) => Math.max(0, x1 - x0) * Math.max(0, y1 - y0);

function touches(one: Box, other: Box): boolean {
  const across = Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
  const down = Math.min(one.y1, other.y1) - Math.max(one.y0, other.y0);
  return across >= -tileGap && down >= -tileGap;
}

/** Of each page the pictures that are worth looking into: neither small nor repeated from page to page. */
export function tellingPictures(
  pages: readonly { readonly size: PageSize; readonly pictures?: readonly PagePicture[] }[],
): PagePicture[][] {
  const placeOf = ({ box: { x0, y0, x1, y1 } }: PagePicture) => [x0, y0, x1, y1].map(Math.round).join(' ');
  const repeats = new Map<string, number>();
  for (const { pictures = [] } of pages) {
    for (const place of new Set(pictures.map(placeOf))) repeats.set(place, (repeats.get(place) ?? 0) + 1);
  }
  return pages.map(({ size, pictures = [] }) =>
    pictures.slice(0, mostJoined).filter((picture) => {
      const { x0, y0, x1, y1 } = picture.box;
      const isLarge =
        Math.min(x1 - x0, y1 - y0) >= leastTellingSide &&
        area(picture.box) >= leastTellingShare * size.width * size.height;
      return isLarge && repeats.get(placeOf(picture))! <= mostRepeats;
    }),
  );
}

/**
 * Gives each picture its piece of the text: its caption, with its alternative text and what OCR read in it above, or these
 * alone where it stands. A picture with none of them has none.
 *
 * @param pictures of each page.
 * @param marked get a mark for a piece where they would have none.
 */
export function placePictures(
  pieces: readonly Piece[],
  pictures: readonly (readonly PagePicture[])[],
  marked: ReadonlySet<PagePicture> = new Set(),
): { readonly pieces: Piece[]; readonly placed: ReadonlyMap<PagePicture, Piece> } {
  const all = [...pieces];
  const placed = new Map<PagePicture, Piece>();
  const boxes = new Map<Piece, Box>();
  const topOf = (piece: Piece) => (boxes.get(piece) ?? boundsOf(piece.rows)).y0;
  for (const [page, ofPage] of pictures.entries()) {
    for (const picture of ofPage) {
      const captions = all.filter((piece) => piece.page === page && isCaption(piece));
      const caption = captionOf(picture, captions, ofPage);
      const read = linesOf(picture);
      const mark = caption || read.length > 0 || !marked.has(picture) ? undefined : pictureMark;
      const alternative = wordsOf(picture) ?? mark;
      const isSilent = alternative === undefined && read.length === 0;
      const piece: Piece | undefined = caption ?? (isSilent ? undefined : { kind: 'figure', rows: [], page });
      if (!piece) continue;
      const texts = [piece.alternative, alternative].filter((text) => text !== undefined);
      piece.kind = 'figure';
      if (texts.length > 0) piece.alternative = texts.join('\n');
      if (read.length > 0) piece.read = [...(piece.read ?? []), ...read];
      placed.set(picture, piece);
      if (caption) continue;
      const isBehind = (other: Piece) =>
        other.page > page || (other.page === page && topOf(other) >= picture.box.y0);
      all.splice(outsideParagraphs(all, all.findIndex(isBehind)), 0, piece);
      boxes.set(piece, picture.box);
    }
  }
  return { pieces: all, placed };
}

/** Several pictures may share one. */
function isCaption({ kind, rows: [row] }: Piece): boolean {
  if (row === undefined || (kind !== 'text' && kind !== 'figure')) return false;
  return row.words[0]!.turn === 0 && figureTitle(rowText(row)) !== undefined;
}

/** The nearest above or below it, unless another picture is nearer to that. */
function captionOf(
  { box }: PagePicture,
  captions: readonly Piece[],
  pictures: readonly PagePicture[],
): Piece | undefined {
  const [nearest] = captions
    .map((piece) => ({ piece, gap: gapBetween(box, piece) }))
    .sort((a, b) => a.gap - b.gap);
  if (nearest === undefined || nearest.gap > captionGap) return undefined;
  const least = Math.min(...pictures.map((other) => gapBetween(other.box, nearest.piece)));
  return nearest.gap <= least + sameGap ? nearest.piece : undefined;
}

/** Points above or below; Infinity where they stand beside one another. */
function gapBetween(box: Box, { rows }: Piece): number {
  const { x0, y0, x1, y1 } = boundsOf(rows);
  const isBeside = Math.min(x1, box.x1) <= Math.max(x0, box.x0);
  return isBeside ? Infinity : Math.max(y0 - box.y1, box.y0 - y1, 0);
}

function wordsOf({ alternativeText = '' }: PagePicture): string | undefined {
  const text = alternativeText.replace(/\s+/gu, ' ').trim();
  return text.length < shortestText ? undefined : text;
}

/** Words of a line have one baseline. */
export function linesOf({ words = [] }: PagePicture): Row[] {
  const lines: Word[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line?.[0]!.baseline === word.baseline) line.push(word);
    else lines.push([word]);
  }
  return lines.map(toRow);
}

/** The place, or the next one where no paragraph runs on; the end for none. */
function outsideParagraphs(pieces: readonly Piece[], found: number): number {
  let place = found < 0 ? pieces.length : found;
  while (place > 0 && place < pieces.length && isContinuation(pieces[place - 1]!, pieces[place]!)) place += 1;
  return place;
}
