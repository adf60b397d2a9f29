import { expect, it } from 'vitest';
import { endlessPage } from '../../../test/support/endless-page.ts';
import { renderAside } from './render-aside.ts';
import * as render from './render.ts';

const view = {
  page: 1,
  pageSize: { width: 400, height: 600 },
  region: { x0: 0, y0: 0, x1: 400, y1: 600 },
  pixelsPerPoint: 4,
};
const request = { bytes: endlessPage(), name: 'a.pdf' };

it('gives up a page that takes too long to draw', async () => {
  await expect(renderAside(render, request, { views: [view], timeoutMs: 3000 })).rejects.toMatchObject({
    code: 'LIMIT_EXCEEDED',
    message: expect.stringMatching(/a\.pdf take longer than 3 s/),
  });
});

it('stops when it is told to', async () => {
  const stop = new Error('enough');
  const signal = AbortSignal.abort(stop);
  await expect(renderAside(render, request, { views: [view], signal })).rejects.toBe(stop);
  const controller = new AbortController();
  setTimeout(() => controller.abort(stop), 100);
  const rendering = renderAside(render, request, { views: [view], signal: controller.signal });
  await expect(rendering).rejects.toBe(stop);
});

it('hands on what goes wrong in the thread', async () => {
  const broken = { bytes: new Uint8Array(9), name: 'b.pdf' };
  await expect(renderAside(render, broken, { views: [view] })).rejects.toMatchObject({
    name: 'LoadError',
    hint: expect.stringMatching(/viewer/),
  });
});
