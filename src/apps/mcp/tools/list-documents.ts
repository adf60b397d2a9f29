import type { McpServer } from '@modelcontextprotocol/server';
import type { Document, ScopedKnowledgeBase, Filter } from '../../../index.ts';
import { parameters, toolArguments } from '../arguments.ts';
import { asManyAsFit, brief, shownTitle, shownWarnings } from '../bounds.ts';
import { callTool } from '../call.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { documentsFrom } from '../documents-from.ts';
import { type ToolContext, reading } from '../options.ts';
import { present } from '../places.ts';
import { formatPlaceId } from '../place-id.ts';

const pageSize = 50;

export function registerListDocuments(server: McpServer, context: ToolContext): void {
  server.registerTool(
    'list_documents',
    {
      title: 'List documents',
      description: 'Which documents there are: ids for fetch, titles, pages, dates.',
      inputSchema: toolArguments({
        filter: parameters.filter,
        collections: parameters.collections,
        cursor: parameters.cursor,
      }),
      annotations: reading('List documents'),
    },
    ({ filter, cursor, ...given }, request) =>
      callTool(context, request, async (kb) => {
        const subject = [filter, given.collections];
        const from = readCursor(cursor, subject);
        const { documents, total } = await documentsFrom(kb, {
          filter,
          from,
          limit: pageSize,
          names: given.collections,
        });
        const shown = await asManyAsFit(kb, documents.map(describe));
        const to = from + shown.length;
        return {
          value: {
            total,
            documents: shown,
            ...(to < total ? { nextCursor: writeCursor(to, subject) } : {}),
            ...present({ warnings: total === 0 ? await whyNone(kb, filter, given.collections) : [] }),
          },
        };
      }),
  );
}

function describe(document: Document): Record<string, unknown> {
  const { collection, documentId, title, pageCount, dateCreated, format, type, tags } = document;
  return present({
    id: formatPlaceId({ collection, documentId }),
    title: shownTitle(title),
    pages: pageCount || undefined,
    date: dateCreated,
    format,
    type: type && brief(type, 100),
    tags: tags.slice(0, 10).map((tag) => brief(tag, 50)),
  });
}

async function whyNone(
  kb: ScopedKnowledgeBase,
  filter: Filter | undefined,
  names: readonly string[] | undefined,
): Promise<string[]> {
  const collections = names ?? (await kb.collections()).map(({ name }) => name);
  if (collections.length === 0) return ['Nothing has been added yet: run `pincite add <files>`.'];
  if (filter === undefined) return [];
  const reasons = await Promise.all(
    collections.map((collection) => kb.unknownFields(filter, { collection })),
  );
  return shownWarnings([...new Set(reasons.flat())]);
}
