import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hubCommit, startHubServer, type HubServer } from '../../../test/support/onnx/hub-server.ts';
import { downloadFile, type FileDownload } from './download-file.ts';
import { HubRefusal } from './hub.ts';

const weights = randomBytes(300_000);
const settings = '{"hidden_size":32}';
let server: HubServer;
let folder: string;
let target: string;
beforeEach(async () => {
  server = await startHubServer({ 'some/model': { 'onnx/model.onnx': weights, 'config.json': settings } });
  folder = await mkdtemp(path.join(tmpdir(), 'pincite-download-'));
  target = path.join(folder, 'onnx', 'model.onnx');
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const urlOf = (file: string) => `${server.url}/some/model/resolve/${hubCommit}/${file}`;
const download = (more: Partial<FileDownload> = {}) =>
  downloadFile({ url: urlOf('onnx/model.onnx'), target, pauseMs: 1, ...more });
const ranges = () =>
  server.requests.filter(({ path: asked }) => asked.startsWith('/cdn')).map(({ range }) => range);
/** Comparing large buffers by `toEqual` takes a second each. */
const expectWhole = async () => expect((await readFile(target)).equals(weights)).toBe(true);
/** Breaks the connection of a stalled download when all that was sent has come. */
const dropAt =
  (...positions: readonly number[]) =>
  (bytes: number) => {
    if (positions.includes(bytes)) server.dropConnections();
  };
const filesThere = () => readdir(path.dirname(target));

describe('downloadFile', () => {
  it('follows the hub to large and small files', async () => {
    await download();
    await expectWhole();
    await downloadFile({ url: urlOf('config.json'), target: path.join(folder, 'config.json') });
    expect(await readFile(path.join(folder, 'config.json'), 'utf8')).toBe(settings);
    expect(await filesThere()).toEqual(['model.onnx']);
  });

  it('takes up a dropped connection where it broke off', async () => {
    server.fail({ stallAfter: 100_000 }, { stallAfter: 50_000 });
    const seen: number[] = [];
    await download({
      onBytes: (bytes) => {
        seen.push(bytes);
        dropAt(100_000, 150_000)(bytes);
      },
    });
    await expectWhole();
    expect(ranges()).toEqual([undefined, 'bytes=100000-', 'bytes=150000-']);
    expect(seen.at(-1)).toBe(weights.length);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('counts a connection that sends nothing as dropped', async () => {
    server.fail({ stallAfter: 100_000 });
    await download({ idleMs: 2000 });
    await expectWhole();
    expect(ranges()).toEqual([undefined, 'bytes=100000-']);
  });

  it('tries again after errors of the server, and gives up after three in a row', async () => {
    server.fail({ status: 503 }, { status: 429 });
    await download();
    await expectWhole();
    server.fail({ status: 500 }, { status: 500 }, { status: 500 });
    await expect(download()).rejects.toThrow(/HTTP 500/);
  });

  it('gives up at once where the server refuses', async () => {
    await expect(download({ url: urlOf('onnx/none.onnx') })).rejects.toThrow(HubRefusal);
    expect(server.requests).toHaveLength(1);
  });

  it('leaves what has come to the next call', async () => {
    server.fail({ stallAfter: 200_000 }, { status: 404 });
    await expect(download({ onBytes: dropAt(200_000) })).rejects.toThrow(/HTTP 404/);
    expect(await filesThere()).toEqual(['model.onnx.partial']);
    await download();
    await expectWhole();
    expect(ranges().at(-1)).toBe('bytes=200000-');
    expect(await filesThere()).toEqual(['model.onnx']);
  });

  it('takes over from a process that is gone, and not from one at work', async () => {
    await download();
    await rm(target);
    const abandoned = `${target}.0.partial`;
    const atWork = `${target}.1.partial`;
    for (const file of [abandoned, atWork]) await writeFile(file, weights.subarray(0, 250_000));
    const before = new Date(Date.now() - 3_600_000);
    await utimes(abandoned, before, before);
    await download();
    await expectWhole();
    expect(ranges().at(-1)).toBe('bytes=250000-');
    expect(await filesThere()).toEqual(['model.onnx', 'model.onnx.1.partial']);
  });

  it('refuses bytes with another checksum, and keeps none of them', async () => {
    server.fail({ corrupt: true });
    await expect(download()).rejects.toThrow(/checksum/);
    expect(await filesThere()).toEqual([]);
  });

  it.each([
    ['of another file', randomBytes(100_000)],
    ['longer than the file', randomBytes(400_000)],
    ['whole but never renamed', weights],
  ])('downloads all anew over a piece that is %s', async (_, piece) => {
    await download();
    await rm(target);
    await writeFile(`${target}.partial`, piece);
    await download();
    await expectWhole();
    expect(await filesThere()).toEqual(['model.onnx']);
  });

  it('downloads whole where two do so at once', async () => {
    await Promise.all([download(), download()]);
    await expectWhole();
    expect(await filesThere()).toEqual(['model.onnx']);
  });

  it('stops with the reason of the signal, and keeps what has come', async () => {
    server.fail({ stallAfter: 100_000 });
    const controller = new AbortController();
    const running = download({
      signal: controller.signal,
      onBytes: (bytes) => bytes === 100_000 && controller.abort(new Error('enough')),
    });
    await expect(running).rejects.toThrow('enough');
    expect(await readFile(`${target}.partial`)).toHaveLength(100_000);
  });
});
