/** Places in documents: how they are named, linked and asked for. */
import { queryOf, unlessUsual } from '../api.ts';
import type { Citation, Hit, Rect } from '../shapes.ts';

/** What the reader opens: a span of a document, with what is known of it. */
export interface Place {
  readonly documentId: string;
  readonly collection: string;
  readonly version?: number | undefined;
  /** From 1. */
  readonly page?: number | undefined;
  readonly charStart: number;
  /** The same as `charStart` where nothing is marked. */
  readonly charEnd: number;
  /** Of a citation; others are asked for. */
  readonly citation?: Citation | undefined;
}

export const placeOf = (citation: Citation): Place => ({
  documentId: citation.documentId,
  collection: citation.collection,
  version: citation.documentVersion,
  page: citation.pages[0],
  charStart: citation.charStart,
  charEnd: citation.charEnd,
  citation,
});

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

/** Of a link as the server writes it, such as that of a hit; `undefined` where it names no document. */
export function placeAt(link: string): Place | undefined {
  const { pathname, searchParams } = new URL(link, location.href);
  const [, id = ''] = /^\/documents\/([^/]+)$/.exec(pathname) ?? [];
  const documentId = decoded(id);
  if (!documentId) return undefined;
  const number = (name: string) => Number(searchParams.get(name)) || undefined;
  const [charStart = 0, charEnd = 0] = (searchParams.get('at') ?? '').split('-').map(Number);
  return {
    documentId,
    collection: searchParams.get('collection') ?? 'default',
    version: number('version'),
    page: number('page'),
    charStart,
    charEnd,
  };
}

/** Where a hit opens: at what of it has most of the query. */
export function placeOfHit({ url, best }: Hit): Place | undefined {
  const place = url === undefined ? undefined : placeAt(url);
  return place && best ? { ...place, charStart: best[0], charEnd: best[1] } : place;
}

const named = ({ collection, version }: Place) => ({
  collection: unlessUsual(collection),
  version,
});

/** The address of the place, which others can open. */
export function linkTo(place: Place): string {
  const { documentId, page, charStart, charEnd } = place;
  const at = charEnd > charStart ? `${charStart}-${charEnd}` : undefined;
  return `/documents/${encodeURIComponent(documentId)}${queryOf({ ...named(place), page, at })}`;
}

/** The address of a search in the place's document alone: pictures of pages have no words that a browser finds. */
export function searchIn({ documentId, collection }: Place): string {
  const where = JSON.stringify({ documentId: { is: documentId } });
  return `/search${queryOf({ where, collection: unlessUsual(collection) })}`;
}

/** The address of what the interface has of the place's document. */
export const apiOf = (
  place: Place,
  part = '',
  query: Readonly<Record<string, string | number | undefined>> = {},
) => `/v1/documents/${encodeURIComponent(place.documentId)}${part}${queryOf({ ...named(place), ...query })}`;

/** The same document, whichever place of it. */
export const documentKey = ({ documentId, collection, version }: Place) =>
  JSON.stringify([documentId, collection, version]);

const range = (names: readonly (string | number)[]) =>
  names.length > 1 ? `${names[0]}–${names.at(-1)}` : String(names[0]);

/** `p. 7 (printed 3)`, `pp. 7–8`; the section where there are no pages. */
export function describePages({
  pages,
  printedPages,
  section,
}: Pick<Citation, 'pages' | 'printedPages' | 'section'>): string {
  if (pages.length === 0) return section ?? '';
  const printed = printedPages === undefined ? '' : ` (printed ${range(printedPages)})`;
  return `${pages.length > 1 ? 'pp.' : 'p.'} ${range(pages)}${printed}`;
}

/** The rectangles on a page, in per cent of it. */
export function marksOn(rects: readonly Rect[], page: { number: number; width: number; height: number }) {
  return rects
    .filter((rect) => rect.page === page.number)
    .map(({ x0, y0, x1, y1 }) => ({
      left: `${(x0 / page.width) * 100}%`,
      top: `${(y0 / page.height) * 100}%`,
      width: `${((x1 - x0) / page.width) * 100}%`,
      height: `${((y1 - y0) / page.height) * 100}%`,
    }));
}
