import type { lookup } from 'node:dns';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { startSite, type LocalSite } from '../../../test/support/local-site.ts';
import { LimitExceededError, LoadError, UnsupportedFormatError } from '../../errors.ts';
import { fetchOnce, fetchUrl } from './fetch-url.ts';
import { allowedAddresses } from './public-address.ts';

let server: LocalSite | undefined;

async function serve(listener: RequestListener): Promise<string> {
  server = await startSite(listener);
  return server.url;
}

afterEach(async () => {
  await server?.close();
  server = undefined;
});

const isAllowed = () => true;
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error as LoadError,
  );

describe('fetchUrl', () => {
  it('gives the bytes and the declared type', async () => {
    const base = await serve((_, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end('<p>hé');
    });
    const { bytes, url, contentType } = await fetchUrl(`${base}/page`, { maxBytes: 100, isAllowed });
    expect(new TextDecoder().decode(bytes)).toBe('<p>hé');
    expect([url, contentType]).toEqual([`${base}/page`, 'text/html; charset=utf-8']);
  });

  it('follows redirects and says where it came to', async () => {
    const base = await serve((request, response) => {
      if (request.url === '/end') response.end('here');
      else response.writeHead(302, { location: request.url === '/start' ? '/middle' : 'end' }).end();
    });
    expect(await fetchUrl(`${base}/start`, { maxBytes: 100, isAllowed })).toMatchObject({
      url: `${base}/end`,
    });
  });

  it('follows five redirects and no more', async () => {
    const base = await serve((request, response) => {
      const left = Number(request.url!.slice(1));
      if (left === 0) response.end('here');
      else response.writeHead(301, { location: `/${left - 1}` }).end();
    });
    expect((await fetchUrl(`${base}/5`, { maxBytes: 100, isAllowed })).url).toBe(`${base}/0`);
    const error = await failureOf(fetchUrl(`${base}/6`, { maxBytes: 100, isAllowed }));
    expect(error?.message).toContain('redirects too often');
  });

  it('refuses private addresses without connecting', async () => {
    let requests = 0;
    const base = await serve((_, response) => {
      requests++;
      response.end();
    });
    const port = new URL(base).port;
    const urls = [
      base,
      `http://localhost:${port}`,
      `http://LOCALHOST:${port}`,
      `http://2130706433:${port}`,
      `http://0x7f.1:${port}`,
      `http://0177.0.0.01:${port}`,
      `http://127.1:${port}`,
      `http://127。0。0。1:${port}`,
      `http://me:secret@127.0.0.1:${port}`,
      `http://[::ffff:127.0.0.1]:${port}`,
      `http://[::ffff:7f00:1]:${port}`,
      `http://[::127.0.0.1]:${port}`,
      `http://[64:ff9b::127.0.0.1]:${port}`,
      'http://0:1',
      'http://[::1]:1',
      'http://[::]:1',
      'http://169.254.169.254/latest',
    ];
    for (const url of urls) {
      const error = await failureOf(fetchUrl(url, { maxBytes: 100 }));
      expect(error).toBeInstanceOf(LoadError);
      expect(error?.message).toContain('is not a public address');
    }
    // Some systems do not resolve it, which is as good.
    expect(await failureOf(fetchUrl(`http://localhost.:${port}`, { maxBytes: 100 }))).toBeInstanceOf(
      LoadError,
    );
    expect(requests).toBe(0);
  });

  it('checks every redirect anew, names too', async () => {
    const targets = ['http://127.0.0.2:1/', 'http://localhost:1/'];
    const base = await serve((request, response) => {
      response.writeHead(307, { location: targets[Number(request.url!.slice(1))] }).end();
    });
    const literal = await failureOf(
      fetchUrl(`${base}/0`, { maxBytes: 100, isAllowed: (address) => address === '127.0.0.1' }),
    );
    expect(literal?.context).toMatchObject({ address: '127.0.0.2' });
    let checks = 0;
    const onlyFirst = () => ++checks === 1;
    const name = await failureOf(fetchUrl(`${base}/1`, { maxBytes: 100, isAllowed: onlyFirst }));
    expect(name?.message).toContain('is not a public address');
  });

  it.each([
    ['169.254.169.254', 'loading.allowAddresses'],
    ['fe80::1', 'loading.allowAddresses'],
    ['fd00:ec2::254', 'loading.allowAddresses'],
    ['10.0.0.1', '[private]'],
  ])('refuses a name that resolves to %s, beside an address that is open', async (address, setting) => {
    let requests = 0;
    const base = await serve((_, response) => void response.end(String(++requests)));
    const answers = [
      { address: '127.0.0.1', family: 4 },
      { address, family: address.includes(':') ? 6 : 4 },
    ];
    const resolver = ((_name: string, _options: object, callback: (...given: unknown[]) => void) =>
      callback(null, answers)) as unknown as typeof lookup;
    const open = allowedAddresses({ loopback: true, private: false, named: [] });
    const url = base.replace('127.0.0.1', 'metadata.example');
    const error = await failureOf(
      fetchUrl(url, { maxBytes: 100, isAllowed: open, lookup: resolver, anyType: true }),
    );
    expect(error?.context).toMatchObject({ address });
    expect(error?.hint).toContain(setting);
    expect(requests).toBe(0);
    answers.pop();
    const { bytes } = await fetchUrl(url, {
      maxBytes: 100,
      isAllowed: open,
      lookup: resolver,
      anyType: true,
    });
    expect(new TextDecoder().decode(bytes)).toBe('1');
  });

  it.each(['file:///etc/hosts', 'ftp://example.org/', 'data:text/plain,x', 'no address'])(
    'refuses %s',
    async (url) => {
      const error = await failureOf(fetchUrl(url, { maxBytes: 100, isAllowed }));
      expect(error?.message).toContain('is no http or https address');
    },
  );

  it('does not follow a redirect out of http', async () => {
    const base = await serve(
      (_, response) => void response.writeHead(302, { location: 'file:///etc/hosts' }).end(),
    );
    const error = await failureOf(fetchUrl(base, { maxBytes: 100, isAllowed }));
    expect(error?.message).toContain('is no http or https address');
  });

  it.each([
    ['image/png', 'an image'],
    ['video/mp4', 'a video'],
    ['application/zip', 'an archive'],
  ])('refuses %s without reading it', async (type, kind) => {
    const base = await serve((_, response) => void response.setHeader('content-type', type).write('begun'));
    const error = await failureOf(fetchUrl(base, { maxBytes: 100, isAllowed }));
    expect(error).toBeInstanceOf(UnsupportedFormatError);
    expect(error?.message).toBe(`${base} is ${kind} (${type}).`);
    const any = fetchUrl(base, { maxBytes: 100, isAllowed, anyType: true, timeoutMs: 50 });
    expect((await failureOf(any))?.message).toContain('no complete answer');
  });

  it('sends a password to its own server, and names it nowhere', async () => {
    const seen: (string | undefined)[] = [];
    const base = await serve((request, response) => {
      seen.push(request.headers.authorization);
      if (request.url === '/') response.writeHead(302, { location: '/end' }).end();
      else if (request.url === '/end') response.end('here');
      else response.writeHead(403).end();
    });
    const secret = base.replace('http://', 'http://me:secret@');
    const { url } = await fetchUrl(`${secret}/`, { maxBytes: 100, isAllowed });
    expect(url).toBe(`${base}/end`);
    const error = await failureOf(fetchUrl(`${secret}/refused`, { maxBytes: 100, isAllowed }));
    expect(error?.message).toBe(`${base}/refused answered 403 Forbidden.`);
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(seen[0]).toBe(`Basic ${btoa('me:secret')}`);
  });

  it('does not follow a redirect where one request is asked for', async () => {
    const base = await serve((request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end();
      else response.setHeader('x-robots-tag', 'noindex').end('here');
    });
    const options = { maxBytes: 100, isAllowed };
    expect(await fetchOnce(`${base}/a`, options)).toEqual({ kind: 'moved', url: `${base}/b` });
    expect(await fetchOnce(`${base}/b`, options)).toMatchObject({ kind: 'content', robotsTag: 'noindex' });
  });

  it('stops at the limit of bytes while they come', async () => {
    const base = await serve((_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1000)));
      };
      response.on('drain', more);
      more();
    });
    expect(await failureOf(fetchUrl(base, { maxBytes: 5000, isAllowed }))).toBeInstanceOf(LimitExceededError);
  });

  it('counts bytes after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const base = await serve((_, response) => void response.setHeader('content-encoding', 'gzip').end(bomb));
    expect(await failureOf(fetchUrl(base, { maxBytes: 1_000_000, isAllowed }))).toBeInstanceOf(
      LimitExceededError,
    );
    expect((await fetchUrl(base, { maxBytes: 10_000_000, isAllowed })).bytes).toHaveLength(10_000_000);
  });

  it('tells a broken compression', async () => {
    const base = await serve(
      (_, response) => void response.setHeader('content-encoding', 'gzip').end('no gzip'),
    );
    expect((await failureOf(fetchUrl(base, { maxBytes: 100, isAllowed })))?.message).toContain(
      'could not be downloaded',
    );
  });

  it('tells the status of an error', async () => {
    const base = await serve((_, response) => void response.writeHead(404).end());
    const error = await failureOf(fetchUrl(base, { maxBytes: 100, isAllowed }));
    expect(error?.message).toBe(`${base} answered 404 Not Found.`);
    expect(error?.context.status).toBe(404);
  });

  it('gives up when the answer takes too long', async () => {
    const base = await serve((_, response) => void response.write('begun'));
    const error = await failureOf(fetchUrl(base, { maxBytes: 100, isAllowed, timeoutMs: 50 }));
    expect(error).toBeInstanceOf(LoadError);
    expect(error?.message).toContain('no complete answer within 0.05 s');
  });

  it('stops when it is aborted', async () => {
    const controller = new AbortController();
    const base = await serve(() => controller.abort(new Error('enough')));
    const error = await failureOf(fetchUrl(base, { maxBytes: 100, isAllowed, signal: controller.signal }));
    expect(error?.message).toBe('enough');
  });

  it('tells that nobody answers', async () => {
    const base = await serve(() => undefined);
    await server!.close();
    server = undefined;
    const error = await failureOf(fetchUrl(base, { maxBytes: 100, isAllowed }));
    expect(error?.message).toContain('could not be downloaded: connect ECONNREFUSED');
  });
});
