/** What goes on until it is killed; run by kill-cycle.ts in a process of its own. Each prints a line when it has begun. */
import { writeSync } from 'node:fs';
import { restoreStore } from '../../src/store/sqlite/maintenance/restore.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { spec, unitVector } from '../contract/store/records.ts';
import { changeNumber } from './numbered-changes.ts';

/**
 * Writes numbered changes to the store in a folder, one after the other; prints each number once its change is
 * acknowledged. Between changes it empties the store of what was removed, embeds it again, which changes nothing that can be
 * seen, or backs it up.
 */
export async function writeUntilKilled(folder: string, first: number, backup?: string): Promise<void> {
  const store = await openSqliteStore(`sqlite:${folder}`);
  await store.ensureCollection(spec);
  for (let number = first; ; number += 1) {
    await store.write(spec.name, changeNumber(number));
    writeSync(1, `${number}\n`);
    if (backup !== undefined) await store.maintenance?.backup(backup, { force: true });
    if (number % 7 === 0) await store.maintenance?.vacuum();
    if (number % 5 === 0) await embedAgain(store);
  }
}

/** Makes the store in a folder, which nobody has open, what a backup holds, again and again. */
export async function restoreUntilKilled(folder: string, backup: string): Promise<void> {
  writeSync(1, '0\n');
  for (;;) await restoreStore(backup, `sqlite:${folder}`, { force: true });
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
