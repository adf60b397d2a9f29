/**
 * Writes numbered changes to the store in a folder, one after the other, until it is killed; prints each number
 * once its change is acknowledged. Between changes it empties the store of what was removed, or embeds it again, which
 * changes nothing that can be seen. Run by crash-cycle.ts in a process of its own.
 */
import { writeSync } from 'node:fs';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { spec, unitVector } from '../contract/store/records.ts';
import { changeNumber } from './numbered-changes.ts';

export async function writeUntilKilled(folder: string, first: number): Promise<void> {
  const store = await openSqliteStore(`sqlite:${folder}`);
  await store.ensureCollection(spec);
  for (let number = first; ; number += 1) {
    await store.write(spec.name, changeNumber(number));
    writeSync(1, `${number}\n`);
    if (number % 7 === 0) await store.maintenance?.vacuum();
    if (number % 5 === 0) await embedAgain(store);
  }
}

/** With the vectors that the chunks have. */
async function embedAgain(store: Store): Promise<void> {
  await store.reembed(spec.name, {
    model: spec,
    vectorsFor: async (chunks) =>
      chunks.map(({ chunkId, content }) => {
        const [documentId, sequence] = chunkId.split('#');
        return { vector: unitVector(`${documentId} ${Number(sequence)} ${content}`) };
      }),
  });
}
