import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../../../test/support/http-server.ts';
import { startSite } from '../../../../test/support/local-site.ts';
import { openKnowledgeBase } from '../../../index.ts';
import { serve } from '../index.ts';

let server: TestServer;
afterEach(() => server?.close());

const basic = (password: string) => `Basic ${Buffer.from(`me:${password}`).toString('base64')}`;

const browser = (password: string) => ({ Authorization: basic(password), Accept: 'text/html' });

describe('keys', () => {
  it('are needed once there is one, and open what they say', async () => {
    server = await startServer();
    expect((await server.ask('/v1/collections')).status).toBe(200);
    const admin = await server.key({ name: 'me', access: 'write', admin: true });
    const reader = await server.key({ name: 'reader' });
    const none = await server.ask('/v1/collections');
    expect(none.status).toBe(401);
    expect(none.headers.get('www-authenticate')).toBe('Bearer');
    expect(await none.json()).toMatchObject({ code: 'AUTH', hint: expect.stringContaining('Bearer') });
    expect((await server.ask('/livez')).status).toBe(200);
    for (const secret of [admin.secret, reader.secret]) {
      expect((await server.ask('/v1/collections', { secret })).status).toBe(200);
    }
    for (const [path, init] of [
      ['/v1/keys', {}],
      ['/metrics', {}],
      ['/v1/documents/x', { method: 'DELETE' }],
      ['/v1/documents/x', { method: 'PATCH', json: { metadata: {} } }],
    ] as const) {
      expect((await server.ask(path, { ...init, secret: reader.secret })).status).toBe(403);
    }
    expect((await server.ask('/metrics', { secret: admin.secret })).status).toBe(200);
  });

  it('are made, listed without their secrets and revoked over HTTP, at once', async () => {
    server = await startServer();
    const { secret } = await server.key({ name: 'me', admin: true });
    const json = { name: 'CI', tenant: 'acme', collections: ['contracts'], filter: { project: 'audit' } };
    const made = (await (await server.ask('/v1/keys', { json, secret })).json()) as {
      id: string;
      secret: string;
    };
    expect((await server.ask('/v1/collections', { secret: made.secret })).status).toBe(200);
    const list = await (await server.ask('/v1/keys', { secret })).text();
    expect(list).toContain('"CI"');
    expect(list).not.toMatch(/hash|pincite_/);
    expect((await server.ask(`/v1/keys/${made.id}`, { method: 'DELETE', secret })).status).toBe(204);
    expect((await server.ask('/v1/collections', { secret: made.secret })).status).toBe(401);
    expect((await server.ask(`/v1/keys/${made.id}`, { method: 'DELETE', secret })).status).toBe(404);
    expect((await server.ask('/v1/keys', { json: { name: 'x', tenant: '../x' }, secret })).status).toBe(400);
  });

  it('lie in files that only their owner reads, without what they open with', async () => {
    server = await startServer();
    const { secret, key } = await server.key({ name: 'me' });
    const folder = join(server.folder, 'keys');
    expect(await readdir(folder)).toEqual([`${key.id}.json`]);
    const file = join(folder, `${key.id}.json`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).not.toContain(secret.split('_').slice(2).join('_')); // it may have one itself
  });

  it('expire, and are refused where a letter is wrong', async () => {
    server = await startServer();
    const old = await server.key({ name: 'old', expiresAt: new Date(Date.now() - 1000).toISOString() });
    const { secret } = await server.key({ name: 'new' });
    const wrong = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A');
    for (const bad of [old.secret, wrong, `${secret}x`, 'pincite_', 'sk-x', '../../keys']) {
      expect((await server.ask('/v1/collections', { secret: bad })).status).toBe(401);
    }
    const refused = await server.ask('/v1/documents/x', { headers: browser(wrong) });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toMatch(/^Basic /);
    expect((await server.ask('/v1/documents/x', { headers: browser(secret) })).status).toBe(404);
    expect((await server.ask('/documents/x')).status).toBe(200); // the page, which asks for the key itself
    expect((await server.ask('/v1/search', { json: { query: 'x' }, headers: browser(secret) })).status).toBe(
      401,
    );
  });

  it('are needed before a server listens to others', async () => {
    server = await startServer();
    const { keysFolder } = { keysFolder: join(server.folder, 'no-keys') };
    await using kb = await openKnowledgeBase({
      store: 'sqlite::memory:',
      server: { host: '0.0.0.0', port: 0, keysFolder },
    });
    await expect(serve(kb)).rejects.toThrow('there are no keys');
  });
});

describe('tokens of an identity provider', () => {
  const issuer = 'https://id.example.com';

  async function provider() {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256' };
    const { url, close } = await startSite((_, response) => response.end(JSON.stringify({ keys: [jwk] })));
    const sign = (
      claims: Record<string, unknown>,
      { audience = 'pincite', lasts = '5m', key = privateKey } = {},
    ) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime(lasts)
        .sign(key);
    return { sign, jwksUrl: `${url}/jwks.json`, close };
  }

  it('open what belongs to the tenant that they name', async () => {
    const { sign, jwksUrl, close } = await provider();
    server = await startServer({ jwt: { jwksUrl, issuer, audience: 'pincite' } });
    const acme = server.kb.scoped({ tenant: 'acme', access: 'write' });
    await acme.addDocuments([{ source: 'The pump of acme runs.', sourceType: 'text', documentId: 'pump' }]);
    const list = async (secret: string) => {
      const response = await server.ask('/v1/documents', { secret });
      return { status: response.status, ...((await response.json()) as { total?: number }) };
    };
    expect(await list(await sign({ tenant: 'acme' }))).toMatchObject({ status: 200, total: 1 });
    expect(await list(await sign({ tenant: 'other' }))).toMatchObject({ status: 200, total: 0 });
    const remove = async (claims: Record<string, unknown>) =>
      (await server.ask('/v1/documents/pump', { method: 'DELETE', secret: await sign(claims) })).status;
    expect(await remove({ tenant: 'acme' })).toBe(403);
    expect(await remove({ tenant: 'acme', access: 'write' })).toBe(204);
    const stranger = (await generateKeyPair('ES256')).privateKey;
    const refused = await Promise.all([
      sign({}),
      sign({ tenant: 'a/b' }),
      sign({ tenant: 'acme' }, { audience: 'other' }),
      sign({ tenant: 'acme' }, { lasts: '-1m' }),
      sign({ tenant: 'acme' }, { key: stranger }),
      new SignJWT({ tenant: 'acme' })
        .setProtectedHeader({ alg: 'HS256', kid: 'one' })
        .setIssuer(issuer)
        .setAudience('pincite')
        .setExpirationTime('5m')
        .sign(Buffer.alloc(32, 1)), // a secret is no key of a JWKS
    ]);
    for (const token of refused) expect((await list(token)).status).toBe(401);
    expect((await server.ask('/v1/documents')).status).toBe(401);
    close();
  });
});
