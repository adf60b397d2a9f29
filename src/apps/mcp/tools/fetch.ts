import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  NoDocumentsFoundError,
  toLeanDocument,
  type DocumentPart,
  type PartOptions,
  type ScopedKnowledgeBase,
} from '../../../index.ts';
import { parameters, toolArguments } from '../arguments.ts';
import { brief, countJson, mostTokens, shownTitle } from '../bounds.ts';
import { callTool } from '../call.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { findPlace } from '../find-place.ts';
import { type McpOptions, type ToolContext, reading } from '../options.ts';
import { atPage, present, urlOfPlace } from '../places.ts';
import { formatPlaceId, type PlaceId } from '../place-id.ts';

/** Of the text around a citation, before it and after it. */
const aroundChars = 1000;
const mostFields = 30;
const longestField = 300;

export function registerFetch(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'fetch',
    {
      title: 'Read a document',
      description:
        'Read text by id: a passage of search, the surroundings of a citation, or a document from its start or a page. Pass nextCursor to read on.',
      inputSchema: toolArguments({
        id: z.string().min(1).max(1200),
        page: parameters.page.describe('Position in the file, from 1'),
        cursor: parameters.cursor,
        maxTokens: parameters.int(50, 7000).default(4000).describe('4000 unless given'),
      }),
      annotations: reading('Read a document'),
    },
    ({ id, page, cursor, maxTokens }, request) =>
      callTool(context, request, async (kb) => {
        const place = await findPlace(kb, id);
        const wanted = await findPart(kb, place, { page, cursor, maxTokens });
        return { value: await readFitting(kb, place, { ...wanted, maxTokens }, context.options) };
      }),
  );
}

interface Wanted {
  readonly part: Pick<PartOptions, 'page' | 'charStart' | 'charEnd'>;
  /** Of the citation that the part is around. */
  readonly quote?: string;
}

/** What of the document an id means. A cursor reads on from where it was given. */
async function findPart(
  kb: ScopedKnowledgeBase,
  place: PlaceId,
  { page, cursor, maxTokens }: { page?: number; cursor?: string; maxTokens: number },
): Promise<Wanted> {
  if (cursor !== undefined) return { part: { charStart: readCursor(cursor, await subjectOf(kb, place)) } };
  if (page !== undefined) return { part: { page } };
  if (place.chunk !== undefined) return { part: await findChunk(kb, place) };
  if (place.span === undefined) return { part: {} };
  const citation = await kb.cite({ ...namesOf(place), documentId: place.documentId, ...place.span });
  const room = Math.max(0, maxTokens - citation.quote.length); // no script has many more tokens than characters
  const characters = Math.min(aroundChars, Math.floor(room / 2));
  const { before, quote, after } = await kb.surroundings(citation, { characters });
  const { charStart, charEnd } = place.span;
  return { part: { charStart: charStart - before.length, charEnd: charEnd + after.length }, quote };
}

export const namesOf = ({ collection, version }: PlaceId) => ({ collection, version });

/** @throws NoDocumentsFoundError where the document has no such chunk. */
export async function findChunk(
  kb: ScopedKnowledgeBase,
  place: PlaceId,
): Promise<{ charStart: number; charEnd: number }> {
  const chunks = await kb.chunks(place.documentId, namesOf(place));
  const chunk = chunks.find(({ chunkId }) => chunkId.endsWith(place.chunk!));
  if (chunk !== undefined) return { charStart: chunk.charStart, charEnd: chunk.charEnd };
  throw new NoDocumentsFoundError(`There is no passage "${formatPlaceId(place)}"`, {
    hint: `The document has ${chunks.length} of them. It may have changed: search again.`,
  });
}

/** What a cursor is of: the document in the state that it has. */
async function subjectOf(
  kb: ScopedKnowledgeBase,
  { collection, documentId, version }: PlaceId,
): Promise<unknown> {
  const { document } = await kb.readPart(documentId, { collection, version, maxTokens: 1 });
  return [collection, documentId, document.sourceHash, document.version];
}

/** JSON has more tokens than its text: as long as it does not fit, a shorter part is read. */
async function readFitting(
  kb: ScopedKnowledgeBase,
  place: PlaceId,
  { part, quote, maxTokens }: Wanted & { readonly maxTokens: number },
  options: McpOptions,
): Promise<Record<string, unknown>> {
  for (let most = maxTokens; ; most = Math.floor(most * 0.8)) {
    const read = await kb.readPart(place.documentId, { ...namesOf(place), ...part, maxTokens: most });
    const value = describePart(read, { place, quote }, options);
    if (most < 100 || (await countJson(kb, value)) <= mostTokens) return value;
  }
}

function describePart(
  part: DocumentPart,
  { place, quote }: { place: PlaceId; quote: string | undefined },
  options: McpOptions,
): Record<string, unknown> {
  const { document, text, charStart, charEnd, totalChars, pageNumbers, pageLabels, sectionHeading } = part;
  const { collection, documentId, version } = place;
  const lean = toLeanDocument(document);
  const linked = {
    collection,
    documentId,
    documentVersion: version,
    page: pageNumbers[0],
    charStart,
    charEnd,
  };
  const whole = formatPlaceId({ collection, documentId, version });
  return {
    id: formatPlaceId(place),
    title: shownTitle(lean.title),
    text,
    ...urlOfPlace(linked, atPage(lean.url, lean.format, pageNumbers[0]), options),
    metadata: present({
      document: whole,
      part: `${whole}#${charStart}-${charEnd}`,
      pages: pageNumbers,
      printedPages: pageLabels,
      section: sectionHeading && shownTitle(sectionHeading),
      totalPages: lean.pages || undefined,
      quote: quote && brief(quote, 2000),
      creators: lean.creators.slice(0, 10).map((name) => brief(name, 100)),
      date: lean.date,
      format: lean.format,
      type: lean.type,
      project: lean.project,
      tags: lean.tags.slice(0, 20),
      ...fieldsOf(lean.metadata),
    }),
    ...(charEnd < totalChars
      ? { nextCursor: writeCursor(charEnd, [collection, documentId, document.sourceHash, document.version]) }
      : {}),
  };
}

/** The user's own fields, as filters name them. */
function fieldsOf(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = Object.entries(metadata)
    .slice(0, mostFields)
    .map(([key, value]) => [
      brief(key, 100),
      typeof value === 'string' || Array.isArray(value) ? brief(String(value), longestField) : value,
    ]);
  return shown.length === 0 ? {} : { fields: Object.fromEntries(shown) as unknown };
}
