import type { CheckOptions, StoreProblem } from '../maintenance.ts';
import type { SqlDatabase } from '../sqlite/driver.ts';
import { toText } from '../sqlite/text-bytes.ts';
import type { ChromaEngine } from './engine.ts';
import type { Mirror, Mirrored } from './mirror.ts';
import { chunkIdsOf } from './mirror-tables.ts';

interface Parts {
  readonly database: SqlDatabase;
  readonly engine: ChromaEngine;
  readonly mirror: Mirror;
}

/**
 * The collections of which Chroma has not the chunks that there are, chunk by chunk; made anew where `repair` says so.
 * @throws StoreError when Chroma does not answer; the signal's reason.
 */
export async function checkMirror(
  { database, engine, mirror }: Parts,
  { repair = false, signal }: CheckOptions = {},
): Promise<StoreProblem[]> {
  await mirror.bringInLine();
  const problems: StoreProblem[] = [];
  for (const mirrored of mirror.mirrored()) {
    const { lacking, unknown } = await compare(database, engine, { mirrored, signal });
    if (lacking + unknown === 0 || !mirror.isCurrent(mirrored)) continue;
    if (repair) await mirror.giveUp(mirrored.name);
    const message = `Chroma lacks ${lacking} of its chunks and has ${unknown} that are not there`;
    problems.push({ collection: toText(mirrored.row.name), message, isRepaired: repair });
  }
  if (repair) await mirror.bringInLine();
  return problems;
}

async function compare(
  database: SqlDatabase,
  engine: ChromaEngine,
  { mirrored, signal }: { readonly mirrored: Mirrored; readonly signal: AbortSignal | undefined },
): Promise<{ lacking: number; unknown: number }> {
  const lacking = new Set(chunkIdsOf(database, mirrored.row));
  let unknown = 0;
  for await (const chunkIds of engine.chunkIds(mirrored.name)) {
    signal?.throwIfAborted();
    for (const chunkId of chunkIds) unknown += lacking.delete(chunkId) ? 0 : 1;
  }
  return { lacking: lacking.size, unknown };
}
