/** Replaces a document, or reads all of them in every way, until the time is over; prints how often. Run by readers.ts. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openKnowledgeBase } from '../../src/index.ts';
import { config, reads, replace } from './whole-reads.ts';

export interface Part {
  readonly storeUrl: string;
  /** The documents that there are. */
  readonly writers: readonly string[];
  /** The one to replace; without it all are read. */
  readonly writer?: string;
  readonly durationMs: number;
}

export async function takePart({ storeUrl, writers, writer, durationMs }: Part): Promise<void> {
  const kb = await openKnowledgeBase({ ...config, store: storeUrl });
  const until = performance.now() + durationMs;
  const counts: Record<string, number> = {};
  const count = (name: string) => (counts[name] = (counts[name] ?? 0) + 1);
  for (let number = 1; performance.now() < until; number += 1) {
    if (writer !== undefined) {
      await replace(kb, writer, number);
      count('replace');
      continue;
    }
    for (const [name, read] of Object.entries(reads)) {
      await read(kb, writers);
      count(name);
      await nextTurn();
    }
  }
  await kb.close();
  process.stdout.write(JSON.stringify(counts));
}
