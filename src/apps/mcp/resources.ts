/** Documents as resources: `pincite://documents/{id}{?page}`, by the ids that tools give. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type McpServer,
} from '@modelcontextprotocol/server';
import { NoDocumentsFoundError, PinciteError, type Document, type ScopedKnowledgeBase } from '../../index.ts';
import { mostTokens, shownTitle } from './bounds.ts';
import { describeError } from './describe-error.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { documentsFrom } from './documents-from.ts';
import type { ToolContext } from './options.ts';
import { namesOf } from './tools/fetch.ts';
import { formatPlaceId, parsePlaceId } from './place-id.ts';

const template = 'pincite://documents/{id}{?page}';
const scheme = 'pincite://documents/';
const mimeType = 'text/plain';
const pageSize = 50;
const mostCompletions = 20;
const listed = 'resources';

/** Registered below the SDK's own resources, which know no pages of a list and no optional part of a template. */
export function registerResources({ server }: McpServer, context: ToolContext): void {
  const answer = <Result>(work: (kb: ScopedKnowledgeBase) => Promise<Result>) => answerWith(context, work);

  server.setRequestHandler('resources/list', ({ params }) =>
    answer(async (kb) => {
      const from = readCursor(params?.cursor, listed);
      const { documents, total } = await documentsFrom(kb, { from, limit: pageSize });
      const to = from + documents.length;
      return {
        resources: documents.map(describe),
        ...(to < total ? { nextCursor: writeCursor(to, listed) } : {}),
      };
    }),
  );
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: template,
        name: 'document',
        title: 'A document, or a page of it',
        description: 'Text of a document by its id, percent-encoded; page counts from 1',
        mimeType,
      },
    ],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    answer(async (kb) => {
      const { id, page } = parseUri(uri);
      return { contents: [{ uri, mimeType, text: await readText(kb, { id, page }, uri) }] };
    }),
  );
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) =>
    answer(async (kb) => {
      const isId = ref.type === 'ref/resource' && ref.uri === template && argument.name === 'id';
      return { completion: { values: isId ? await idsLike(kb, argument.value) : [] } };
    }),
  );
}

async function answerWith<Result>(
  { open, options }: ToolContext,
  work: (kb: ScopedKnowledgeBase) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(await open());
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (!(error instanceof PinciteError)) options.onError?.(error);
    const code =
      error instanceof PinciteError ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
    throw new ProtocolError(code, describeError(error));
  }
}

const describe = ({ collection, documentId, title, pageCount }: Document) => ({
  uri: scheme + encodeURIComponent(formatPlaceId({ collection, documentId })),
  name: documentId,
  title: shownTitle(title),
  mimeType,
  ...(pageCount > 0 ? { description: pageCount === 1 ? '1 page' : `${pageCount} pages` } : {}),
});

/** @throws ResourceNotFoundError for an address that is none of ours. */
function parseUri(uri: string): { id: string; page: number | undefined } {
  const [, encoded, page] = /^pincite:\/\/documents\/([^?#]+)(?:\?page=(\d{1,9}))?$/.exec(uri) ?? [];
  try {
    if (encoded !== undefined)
      return { id: decodeURIComponent(encoded), page: page === undefined ? undefined : Number(page) };
  } catch {
    // not percent-encoded: as unknown as any other
  }
  throw new ResourceNotFoundError(uri);
}

/** Long documents are given as far as a result goes, and say how to go on. */
async function readText(
  kb: ScopedKnowledgeBase,
  { id, page }: { id: string; page: number | undefined },
  uri: string,
): Promise<string> {
  try {
    const place = parsePlaceId(id);
    const part = await kb.readPart(place.documentId, {
      ...namesOf(place),
      ...place.span,
      page,
      maxTokens: mostTokens - 200,
    });
    const isWhole = part.charEnd === part.totalChars || page !== undefined || place.span !== undefined;
    const how = part.pageNumbers.length > 0 ? ', or a page with ?page=' : '';
    return isWhole ? part.text : `${part.text}\n\n[The document goes on: read it with the tool fetch${how}]`;
  } catch (error) {
    if (error instanceof NoDocumentsFoundError) throw new ResourceNotFoundError(uri, describeError(error));
    throw error;
  }
}

async function idsLike(kb: ScopedKnowledgeBase, start: string): Promise<string[]> {
  const ids: string[] = [];
  for (const { name: collection } of await kb.collections()) {
    const found = await kb.documents(
      { documentId: { $gte: start || ' ' } },
      { collection, limit: mostCompletions },
    );
    ids.push(...found.map(({ documentId }) => formatPlaceId({ collection, documentId })));
  }
  return ids.filter((id) => id.startsWith(start)).slice(0, mostCompletions);
}
