import { wordsPattern } from '../../util/strings/words-pattern.ts';
import { FilterError } from '../../errors.ts';
import type { FilterNode, Near } from '../../store/filter/filter.ts';
import type { DocumentContent, StoreReader } from '../../store/store.ts';
import { lineRects } from '../../text/rectangles.ts';
import type { Rect } from '../../types.ts';
import { onDocuments } from './describe-fields.ts';

/** Documents whose pages are looked at; a filter names those that are meant. */
const mostDocuments = 200;

/**
 * Where a document has what something is to be near to: every place where the text stands, in any case and with any white
 * space, and the pictures whose alternative text or description has it; or all pictures.
 */
export function anchorsIn({ text, pages, structure }: DocumentContent, { near, page }: Near): Rect[] {
  const pictures = (structure?.pictures ?? []).filter(
    ({ alternativeText = '', described }) =>
      typeof near !== 'string' ||
      [alternativeText, described?.text ?? ''].some((words) => expressionOf(near).test(words)),
  );
  const found = typeof near === 'string' ? Array.from(text.matchAll(expressionOf(near, 'g'))) : [];
  const rects = [
    ...pictures.flatMap(({ rect }) => rect ?? []),
    ...found.flatMap(({ 0: words, index }) => lineRects(pages, index, index + words.length)),
  ];
  return rects.filter((rect) => page === undefined || rect.page === page);
}

/** In any case, with any white space between words. */
const expressionOf = (text: string, flags = '') => new RegExp(wordsPattern(text), `iu${flags}`);

/** Whether at most so many points lie between two rectangles of a page, across and down. */
export function isNear(one: Rect, other: Rect, within: number): boolean {
  const across = Math.max(one.x0 - other.x1, other.x0 - one.x1);
  const down = Math.max(one.y0 - other.y1, other.y0 - one.y1);
  return one.page === other.page && across <= within && down <= within;
}

/**
 * The filter with the chunks alone that lie near: what stores are asked is a list of ids, so all of them answer alike. Earlier
 * versions of documents are not looked at.
 *
 * @throws FilterError where more than `mostDocuments` documents would have to be looked at.
 */
export async function withNear(
  store: StoreReader,
  near: Near,
  {
    collections,
    filter,
  }: { readonly collections: readonly string[]; readonly filter?: FilterNode | undefined },
): Promise<FilterNode> {
  const existing = new Set((await store.collections()).map(({ name }) => name));
  const values: string[] = [];
  for (const collection of collections.filter((name) => existing.has(name))) {
    const documents = await store.documents(collection, onDocuments(filter), { limit: mostDocuments + 1 });
    if (documents.length > mostDocuments) throw tooMany(collection);
    for (const { documentId } of documents) {
      values.push(...(await nearIn(store, { collection, documentId, near })));
    }
  }
  const isThere: FilterNode = { kind: 'in', field: 'chunkId', values };
  return filter === undefined ? isThere : { kind: 'and', nodes: [filter, isThere] };
}

function nearIn(
  store: StoreReader,
  { collection, documentId, near }: { collection: string; documentId: string; near: Near },
): Promise<string[]> {
  return store.read(async (reads) => {
    const content = await reads.content(collection, documentId);
    const anchors = content ? anchorsIn(content, near) : [];
    if (anchors.length === 0) return [];
    const chunks = await reads.chunksOf(collection, documentId);
    return chunks
      .filter(({ rects }) =>
        rects.some((rect) => anchors.some((anchor) => isNear(rect, anchor, near.within))),
      )
      .map(({ chunkId }) => chunkId);
  });
}

const tooMany = (collection: string): FilterError =>
  new FilterError(
    `region.near would look at the pages of more than ${mostDocuments} documents of the collection ${collection}.`,
    {
      hint: 'Give a filter that names the documents, such as { "documentId": "report" }.',
      context: { position: 'region.near', limit: mostDocuments },
    },
  );
