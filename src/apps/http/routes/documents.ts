/** `/v1/documents`: what there is, its text, pages and outline; changing and removing it. */
import { createHash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import {
  ConfigError,
  formatCitations,
  NoDocumentsFoundError,
  toLeanCitation,
  toLeanDocument,
  type Chunk,
  type FullDocument,
  type Filter,
} from '../../../index.ts';
import { leanCitationSchema, leanDocumentSchema } from '../../../schemas.ts';
import type { Api } from '../context.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { define } from '../define.ts';
import type { Services } from '../services.ts';

const collection = z.string().min(1).max(200).default('default').meta({ description: 'The collection.' });
const version = z.coerce
  .number()
  .int()
  .min(1)
  .optional()
  .meta({ description: 'An earlier version, where versions are kept.' });
/** Where one document is. */
export const placeQuery = z.object({ collection, version });
export const idParams = z.object({
  id: z.string().min(1).meta({ description: 'Of the document, percent-encoded.' }),
});

const listQuery = z.object({
  collection,
  filter: z.string().optional().meta({ description: 'A filter as JSON.', example: '{"format":"pdf"}' }),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  cursor: z.string().optional().meta({ description: 'nextCursor of the page before.' }),
});

const listSchema = z
  .object({ documents: z.array(leanDocumentSchema), total: z.int(), nextCursor: z.string().optional() })
  .meta({ id: 'DocumentList' });

const textQuery = placeQuery.extend({
  charStart: z.coerce.number().int().min(0).default(0),
  charEnd: z.coerce.number().int().min(0).optional(),
});
const textSchema = z
  .object({ text: z.string(), charStart: z.int(), charEnd: z.int(), totalChars: z.int() })
  .meta({ id: 'DocumentText' });

const citationSchema = z
  .object({
    citation: leanCitationSchema,
    format: leanDocumentSchema.shape.format,
    apa: z.string().meta({ description: 'The entry of a reference list, with italics as Markdown has them' }),
    apaInText: z.string().meta({ description: 'What stands in the text: `(Ruiz, 2025, p. 15)`' }),
    bibtex: z.string(),
  })
  .meta({ id: 'FormattedCitation' });
export type FormattedCitation = z.infer<typeof citationSchema>;

const outlineSchema = z
  .object({
    sections: z.array(
      z.object({
        heading: z.string(),
        level: z.int(),
        charStart: z.int(),
        charEnd: z.int(),
        page: z.int().optional(),
      }),
    ),
    pages: z.array(
      z.object({
        number: z.int(),
        label: z.string().optional(),
        width: z.number(),
        height: z.number(),
        charStart: z.int(),
        charEnd: z.int(),
      }),
    ),
  })
  .meta({ id: 'DocumentOutline' });

export type DocumentOutline = z.infer<typeof outlineSchema>;

const chunksSchema = z
  .object({
    chunks: z.array(
      z.object({
        id: z.string(),
        kind: z.string(),
        text: z.string(),
        pages: z.array(z.int()),
        headings: z.array(z.string()),
        tokens: z.int(),
        charStart: z.int(),
        charEnd: z.int(),
      }),
    ),
    total: z.int(),
    nextCursor: z.string().optional(),
  })
  .meta({ id: 'ChunkList' });

export type ChunkList = z.infer<typeof chunksSchema>;

const toLeanChunk = (chunk: Chunk) => ({
  id: chunk.chunkId,
  kind: chunk.kind,
  text: chunk.content,
  pages: chunk.pageNumbers,
  headings: chunk.headingPath,
  tokens: chunk.tokenCount,
  charStart: chunk.charStart,
  charEnd: chunk.charEnd,
});

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
const patchSchema = z
  .strictObject({
    metadata: z.record(z.string(), value).meta({
      description: 'Laid over what there is, fields such as title, tags and project too; null removes a key.',
    }),
  })
  .meta({ id: 'DocumentChange' });

const layoutSchema = z
  .object({
    page: z.int(),
    label: z.string().optional(),
    width: z.number(),
    height: z.number(),
    words: z.array(
      z.object({
        text: z.string(),
        charStart: z.int(),
        charEnd: z.int(),
        x0: z.number(),
        y0: z.number(),
        x1: z.number(),
        y1: z.number(),
        confidence: z.number().optional(),
      }),
    ),
  })
  .meta({ id: 'PageLayout', description: 'Points from the top left of the page as it is shown.' });

const pageParams = idParams.extend({
  page: z.coerce.number().int().min(1).max(1_000_000).meta({ description: 'Position in the file, from 1.' }),
});
const pictureParams = idParams.extend({
  file: z
    .string()
    .regex(/^[1-9]\d{0,5}\.png$/, 'must be the number of a page with .png, such as 3.png')
    .meta({ description: 'The page, from 1: 3.png', example: '3.png' }),
});
const scale = z.coerce
  .number()
  .min(0.1)
  .max(4)
  .default(2)
  .meta({ description: 'Pixels a point: 2 is 144 dots an inch.' });

export function documentRoutes(api: Api, { pictures }: Services): void {
  define(api, 'GET /v1/documents', {
    tag: 'Documents',
    summary: 'List documents',
    query: listQuery,
    answers: { 200: { description: 'Documents by id', schema: listSchema } },
    handle: async (c, { query: { collection: name, filter, limit, cursor } }) => {
      const { kb } = c.var;
      const offset = readCursor(cursor, [name, filter]);
      const parsed = filter === undefined ? undefined : (parseJson(filter) as Filter);
      const documents = await kb.documents(parsed, { collection: named(name), limit, offset });
      const [total] = await kb.stats({ collection: named(name), filter: parsed });
      const count = total?.documents ?? 0;
      const end = offset + documents.length;
      return c.json({
        documents: documents.map((document) => toLeanDocument(document, { urlOf: c.var.links })),
        total: count,
        ...(end < count && documents.length > 0 ? { nextCursor: writeCursor(end, [name, filter]) } : {}),
      });
    },
  });

  define(api, 'GET /v1/documents/{id}', {
    tag: 'Documents',
    summary: 'What is known of a document',
    params: idParams,
    query: placeQuery,
    answers: { 200: { description: 'The document', schema: leanDocumentSchema } },
    handle: async (c, { params: { id }, query }) =>
      c.json(toLeanDocument(await c.var.kb.describe(id, query), { urlOf: c.var.links })),
  });

  define(api, 'PATCH /v1/documents/{id}', {
    tag: 'Documents',
    summary: 'Change metadata',
    access: 'write',
    params: idParams,
    query: z.object({ collection }),
    body: patchSchema,
    answers: { 200: { description: 'The document as it is now', schema: leanDocumentSchema } },
    handle: async (c, { params: { id }, query: { collection: name }, body }) => {
      const { kb } = c.var;
      await kb.updateDocuments({ collection: name, documentIds: [id], metadataUpdates: body.metadata });
      return c.json(toLeanDocument(await kb.describe(id, { collection: name }), { urlOf: c.var.links }));
    },
  });

  define(api, 'DELETE /v1/documents/{id}', {
    tag: 'Documents',
    summary: 'Remove a document',
    access: 'write',
    params: idParams,
    query: z.object({ collection }),
    answers: { 204: { description: 'It is gone' } },
    handle: async (c, { params: { id }, query: { collection: name } }) => {
      await c.var.kb.updateDocuments({ collection: name, strategy: 'delete', documentIds: [id] });
      return c.body(null, 204);
    },
  });

  define(api, 'GET /v1/documents/{id}/text', {
    tag: 'Documents',
    summary: 'The text that all offsets refer to',
    params: idParams,
    query: textQuery,
    answers: { 200: { description: 'The text, or a part of it', schema: textSchema } },
    handle: async (c, { params: { id }, query: { charStart, charEnd = Infinity, ...place } }) => {
      const { text } = await c.var.kb.document(id, place);
      const end = Math.max(charStart, Math.min(charEnd, text.length));
      return c.json({ text: text.slice(charStart, end), charStart, charEnd: end, totalChars: text.length });
    },
  });

  define(api, 'GET /v1/documents/{id}/citation', {
    tag: 'Citations',
    summary: 'The citation of a span, and how bibliographies write it',
    params: idParams,
    query: placeQuery.extend({
      charStart: z.coerce.number().int().min(0),
      charEnd: z.coerce.number().int().min(1),
    }),
    answers: { 200: { description: 'The citation', schema: citationSchema } },
    handle: async (c, { params: { id }, query: { charStart, charEnd, ...place } }) => {
      const { kb } = c.var;
      const citation = await kb.cite({ documentId: id, ...place, charStart, charEnd });
      const document = await kb.describe(id, place);
      const cited = { citations: [citation], retrieval: { sources: [{ document }] } };
      return c.json({
        citation: toLeanCitation(citation, { urlOf: c.var.links }),
        format: document.format,
        apa: formatCitations(cited, 'apa'),
        apaInText: formatCitations(cited, 'apa-in-text'),
        bibtex: formatCitations(cited, 'bibtex'),
      });
    },
  });

  define(api, 'GET /v1/documents/{id}/outline', {
    tag: 'Documents',
    summary: 'Sections and pages',
    params: idParams,
    query: placeQuery,
    answers: { 200: { description: 'The outline', schema: outlineSchema } },
    handle: async (c, { params: { id }, query }) => {
      const { sections, pages } = await c.var.kb.document(id, query);
      const pageAt = (offset: number) => pages.findLast(({ charStart }) => charStart <= offset)?.number;
      return c.json({
        sections: sections.map(({ anchor: _anchor, ...section }) => ({
          ...section,
          page: pageAt(section.charStart),
        })),
        pages: pages.map(({ layout: _layout, ...page }) => page),
      });
    },
  });

  define(api, 'GET /v1/documents/{id}/chunks', {
    tag: 'Documents',
    summary: 'The chunks that are searched, in order',
    params: idParams,
    query: placeQuery.extend({
      limit: z.coerce.number().int().min(1).max(1000).default(100),
      cursor: z.string().optional(),
    }),
    answers: { 200: { description: 'Chunks', schema: chunksSchema } },
    handle: async (c, { params: { id }, query: { limit, cursor, ...place } }) => {
      const chunks = await c.var.kb.chunks(id, place);
      const offset = readCursor(cursor, [id, place]);
      const end = offset + limit;
      return c.json({
        chunks: chunks.slice(offset, end).map(toLeanChunk),
        total: chunks.length,
        ...(end < chunks.length ? { nextCursor: writeCursor(end, [id, place]) } : {}),
      });
    },
  });

  define(api, 'GET /v1/documents/{id}/original', {
    tag: 'Documents',
    summary: 'The file that the document was read from',
    description:
      'Where originals are kept (ingest.keepOriginals; uploads always are). Never shown by a browser, only saved.',
    params: idParams,
    query: placeQuery,
    answers: { 200: { description: 'Its bytes', content: ['application/octet-stream'] } },
    handle: async (c, { params: { id }, query }) => {
      const { kb } = c.var;
      const bytes = await kb.original(id, query);
      if (bytes === undefined) {
        throw new NoDocumentsFoundError('What this document was read from was not kept', {
          hint: 'Set ingest.keepOriginals for documents that are added from now on.',
        });
      }
      const { title, format } = await kb.describe(id, query);
      return new Response(Buffer.from(bytes), {
        headers: {
          'Content-Type': 'application/octet-stream',
          'Content-Disposition': attachment(title, format),
          'Content-Length': String(bytes.length),
        },
      });
    },
  });

  define(api, 'GET /v1/documents/{id}/pages/{file}', {
    tag: 'Documents',
    summary: 'A page of a PDF as a PNG picture',
    params: pictureParams,
    query: placeQuery.extend({ scale }),
    answers: {
      200: { description: 'The picture', content: ['image/png'] },
      304: { description: 'It is what If-None-Match names' },
    },
    handle: async (c, { params: { id, file }, query: { scale: pixelsPerPoint, ...place } }) => {
      const page = Number.parseInt(file, 10);
      const { kb, signal } = c.var;
      // First: whoever does not see the document ends here. The pictures below are shared by all who have the same file.
      const { sourceHash } = await kb.describe(id, place);
      const key = hashOf(JSON.stringify([sourceHash, page, pixelsPerPoint]));
      const etag = `"${key}"`;
      // Asked anew each time: in one browser another key, or another version, may have the same address.
      const headers = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Authorization' };
      if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
      const known = pictures.get(key);
      const png = known ?? (await kb.pagePicture(id, { ...place, page, pixelsPerPoint, signal })).png;
      if (known === undefined) pictures.set(key, png);
      return new Response(Buffer.from(png), { headers: { ...headers, 'Content-Type': 'image/png' } });
    },
  });

  define(api, 'GET /v1/documents/{id}/pages/{page}/layout', {
    tag: 'Documents',
    summary: 'The words of a page and where they stand',
    params: pageParams,
    query: placeQuery,
    answers: { 200: { description: 'The words in reading order', schema: layoutSchema } },
    handle: async (c, { params: { id, page }, query }) => {
      const document = await c.var.kb.document(id, query);
      return c.json(layoutOf(document, page));
    },
  });
}

/** The first document of none is no error, so the default collection is not named where it was not. */
const named = (name: string) => (name === 'default' ? undefined : name);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ConfigError('The filter is no JSON', { cause: error, hint: 'Write {"field": value}.' });
  }
}

function layoutOf({ title, pages, text }: FullDocument, number: number): z.infer<typeof layoutSchema> {
  const page = pages[number - 1];
  if (page === undefined) {
    throw new NoDocumentsFoundError(`${title} has no page ${number}`, {
      hint: `It has ${pages.length} pages.`,
    });
  }
  const { label, width, height, layout } = page;
  const words = layout.map((run) => ({ text: text.slice(run.charStart, run.charEnd), ...run }));
  return { page: number, label, width, height, words };
}

/** A name that a browser saves under: never a path, never a second header. */
function attachment(title: string, format: string): string {
  const name = `${title.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, 100)}.${format}`;
  const plain = name.replaceAll(/[^\w .-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
