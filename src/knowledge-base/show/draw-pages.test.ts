import { afterAll, expect, it } from 'vitest';
import { endlessPage } from '../../../test/support/endless-page.ts';
import { ProcessPool } from '../../util/processes/process-pool.ts';
import { drawPages } from './draw-pages.ts';
import type { ReaderTasks } from '../prepare/reader-tasks.ts';
import { sharedReaders } from '../prepare/shared-readers.ts';

const view = {
  page: 1,
  pageSize: { width: 400, height: 600 },
  region: { x0: 0, y0: 0, x1: 400, y1: 600 },
  pixelsPerPoint: 4,
};
const request = { bytes: endlessPage(), name: 'a.pdf' };
afterAll(() => sharedReaders.leave(sharedReaders));
const limits = { maxMemoryMb: 1024 };

it('gives up a page that takes too long to draw', async () => {
  await expect(
    drawPages(sharedReaders, request, { views: [view], limits: { maxMemoryMb: 4096 }, timeoutMs: 1000 }),
  ).rejects.toMatchObject({
    code: 'LIMIT_EXCEEDED',
    message: expect.stringMatching(/a\.pdf take longer than 1 s/),
    context: { limit: 'timeoutMs', maximum: 1000 },
  });
});

it('gives up a picture that takes too much memory', async () => {
  const large = { ...view, pixelsPerPoint: 28 };
  await expect(
    drawPages(sharedReaders, request, { views: [large], limits: { maxMemoryMb: 200 } }),
  ).rejects.toMatchObject({
    code: 'LIMIT_EXCEEDED',
    context: { limit: 'maxMemoryMb', maximum: 200 },
  });
});

it('stops when it is told to', async () => {
  const stop = new Error('enough');
  const signal = AbortSignal.abort(stop);
  await expect(drawPages(sharedReaders, request, { views: [view], limits, signal })).rejects.toBe(stop);
  const controller = new AbortController();
  setTimeout(() => controller.abort(stop), 100);
  const drawing = drawPages(sharedReaders, request, { views: [view], limits, signal: controller.signal });
  await expect(drawing).rejects.toBe(stop);
});

it('hands on what goes wrong in the process', async () => {
  const broken = { bytes: new Uint8Array(9), name: 'b.pdf' };
  await expect(drawPages(sharedReaders, broken, { views: [view], limits })).rejects.toMatchObject({
    name: 'LoadError',
    hint: expect.stringMatching(/viewer/),
  });
});

it('says that the process does not start, which is not the fault of the file', async () => {
  const none = new ProcessPool<ReaderTasks>(() => new URL('no-such-file.ts', import.meta.url), { most: 1 });
  await expect(drawPages(none, request, { views: [view], limits })).rejects.toMatchObject({
    name: 'LoadError',
    message: expect.stringMatching(/does not start/),
  });
});
