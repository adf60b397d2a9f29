import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openKnowledgeBase, type KnowledgeBase } from '../../../src/knowledge-base/knowledge-base.ts';
import { config, reads, replace } from '../../fault/whole-reads.ts';
import { type StorePlace, timeout } from './bench.ts';

const writers = ['north', 'south'];
const fewestStates = 4;

/** Every public read of a knowledge base over the store tells of one state, whatever is written beside it. */
export function describeWholeReads(adapter: string, makePlace: () => Promise<StorePlace>): void {
  describe(`${adapter}, read beside writers`, { timeout }, () => {
    let place: StorePlace;
    let kb: KnowledgeBase;
    beforeAll(async () => {
      place = await makePlace();
      kb = await openKnowledgeBase(config, { store: await place.open() });
      for (const writer of writers) await replace(kb, writer, 0);
    });
    afterAll(async () => {
      await kb.close();
      await place.remove();
    });

    it.each(Object.keys(reads))('%s tells of one state', async (name) => {
      const done = { states: 0, isRead: false };
      const write = async () => {
        while (!done.isRead || done.states < fewestStates) {
          done.states += 1;
          for (const writer of writers) await replace(kb, writer, done.states);
        }
      };
      const read = async () => {
        try {
          while (done.states < fewestStates) {
            await reads[name]!(kb, writers);
            await nextTurn(); // a store in this process may answer without letting the writer have its turn
          }
        } finally {
          done.isRead = true;
        }
      };
      await Promise.all([write(), read()]);
      expect(done.states).toBeGreaterThanOrEqual(fewestStates);
    });
  });
}
