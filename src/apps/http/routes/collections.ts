/** `/v1/collections`, `/v1/stats`, `/v1/citations/verify`. */
import { z } from '@hono/zod-openapi';
import { toLeanCitation, type Collection } from '../../../index.ts';
import { leanCitationSchema } from '../../../schemas.ts';
import type { Api } from '../context.ts';
import { define } from '../define.ts';

const collectionSchema = z
  .object({
    name: z.string(),
    documents: z.int(),
    chunks: z.int(),
    embeddingModel: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Collection' });

const toLeanCollection = ({ name, documentCount, chunkCount, embeddingModel, createdAt }: Collection) => ({
  name,
  documents: documentCount,
  chunks: chunkCount,
  embeddingModel,
  createdAt,
});

const groupSchema = z
  .object({
    value: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
    documents: z.int(),
    chunks: z.int(),
    tokens: z.int(),
    bytes: z.int(),
  })
  .meta({ id: 'StatsGroup' });

const verifySchema = z
  .strictObject({
    collection: z.string().min(1).max(200).optional(),
    documentId: z.string().min(1).max(600),
    version: z.int().min(1).optional(),
    quote: z.string().min(1).max(20_000).meta({ description: 'The words that were cited.' }),
    charStart: z.int().min(0).optional().meta({ description: 'Where they are said to start.' }),
  })
  .meta({ id: 'QuotedWords' });

const nameParams = z.object({ name: z.string().min(1).max(200) });

const fieldsSchema = z
  .object({
    fields: z.array(
      z.object({
        name: z.string(),
        type: z.enum(['string', 'number', 'boolean', 'date', 'list']),
        description: z.string(),
        values: z
          .array(z.union([z.string(), z.number(), z.boolean()]))
          .optional()
          .meta({ description: 'All that it may be, where the configuration says so.' }),
      }),
    ),
  })
  .meta({ id: 'Fields' });

const callerSchema = z
  .object({ id: z.string(), access: z.enum(['read', 'write']), isAdministrator: z.boolean() })
  .meta({ id: 'Caller' });

export function collectionRoutes(api: Api): void {
  define(api, 'GET /v1/collections', {
    tag: 'Collections',
    summary: 'List collections',
    answers: {
      200: { description: 'By name', schema: z.object({ collections: z.array(collectionSchema) }) },
    },
    handle: async (c) => c.json({ collections: (await c.var.kb.collections()).map(toLeanCollection) }),
  });

  define(api, 'DELETE /v1/collections/{name}', {
    tag: 'Collections',
    summary: 'Remove a collection with all that is in it',
    access: 'write',
    params: nameParams,
    answers: { 204: { description: 'It is gone' } },
    handle: async (c, { params: { name } }) => {
      await c.var.kb.removeCollection(name, { signal: c.var.signal });
      return c.body(null, 204);
    },
  });

  define(api, 'GET /v1/collections/{name}/fields', {
    tag: 'Collections',
    summary: 'The fields that filters may use, with values that there are',
    params: nameParams,
    answers: { 200: { description: 'Fields of documents and their metadata', schema: fieldsSchema } },
    handle: async (c, { params: { name } }) =>
      c.json({ fields: await c.var.kb.fields({ collections: [name] }) }),
  });

  define(api, 'GET /v1/caller', {
    tag: 'Keys',
    summary: 'What the key may do',
    answers: { 200: { description: 'As whom the server sees the caller', schema: callerSchema } },
    handle: (c) => {
      const { id, access, isAdministrator } = c.var.caller;
      return c.json({ id, access, isAdministrator });
    },
  });

  define(api, 'GET /v1/stats', {
    tag: 'Collections',
    summary: 'Count documents, chunks, tokens and bytes',
    query: z.object({
      collection: z.string().min(1).max(200).optional(),
      groupBy: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: 'A field to count by, such as format.', example: 'format' }),
    }),
    answers: {
      200: {
        description: 'The total, then a group for each value',
        schema: z.object({ groups: z.array(groupSchema) }),
      },
    },
    handle: async (c, { query }) => c.json({ groups: await c.var.kb.stats(query) }),
  });

  define(api, 'POST /v1/citations/verify', {
    tag: 'Citations',
    summary: 'Whether a quote still stands in its document, and where',
    body: verifySchema,
    answers: { 200: { description: 'located is no where it does not', schema: leanCitationSchema } },
    handle: async (c, { body }) => c.json(toLeanCitation(await c.var.kb.cite(body), { urlOf: c.var.links })),
  });
}
