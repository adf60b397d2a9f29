import { validate } from '@readme/openapi-parser';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { expect, it } from 'vitest';
import { startServer } from '../../../test/support/http-server.ts';

it('describes every route in a valid document of OpenAPI 3.1, and on a page', async () => {
  await using server = await startServer();
  const response = await server.ask('/openapi.json');
  const document = (await response.json()) as { openapi: string; paths: Record<string, object> };
  expect(document.openapi).toBe('3.1.0');
  const written = (server.server.app as OpenAPIHono).routes
    .filter(
      ({ method, path }) =>
        method !== 'ALL' && !['/', '/openapi.json', '/docs', '/mcp', '/page/:name'].includes(path),
    )
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual([...new Set(written)].sort());
  const checked = await validate(document as never);
  expect(checked).toMatchObject({ valid: true });
  const page = await (await server.ask('/docs')).text();
  for (const path of Object.keys(document.paths)) expect(page).toContain(path);
  expect(page).not.toMatch(/<script|https?:\/\//);
});
