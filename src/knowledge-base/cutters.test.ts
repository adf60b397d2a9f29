import { readFile } from 'node:fs/promises';
import { afterEach, expect, it } from 'vitest';
import type { Chunker } from '../chunk/chunker.ts';
import { chunkers } from '../chunk/methods.ts';
import { parseConfig } from '../config.ts';
import { cutHere, Cutters } from './cutters.ts';
import { CuttingThread } from './cutting-thread.ts';
import { cutModule, type CutRequest } from './cut.ts';

const { loading: limits, chunking } = parseConfig({});
const pdf = new Uint8Array(
  await readFile(new URL('../../examples/documents/annual-report-2025.pdf', import.meta.url)),
);

const requestOf = (bytes: Uint8Array, name: string): CutRequest => ({
  source: { bytes, name, limits },
  documentId: name,
  isNamed: true,
  metadata: { client: 'x' },
  chunking: { ...chunking, method: 'structure' },
  maxTokens: 10_000,
  reader: { maxTokens: 8192 },
  embeddingModel: 'model',
  embeddedAt: '2024-01-01T00:00:00.000Z',
});
const textOf = (index: number) =>
  new TextEncoder().encode(`# Otters\n\nOtter number ${index} swims in the river.`);

/** Without what depends on the clock. */
const timeless = async (cutting: ReturnType<typeof cutHere>) => ({
  ...(await cutting),
  loadMs: 0,
  chunkingMs: 0,
});

const threads: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.close()));
});
function opened<Thread extends { close(): Promise<void> }>(thread: Thread): Thread {
  threads.push(thread);
  return thread;
}

it('cuts in another thread as it does in this one', async () => {
  const thread = opened(new CuttingThread(cutModule));
  const pages: number[] = [];
  const request = requestOf(pdf, 'report.pdf');
  const there = thread.cut(request, { onPage: (done) => pages.push(done) });
  expect(await timeless(there as ReturnType<typeof cutHere>)).toEqual(await timeless(cutHere(request)));
  expect(pages.length).toBeGreaterThan(1);
});

it('cuts by every method in another thread as it does in this one', async () => {
  const thread = opened(new CuttingThread(cutModule));
  for (const method of Object.keys(chunkers) as (keyof typeof chunkers)[]) {
    const request = requestOf(textOf(7), 'otters.md');
    const byMethod = { ...request, chunking: { ...request.chunking, method } };
    const there = thread.cut(byMethod, {}) as ReturnType<typeof cutHere>;
    expect(await timeless(there)).toEqual(await timeless(cutHere(byMethod)));
  }
});

it('cuts by a chunker of one’s own in this thread', async () => {
  const cutters = opened(new Cutters({ startThreadAfterMs: 0 }));
  const method: Chunker = {
    name: 'mine',
    chunk: async ({ text }) => [{ charStart: 0, charEnd: text.length, kind: 'text', headingPath: [] }],
  };
  const request = requestOf(textOf(7), 'otters.md');
  const cutting = Array.from({ length: 20 }, () =>
    cutters.cut({ ...request, chunking: { ...request.chunking, method } }),
  );
  for (const { chunks } of await Promise.all(cutting)) expect(chunks[0]!.chunk.chunkingMethod).toBe('mine');
});

it('gives each document to whoever asked, in this thread and in another one', async () => {
  const cutters = opened(new Cutters({ startThreadAfterMs: 0 }));
  const cuts = await Promise.all(
    Array.from({ length: 60 }, (_, index) => cutters.cut(requestOf(textOf(index), `${index}.md`))),
  );
  expect(cuts.map(({ chunks }) => chunks[0]!.chunk.content)).toEqual(
    Array.from({ length: 60 }, (_, index) => `# Otters\n\nOtter number ${index} swims in the river.`),
  );
});

it('has the errors of this thread, wherever a document was cut', async () => {
  const cutters = opened(new Cutters({ startThreadAfterMs: 0 }));
  const broken = new TextEncoder().encode('%PDF-1.7 nothing else');
  const cutting = Array.from({ length: 6 }, (_, index) => cutters.cut(requestOf(broken, `${index}.pdf`)));
  const outcomes = await Promise.allSettled(cutting);
  expect(outcomes).toMatchObject(
    Array.from({ length: 6 }, () => ({ status: 'rejected', reason: { name: 'PdfCorruptedError' } })),
  );
});

it('goes on in this thread when the other one is gone', async () => {
  const thread = new CuttingThread(cutModule);
  const cutting = thread.cut(requestOf(pdf, 'report.pdf'), {});
  await thread.close();
  expect(await cutting).toBeUndefined();
  expect(await thread.cut(requestOf(pdf, 'report.pdf'), {})).toBeUndefined();
});

it('ends with the reason of its signal, whoever cuts', async () => {
  const cutters = opened(new Cutters({ startThreadAfterMs: 0 }));
  const controller = new AbortController();
  const { signal } = controller;
  const cutting = Array.from({ length: 6 }, () => cutters.cut(requestOf(pdf, 'report.pdf'), { signal }));
  controller.abort(new Error('enough'));
  const outcomes = await Promise.allSettled(cutting);
  expect(
    outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason.message === 'enough'),
  ).toBe(true);
});
