/** `/v1/keys`, for administrators. */
import { z } from '@hono/zod-openapi';
import type { Api } from '../context.ts';
import { define } from '../define.ts';
import { keySchema, newKeySchema, type KeyFolder } from '../access/keys.ts';

const madeSchema = keySchema
  .extend({ secret: z.string().meta({ description: 'Shown once: it is not kept.' }) })
  .meta({ id: 'NewKeyResponse' });

export function keyRoutes(api: Api, keys: KeyFolder): void {
  define(api, 'GET /v1/keys', {
    tag: 'Keys',
    summary: 'List keys',
    access: 'administrator',
    answers: {
      200: { description: 'Without their secrets', schema: z.object({ keys: z.array(keySchema) }) },
    },
    handle: async (c) => c.json({ keys: await keys.list() }),
  });

  define(api, 'POST /v1/keys', {
    tag: 'Keys',
    summary: 'Make a key',
    access: 'administrator',
    body: newKeySchema,
    answers: { 201: { description: 'The key with its secret', schema: madeSchema } },
    handle: async (c, { body }) => {
      const { key, secret } = await keys.add(body);
      return c.json({ ...key, secret }, 201);
    },
  });

  define(api, 'DELETE /v1/keys/{id}', {
    tag: 'Keys',
    summary: 'Revoke a key',
    access: 'administrator',
    params: z.object({ id: z.string().regex(/^[0-9a-f]{12}$/) }),
    answers: { 204: { description: 'It is not valid any more' } },
    handle: async (c, { params: { id } }) => {
      await keys.revoke(id);
      return c.body(null, 204);
    },
  });
}
