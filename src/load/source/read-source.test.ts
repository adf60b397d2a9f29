import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite } from '../../../test/support/local-site.ts';
import { ConfigError, LimitExceededError, LoadError } from '../../errors.ts';
import { readSource, type SourceInput } from './read-source.ts';

const limits = { maxBytes: 1000 };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pincite-read-'));
  await writeFile(join(folder, 'a.txt'), 'words');
});
afterAll(() => rm(folder, { recursive: true }));

const failureOf = (input: SourceInput) =>
  readSource(input, { limits }).then(
    () => undefined,
    (error: unknown) => error as LoadError,
  );

describe('files', () => {
  it('are read by absolute path, relative path and file URL', async () => {
    const path = join(folder, 'a.txt');
    for (const source of [path, relative(process.cwd(), path), pathToFileURL(path).href]) {
      const read = await readSource({ source, sourceType: 'file' }, { limits });
      expect(read).toEqual({ bytes: new TextEncoder().encode('words'), name: 'a.txt', sourcePath: path });
    }
  });

  it('are known by their uri where they have one, and their path is told nowhere', async () => {
    const source = join(folder, 'a.txt');
    for (const [uri, name] of [
      ['upload:report.pdf', 'report.pdf'],
      ['report.pdf', 'report.pdf'],
      ['box:inbox/2024/a b.txt', 'a b.txt'],
      ['upload:', 'upload:'],
    ] as const) {
      const read = await readSource({ source, sourceType: 'file', uri }, { limits });
      expect(read).toEqual({ bytes: new TextEncoder().encode('words'), name, sourcePath: uri });
    }
    const uri = 'https://host/folder/report.pdf?version=2#page=3';
    expect(await readSource({ source, sourceType: 'file', uri }, { limits })).toMatchObject({
      name: 'report.pdf',
      sourcePath: uri,
      url: uri,
    });
    for (const missing of [join(folder, 'b.txt'), folder, join(folder, 'a.txt', 'c'), `${folder}\0`]) {
      const error = await failureOf({ source: missing, sourceType: 'file', uri: 'upload:a' });
      expect(error).toBeInstanceOf(LoadError);
      expect(JSON.stringify([error, error?.stack, error?.cause])).not.toContain(`${folder}`);
    }
    const large = await readSource(
      { source, sourceType: 'file', uri: 'upload:a' },
      { limits: { maxBytes: 2 } },
    ).catch((error: Error) => error.message);
    expect(large).toBe('upload:a has 5 bytes; the limit is 2.');
  });

  it('that are not there are told with a hint', async () => {
    const error = await failureOf({ source: join(folder, 'b.txt'), sourceType: 'file' });
    expect(error).toBeInstanceOf(LoadError);
    expect(error?.message).toBe(`${join(folder, 'b.txt')} could not be read: no such file.`);
    expect(error?.hint).toContain('Check the path');
  });

  it('that are folders, pipes or circular links are refused', async () => {
    expect((await failureOf({ source: folder, sourceType: 'file' }))?.message).toContain('is a folder');
    await symlink('loop', join(folder, 'loop'));
    expect((await failureOf({ source: join(folder, 'loop'), sourceType: 'file' }))?.message).toContain(
      'circle',
    );
    if (process.platform === 'win32') return;
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')]);
    expect((await failureOf({ source: join(folder, 'pipe'), sourceType: 'file' }))?.message).toContain(
      'not a regular file',
    );
  });

  it('that are too large are refused by their size', async () => {
    await writeFile(join(folder, 'large.txt'), 'x'.repeat(1001));
    const error = await failureOf({ source: join(folder, 'large.txt'), sourceType: 'file' });
    expect(error).toBeInstanceOf(LimitExceededError);
    expect(error?.context).toMatchObject({ limit: 'maxBytes', bytes: 1001 });
  });

  it('with impossible names are a load error', async () => {
    expect(await failureOf({ source: 'a\0b', sourceType: 'file' })).toBeInstanceOf(LoadError);
    expect(await failureOf({ source: 'x'.repeat(10_000), sourceType: 'file' })).toBeInstanceOf(LoadError);
  });
});

describe('given content', () => {
  it('is known by its uri, else its document id', async () => {
    const text = await readSource(
      { source: 'hé', sourceType: 'text', uri: 'https://x.org/a', documentId: 'd' },
      { limits },
    );
    expect(text).toEqual({
      bytes: new TextEncoder().encode('hé'),
      name: 'https://x.org/a',
      sourcePath: 'https://x.org/a',
      url: 'https://x.org/a',
      contentType: 'text/plain; charset=utf-8',
    });
    const bytes = new Uint8Array([1, 2]);
    expect(await readSource({ source: bytes, sourceType: 'binary', documentId: 'd' }, { limits })).toEqual({
      bytes,
      name: 'd',
      sourcePath: 'd',
    });
  });

  it.each<SourceInput>([
    { source: 'words', sourceType: 'text' },
    { source: new Uint8Array(), sourceType: 'binary' },
    { source: 'words', sourceType: 'binary', uri: 'x' },
    { source: new Uint8Array(), sourceType: 'text', uri: 'x' },
    { source: new Uint8Array(), sourceType: 'file' },
    { source: '', sourceType: 'url' },
  ])('that contradicts itself is a mistake of the call: %j', async (input) => {
    expect(await failureOf(input)).toBeInstanceOf(ConfigError);
  });

  it('is bounded in bytes, not characters', async () => {
    expect(await failureOf({ source: 'é'.repeat(501), sourceType: 'text', uri: 'x' })).toBeInstanceOf(
      LimitExceededError,
    );
  });
});

describe('URLs', () => {
  it('give the address asked for and the one found', async () => {
    await using site = await startSite((request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end();
      else response.setHeader('content-type', 'text/plain').end('words');
    });
    const base = site.url;
    const read = await readSource(
      { source: `${base}/a`, sourceType: 'url' },
      { limits, isAllowed: () => true },
    );
    expect(read).toEqual({
      bytes: new TextEncoder().encode('words'),
      name: `${base}/a`,
      sourcePath: `${base}/a`,
      url: `${base}/b`,
      contentType: 'text/plain',
    });
    const secret = base.replace('http://', 'http://me:secret@');
    const hidden = await readSource(
      { source: `${secret}/a#part`, sourceType: 'url' },
      { limits, isAllowed: () => true },
    );
    expect(hidden).toEqual(read);
  });

  it('of private addresses are refused', async () => {
    expect((await failureOf({ source: 'http://127.0.0.1/', sourceType: 'url' }))?.message).toContain(
      'not a public address',
    );
  });
});
