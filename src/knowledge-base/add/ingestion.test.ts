import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import type { Embedder } from '../../embed/embedder.ts';
import { EmbeddingError } from '../../errors.ts';
import { addDocuments } from './add.ts';
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { AddOptions, AddProgress } from './add-options.ts';
import { closeParts, openParts, type Parts } from '../parts/parts.ts';

let parts: Parts;
let writes: number;

beforeEach(async () => {
  writes = 0;
  const store = await openSqliteStore('sqlite::memory:', {
    beforeStatement: (sql) => {
      if (sql.startsWith('INSERT INTO documents ')) statement();
      if (sql === 'BEGIN IMMEDIATE') writes += 1;
    },
  });
  parts = await openParts(parseConfig({ embedding: { model: fragile() } }), { store });
});
afterEach(() => closeParts(parts));

/** What happens before a document is inserted. */
let statement: () => void = () => undefined;
afterEach(() => (statement = () => undefined));

/** Cannot embed what says so. */
function fragile(): Embedder {
  return {
    modelId: 'fragile',
    dimensions: 2,
    maxTokens: 1000,
    embed: async (texts) =>
      texts.map((text) => {
        if (text.includes('unembeddable')) throw new EmbeddingError('No vector.');
        return Float32Array.of(1, 0);
      }),
  };
}

const inputsOf = (count: number, textOf = (index: number) => `Otter number ${index} swims in the river.`) =>
  Array.from({ length: count }, (_, index) => ({
    source: textOf(index),
    sourceType: 'text' as const,
    documentId: `d${index}`,
  }));
const add = (inputs: Parameters<typeof addDocuments>[1], options?: AddOptions) =>
  addDocuments(parts, inputs, options);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

it('writes many small documents in few transactions', async () => {
  await add(inputsOf(1));
  writes = 0;
  const started = performance.now();
  expect((await add(inputsOf(301))).documentsInserted).toBe(300);
  const waits = (performance.now() - started) / 100; // a document waits no longer than 100 ms for others
  expect(writes).toBeLessThan(10 + waits);
});

it('lists chunks, errors and warnings in the order of the inputs', async () => {
  const inputs = inputsOf(50, (index) =>
    index % 7 === 3 ? 'unembeddable' : 'word '.repeat(index % 2 ? 900 : 2) + index,
  );
  const { chunks, errors } = await add(inputs);
  const failed = numbers(50).filter((index) => index % 7 === 3);
  expect([...new Set(chunks.map(({ documentId }) => documentId))]).toEqual(
    numbers(50)
      .filter((index) => !failed.includes(index))
      .map((index) => `d${index}`),
  );
  expect(errors.map(({ documentId }) => documentId)).toEqual(failed.map((index) => `d${index}`));
});

it('reports a document as done when it is stored, and begins in the order of the inputs', async () => {
  const begun: number[] = [];
  const checks: Promise<boolean>[] = [];
  const onProgress = (event: AddProgress) => {
    if (event.kind === 'start') begun.push(event.index);
    if (event.kind !== 'end') return;
    const stored = parts.store.documentsById('default', [`d${event.index}`]);
    checks.push(stored.then(({ length }) => length === 1));
  };
  await add(inputsOf(40), { onProgress });
  expect(begun).toEqual(numbers(40));
  expect(await Promise.all(checks)).toEqual(numbers(40).map(() => true));
});

it('writes documents one by one where their group fails, so that one fails alone', async () => {
  let inserted = 0;
  statement = () => {
    inserted += 1;
    // The third of the group, and the third when they come one by one.
    if (inserted === 3 || inserted === 6) throw new EmbeddingError('This one fails.');
  };
  const { documentsInserted, errors } = await add(inputsOf(5));
  expect(documentsInserted).toBe(4);
  expect(errors).toMatchObject([{ documentId: 'd2', error: { message: 'This one fails.' } }]);
  expect(await parts.store.documents('default')).toHaveLength(4);
});

it('lets the later one of two documents with one id win, whatever comes between', async () => {
  const [a, b] = inputsOf(2);
  const response = await add([a!, b!, { ...a!, source: 'Otter number 0 dives.' }, b!]);
  expect(response).toMatchObject({ documentsInserted: 2, documentsReplaced: 1, documentsSkipped: 1 });
  expect(await parts.store.content('default', 'd0')).toMatchObject({ text: 'Otter number 0 dives.' });
});

it('does the work of calls that add the same documents at once one time', async () => {
  const forth = inputsOf(30);
  const responses = await Promise.all([add(forth), add(forth.toReversed()), add(forth)]);
  const sum = (key: 'documentsInserted' | 'documentsSkipped' | 'totalChunks') =>
    responses.reduce((total, response) => total + response[key], 0);
  expect([sum('documentsInserted'), sum('documentsSkipped'), sum('totalChunks')]).toEqual([30, 60, 30]);
  expect(await parts.store.collection('default')).toMatchObject({ documentCount: 30, chunkCount: 30 });
});

it('lets the others go on when a call is aborted while it waits for them', async () => {
  const controller = new AbortController();
  const inputs = inputsOf(20);
  const first = add(inputs);
  const second = add(inputs, { signal: controller.signal });
  controller.abort(new Error('enough'));
  await expect(second).rejects.toThrow('enough');
  expect((await first).documentsInserted).toBe(20);
  expect((await add(inputs)).documentsSkipped).toBe(20);
});

it('ends with what the callback for progress throws', async () => {
  await expect(add(inputsOf(3), { onProgress: breakBar })).rejects.toThrow('broken bar');
});

function breakBar(): never {
  throw new Error('broken bar');
}

it('prints no warning where many documents listen to one signal', async () => {
  const warnings: Error[] = [];
  const hear = (warning: Error) => warnings.push(warning);
  process.on('warning', hear);
  await add(inputsOf(40), { signal: new AbortController().signal });
  await setImmediate();
  process.off('warning', hear);
  expect(warnings).toEqual([]);
});
