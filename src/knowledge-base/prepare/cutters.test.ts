import { setMaxListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import type { Chunker } from '../../chunk/chunker.ts';
import { chunkers } from '../../chunk/methods.ts';
import { parseConfig } from '../../config/config.ts';
import { openBuiltInEmbedder } from '../../embed/built-in/built-in.ts';
import { does, openHostileReaders } from '../../../test/support/hostile-readers.ts';
import { cutDocument, type CutDocument, type CutRequest } from './cut.ts';
import { cutOne, Cutters } from './cutters.ts';
import { embedCut } from './embed-chunks.ts';
import { sharedReaders } from './shared-readers.ts';

const { loading: limits, chunking } = parseConfig({});
const pdf = new Uint8Array(
  await readFile(new URL('../../../examples/documents/annual-report-2025.pdf', import.meta.url)),
);
afterAll(() => sharedReaders.leave(sharedReaders));

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
const htmlOf = (index: number) =>
  new TextEncoder().encode(`<!doctype html><h1>Otters</h1><p>Otter number ${index} swims in the river.`);

/** Without what depends on the clock. */
const timeless = async (cutting: Promise<CutDocument>) => ({ ...(await cutting), loadMs: 0, chunkingMs: 0 });

it('cuts in another process as in this one, and says how far it is', async () => {
  const pages: number[] = [];
  const request = requestOf(pdf, 'report.pdf');
  const there = cutOne(sharedReaders, request, { onPage: (done) => pages.push(done) });
  expect(await timeless(there)).toEqual(await timeless(cutDocument(request)));
  expect(pages.length).toBeGreaterThan(1);
});

it('embeds by the model inside the package in another process as in this one', async () => {
  const request = { ...requestOf(textOf(7), 'otters.md'), mayEmbed: true };
  const { chunks, embedding } = await sharedReaders.run('cut', request, limits);
  const here = await embedCut(openBuiltInEmbedder(), { chunks }, {});
  expect(embedding?.embedded).toEqual(here.embedded);
  expect(here.embedded).toHaveLength(chunks.length);
});

it('cuts by every method in another process as in this one', async () => {
  for (const method of Object.keys(chunkers) as (keyof typeof chunkers)[]) {
    const request = requestOf(htmlOf(7), 'otters.html');
    const byMethod = { ...request, chunking: { ...request.chunking, method } };
    expect(await timeless(cutOne(sharedReaders, byMethod))).toEqual(await timeless(cutDocument(byMethod)));
  }
});

it.each([
  ['otters.md', textOf(7)],
  ['otters.html', htmlOf(7)],
])('cuts %s by a chunker of one’s own', async (name, bytes) => {
  const method: Chunker = {
    name: 'mine',
    chunk: async ({ text }) => [{ charStart: 0, charEnd: text.length, kind: 'text', headingPath: [] }],
  };
  const cutters = new Cutters(sharedReaders, { helpAfterMs: 0 });
  const request = requestOf(bytes, name);
  const cutting = Array.from({ length: 20 }, () =>
    cutters.cut({ ...request, chunking: { ...request.chunking, method } }),
  );
  for (const { chunks } of await Promise.all(cutting)) expect(chunks[0]!.chunk.chunkingMethod).toBe('mine');
});

it('gives each document to whoever asked, wherever it was cut', async () => {
  const cutters = new Cutters(sharedReaders, { helpAfterMs: 0 });
  const cuts = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      cutters.cut(requestOf((index % 4 === 0 ? htmlOf : textOf)(index), `${index}.x`)),
    ),
  );
  const numbers = cuts.map(({ chunks }) => /number (\d+) swims/.exec(chunks[0]!.chunk.content)?.[1]);
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => String(index)));
});

it('has the errors of this process, wherever a document was cut', async () => {
  const broken = requestOf(new TextEncoder().encode('%PDF-1.7 nothing else'), 'broken.pdf');
  const here = await cutDocument(broken).catch((error: Error) => error);
  const there = await cutOne(sharedReaders, broken).catch((error: Error) => error);
  expect(there).toMatchObject({ name: 'PdfCorruptedError', message: (here as Error).message });
  expect(JSON.stringify(there)).toBe(JSON.stringify(here));
});

it('cuts plain documents here when the process that helps is gone', async () => {
  const cutters = new Cutters(openHostileReaders(), { helpAfterMs: 0 });
  const cuts = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      cutters.cut(requestOf(does('abort', textOf(index)), `${index}.md`)),
    ),
  );
  expect(cuts.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, () => 'Otters'));
});

it('ends with the reason of its signal, wherever a document is cut', async () => {
  const cutters = new Cutters(sharedReaders, { helpAfterMs: 0 });
  const controller = new AbortController();
  const { signal } = controller;
  setMaxListeners(0, signal);
  const cutting = Array.from({ length: 12 }, (_, index) =>
    cutters.cut(requestOf(index % 2 === 0 ? pdf : textOf(index), `${index}.x`), { signal }),
  );
  void setTimeout(20).then(() => controller.abort(new Error('enough')));
  const outcomes = await Promise.allSettled(cutting);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(failures.length).toBeGreaterThan(1);
  expect(new Set(failures.map(({ reason }) => (reason as Error).message))).toEqual(new Set(['enough']));
});

it.each([
  ['loop', { ...limits, timeoutMs: 2000 }, { name: 'LimitExceededError', context: { limit: 'timeoutMs' } }],
  [
    'fill',
    { ...limits, maxMemoryMb: 400 },
    { name: 'LimitExceededError', context: { limit: 'maxMemoryMb' } },
  ],
  ['abort', limits, { name: 'LoadError', context: { document: 'bad.html' } }],
  ['exit', limits, { name: 'LoadError', context: { document: 'bad.html' } }],
] as const)('goes on with the others when reading one does this: %s', async (deed, bounds, failure) => {
  const cutters = new Cutters(openHostileReaders());
  const bad = requestOf(does(deed, htmlOf(0)), 'bad.html');
  const requests = [1, 2, 3].map((index) => requestOf(htmlOf(index), `${index}.html`));
  requests.splice(1, 0, { ...bad, source: { ...bad.source, limits: bounds } });
  const outcomes = await Promise.allSettled(requests.map((request) => cutters.cut(request)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { hint: expect.any(String), ...failure } });
});

it('reads a PDF with the second parser when the first one ends its process', async () => {
  const cutters = new Cutters(openHostileReaders());
  const { loaded } = await cutters.cut(requestOf(does('abortInPdfium', pdf), 'report.pdf'));
  expect(loaded.text).toContain('Annual general meeting');
  expect(loaded.warnings[0]).toMatch(/second/);
});
