import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../../src/errors.ts';
import type { StoreReads } from '../../../src/store/store.ts';
import type { StoreBench } from './bench.ts';
import { makeRecord, spec } from './records.ts';

const name = spec.name;
const millisecondsBeside = 700;

/** A document whose every part says which state it is of; no two that follow each other have as many chunks. */
function stateOf(number: number) {
  const text = Array.from({ length: 1 + (number % 5) }, (_, index) => `part ${index} of state ${number}`);
  return makeRecord('a', { text, document: { title: `state ${number}`, metadata: { number } } });
}

/** What all that can be read of the document says of its state. */
async function readAll(reads: StoreReads): Promise<string> {
  const [document] = await reads.documentsById(name, ['a']);
  const content = await reads.content(name, 'a');
  const text = await reads.documentText(name, 'a');
  const chunks = await reads.chunksOf(name, 'a');
  const first = chunks.slice(0, 1).map(({ chunkId }) => chunkId);
  const again = await reads.chunks(name, first);
  const places = await reads.places(name, first);
  const vectors = await reads.vectors(name, first);
  const [total] = await reads.stats(name);
  const listed = await reads.documents(name);
  const number = Number(document?.metadata['number']);
  const expected = stateOf(number);
  expect({ text, content: content?.text }).toEqual({ text: expected.content.text, content: text });
  expect(chunks.map((chunk) => chunk.content)).toEqual(expected.chunks.map(({ chunk }) => chunk.content));
  expect(again).toEqual(chunks.slice(0, 1));
  expect(places[0]?.contentHash).toBe(chunks[0]?.contentHash);
  expect([...(vectors[0]?.vector ?? [])]).toEqual([...(expected.chunks[0]?.vector ?? [])]);
  expect(total).toMatchObject({ documents: 1, chunks: chunks.length });
  expect(listed).toEqual([document]);
  return document!.title;
}

/** Look-ups that are joined see one state, and let go of it. */
export function describeJoinedReads(bench: StoreBench): void {
  describe('reading several things at once', () => {
    it('sees one state while a writer replaces the document in a loop', async () => {
      const { store } = bench;
      await bench.put(stateOf(0));
      const until = performance.now() + millisecondsBeside;
      const writer = async () => {
        let written = 0;
        while (performance.now() < until) await bench.put(stateOf((written += 1)));
        return written;
      };
      const reader = async () => {
        while (performance.now() < until) {
          await store.read(readAll);
          await nextTurn();
        }
      };
      const [written] = await Promise.all([writer(), reader(), reader()]);
      expect(written).toBeGreaterThan(0);
      expect(await store.read(readAll)).toBe(`state ${written}`);
    });

    it('sees what was written before, and of several collections', async () => {
      const { store } = bench;
      await store.ensureCollection({ ...spec, name: 'other' });
      await bench.put(stateOf(1));
      await store.write('other', { put: [stateOf(2)] });
      const titles = await store.read(async (reads) => {
        const [one] = await reads.documentsById(name, ['a']);
        const [other] = await reads.documentsById('other', ['a']);
        return [one?.title, other?.title];
      });
      expect(titles).toEqual(['state 1', 'state 2']);
    });

    it('ends with what the action throws', async () => {
      await expect(bench.store.read((reads) => reads.documents('none'))).rejects.toThrow(
        'There is no collection "none"',
      );
      const reason = new Error('of the action');
      await expect(bench.store.read(() => Promise.reject(reason))).rejects.toBe(reason);
      await bench.put(stateOf(1));
      expect(await bench.store.read(readAll)).toBe('state 1');
    });

    it('ends after the time that it may take, and on an abort, so that no state is held for long', async () => {
      const { store } = bench;
      await bench.put(stateOf(1));
      const later: Promise<unknown>[] = [];
      const slow = (reads: StoreReads) => {
        const work = sleep(150).then(() => reads.documents(name));
        later.push(work.catch((error: unknown) => error));
        return work;
      };
      await expect(store.read(slow, { withinMs: 50 })).rejects.toThrow(
        'Reading one state of the store took longer than 50 ms',
      );
      const reason = new Error('asked to stop');
      const signal = AbortSignal.abort(reason);
      await expect(store.read(slow, { signal })).rejects.toBe(reason);
      const stopping = new AbortController();
      const stopped = store.read(slow, { signal: stopping.signal });
      setTimeout(() => stopping.abort(reason), 20);
      await expect(stopped).rejects.toBe(reason);
      for (const error of await Promise.all(later)) expect(error).toBeInstanceOf(Error);
      await bench.put(stateOf(2));
      expect(await store.read(readAll)).toBe('state 2');
    });

    it('refuses what is read after its end', async () => {
      await bench.put(stateOf(1));
      const kept = await bench.store.read(async (reads) => reads);
      await expect(kept.documents(name)).rejects.toThrow(StoreError);
      await expect(kept.chunks(name, ['a#0000'])).rejects.toThrow(StoreError);
    });
  });
}
