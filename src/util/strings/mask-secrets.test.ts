import * as fc from 'fast-check';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../errors.ts';
import { maskError, maskText, maskUrl } from './mask-secrets.ts';

/** No part of a template below, and nothing of what masks. */
const beginsUnlike = (secret: string) => `Zq7${secret}`;
const anySigns = fc
  .string({ minLength: 3, maxLength: 24, unit: fc.constantFrom(...'aZ09 @:/?#%&=+~!$\'"\\;,-_.é') })
  .map(beginsUnlike);
const headerSigns = fc
  .string({ minLength: 5, maxLength: 40, unit: fc.constantFrom(...'abcXYZ0189-_.~+/') })
  .map(beginsUnlike);
const encoded = (secret: string) => encodeURIComponent(secret);

describe('a URL', () => {
  it.each([
    ['postgres://h/db?user=u&password=secret', 'postgres://h/db?user=u&password=••••'],
    ['postgres://user:p@ss@h', 'postgres://user:••••@h'],
    ['postgres://user:p/s?s#@h/db', 'postgres://user:••••@h/db'],
    ['postgres://user@h:5432/db?schema=x', 'postgres://user@h:5432/db?schema=x'],
    ['qdrants://:key@h:6333', 'qdrants://:••••@h:6333'],
    ['qdrant://key@h', 'qdrant://••••@h'],
    ['chroma://:token@h:8000?tenant=a', 'chroma://:••••@h:8000?tenant=a'],
    ['https://h/v1?api-version=1&API_KEY=x', 'https://h/v1?api-version=1&API_KEY=••••'],
    ['sqlite:./a:b@c', 'sqlite:./a:b@c'],
  ])('%s', (url, masked) => {
    expect(maskUrl(url)).toBe(masked);
  });

  it('shows nothing of a secret, wherever it stands and however it is written', () => {
    const places = [
      (s: string) => `postgres://user:${s}@host:5432/db`,
      (s: string) => `postgresql://user:${encoded(s)}@host/db?schema=x`,
      (s: string) => `qdrants://:${s}@host:6333`,
      (s: string) => `chroma://${s}@host`,
      (s: string) => `postgres://host/db?user=u&password=${encoded(s)}`,
      (s: string) => `postgres:///db?host=h&sslpassword=${encoded(s)}#x`,
      (s: string) => `https://host/v1?x=1&%61pi-key=${encoded(s)}`,
    ];
    fc.assert(
      fc.property(anySigns, fc.constantFrom(...places), (secret, place) => {
        expect(maskUrl(place(secret))).toBe(maskUrl(place('another')));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a text', () => {
  it('shows no secret in a URL, a header or an assignment', () => {
    const places = [
      (s: string) => `connect postgres://u:${encoded(s)}@h/db failed`,
      (s: string) => `{"url":"https://h/x?token=${encoded(s)}"}`,
      (s: string) => `Authorization: Bearer ${s}\n`,
      (s: string) => `{"authorization":"Basic ${s}"}`,
      (s: string) => `x-api-key: ${s}, accept: */*`,
      (s: string) => `host=h password=${s} dbname=d`,
      (s: string) => `{"apiKey":"${s}"}`,
      (s: string) => `OPENAI_API_KEY=${s}`,
    ];
    fc.assert(
      fc.property(headerSigns, fc.constantFrom(...places), (secret, place) => {
        expect(maskText(place(secret))).not.toContain('Zq7');
      }),
      { numRuns: 200 },
    );
  });

  it('shows no secret that is known, in any writing', () => {
    const writings = [String, encoded, (s: string) => JSON.stringify(s)];
    fc.assert(
      fc.property(anySigns, fc.constantFrom(...writings), (secret, write) => {
        expect(maskText(`Incorrect key ${write(secret)}!`, [secret])).not.toContain('Zq7');
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    'llm.apiKey: must be printable characters without spaces',
    'Check the user name and password of --store.',
    'Set OPENAI_API_KEY or llm.apiKey, or llm.baseUrl for a server of your own.',
    'https://example.com/docs/?page=2 answered with HTTP 500',
    'The tokenizer: 512 tokens; keys: a, b',
    'Bearer of bad news',
  ])('stays as it is without one: %s', (text) => {
    expect(maskText(text)).toBe(text);
  });

  it('is read in linear time', () => {
    for (const unit of ['a', 'a:', 'x://', 'password', '?a=', '@', 'Bearer ']) {
      const started = performance.now();
      maskText(unit.repeat(Math.ceil(200_000 / unit.length)));
      expect(performance.now() - started).toBeLessThan(2000);
    }
  });
});

describe('an error', () => {
  it('shows no secret in its message, stack, facts, causes and those of several', () => {
    fc.assert(
      fc.property(headerSigns, (secret) => {
        const url = `postgres://u:${encoded(secret)}@h/d`;
        const client = Object.assign(new Error(`no login with ${secret}`), {
          options: { password: secret, headers: { 'api-key': secret }, url },
          responseBody: `{"error": "bad key ${secret}"}`,
        });
        const several = new AggregateError([client, new Error(url)], `tried ${secret}`);
        const cause = new TypeError('fetch failed', { cause: several });
        const error = maskError(new StoreError(`${secret} is wrong`, { hint: url, cause }), [secret]);
        expect(error).toBeInstanceOf(StoreError);
        expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('Zq7');
        expect(JSON.stringify(error)).not.toContain('Zq7');
      }),
    );
  });

  it('of ours masks URLs by itself, with those of its causes', () => {
    const url = 'postgres://u:Zq7secret@h/d';
    const error = new StoreError(`${url} failed`, {
      hint: `Try ${url}`,
      context: { location: url, document: 'https://h/a?key=1' },
      cause: new Error(url),
    });
    expect(inspect(error, { depth: 9 })).not.toContain('Zq7');
    expect(error.context.document).toBe('https://h/a?key=1'); // by which it is found
  });
});
