import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hono } from 'hono';
import { startServer, type TestServer } from '../../../test/support/http-server.ts';
import type { ApiEnv } from './context.ts';
import { guard } from './access/guard.ts';
import { problemOf, problemResponse } from './problems.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({
    allowedOrigins: ['https://app.example.com'],
    publicUrl: 'https://docs.example.com',
  });
});
afterAll(() => server.close());

/** `fetch` sets the headers Host and Origin itself. */
function send(headers: Record<string, string>, { method = 'GET', path = '/v1/collections' } = {}) {
  const { hostname, port } = new URL(server.url);
  return new Promise<{ status?: number | undefined; headers: Record<string, unknown> }>((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, headers: response.headers });
    });
    sent.on('error', reject);
    sent.end();
  });
}

describe('a name that leads to this machine', () => {
  it.each(['/v1/collections', '/livez', '/docs', '/openapi.json', '/nothing'])(
    'opens nothing at %s',
    async (path) => {
      expect((await send({ Host: 'evil.example' }, { path })).status).toBe(403);
      expect((await send({ Host: 'evil.example:7878' }, { path })).status).toBe(403);
    },
  );

  it.each(['localhost', 'localhost:1', '127.0.0.1', '[::1]:80', 'DOCS.example.com'])(
    '%s is the server',
    async (Host) => {
      expect((await send({ Host })).status).toBe(200);
    },
  );
});

it('is reached by its address where it listens to a network, by other names only where they are its own', async () => {
  const app = new Hono<ApiEnv>();
  const settings = {
    host: '0.0.0.0',
    publicUrl: ['https://docs.example.com', 'http://docs.internal:7878'],
    allowedOrigins: [],
  };
  app.use(guard(settings)).get('/', (c) => c.text('here'));
  app.onError((error) => problemResponse(problemOf(error)));
  const status = async (host: string) => (await app.request('/', { headers: { host } })).status;
  expect(
    await Promise.all(
      ['10.0.0.7:7878', '[fd00::7]:80', 'docs.example.com', 'DOCS.internal', 'evil.example'].map(status),
    ),
  ).toEqual([200, 200, 200, 200, 403]);
});

describe('a page of another origin', () => {
  it.each(['https://evil.example', 'null', 'http://localhost:1', 'https://app.example.com.evil.example'])(
    '%s may not ask',
    async (Origin) => {
      const response = await send({ Origin });
      expect(response.status).toBe(403);
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
      expect((await send({ Origin }, { method: 'OPTIONS' })).status).toBe(403);
    },
  );

  it('may where it is allowed', async () => {
    const Origin = 'https://app.example.com';
    const asked = await send({ Origin, 'Access-Control-Request-Method': 'POST' }, { method: 'OPTIONS' });
    expect(asked).toMatchObject({ status: 204, headers: { 'access-control-allow-origin': Origin } });
    expect(await send({ Origin })).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': Origin },
    });
  });
});

it('runs nothing of a document, wherever it stands', async () => {
  const html =
    '<!doctype html><title>x</title><script>alert(1)</script><p onclick="alert(1)">The pump runs.</p>';
  await server.kb.addDocuments([
    {
      source: Buffer.from(html),
      sourceType: 'binary',
      documentId: 'page',
      title: '<script>alert(1)</script>',
    },
  ]);
  for (const path of [
    '/v1/documents',
    '/v1/documents/page',
    '/v1/documents/page/text',
    '/v1/documents/page/outline',
  ]) {
    const response = await server.ask(path);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect(await (await server.ask('/docs')).text()).not.toContain('alert');
});

it('bears filters that are made to take long', async () => {
  const start = performance.now();
  const json = { query: 'pump', whereDocument: { $regex: '(a+)+$' } };
  expect((await server.ask('/v1/search', { json })).status).toBeLessThan(500);
  const deep = `{"query":"x","filter":${'{"$and":['.repeat(5000)}{"a":1}${']}'.repeat(5000)}}`;
  const headers = { 'Content-Type': 'application/json' };
  expect((await server.ask('/v1/search', { method: 'POST', body: deep, headers })).status).toBe(400);
  expect(performance.now() - start).toBeLessThan(20_000);
});

it.each([
  '/v1/documents/..%2f..%2fkeys%2fa.json/original',
  '/v1/documents/%2e%2e%2fstore/text',
  '/v1/documents/%2fetc%2fpasswd/original',
  '/v1/documents/a%00b/pages/1.png',
  '/v1/jobs/..%2f..%2fkeys',
  '/v1/jobs/a%00b',
  '/v1/jobs/a%00b/events',
])('finds no file by an id: %s', async (path) => {
  const response = await send({}, { path });
  expect(response.status).toBe(404);
  expect(response.headers['content-type']).toBe('application/problem+json');
});

it('takes no cursor that is none', async () => {
  const paths = ['/v1/jobs?cursor=%00', '/v1/jobs?cursor=%C3%99%EA%92%B5%00Z', '/v1/documents?cursor=%00'];
  for (const path of paths) expect((await send({}, { path })).status).toBe(400);
});

it('has no key in its log', async () => {
  const secret = `pincite_${'0'.repeat(12)}_${'A'.repeat(43)}`;
  await server.ask(`/v1/collections?key=${secret}`, { secret });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.log.join('\n')).not.toContain('AAAA');
});
