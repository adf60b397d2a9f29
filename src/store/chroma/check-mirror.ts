import type { CheckOptions, StoreProblem } from '../maintenance.ts';
import { cosine, hasDirection, normOf } from '../sqlite/search/cosine.ts';
import type { SqlDatabase } from '../sqlite/database/driver.ts';
import { readVectors } from '../sqlite/read/read.ts';
import { toText } from '../sqlite/database/text-bytes.ts';
import type { ChromaEngine } from './engine.ts';
import type { Mirror, Mirrored } from './mirror.ts';
import { chunkIdsOf } from './mirror-tables.ts';

interface Parts {
  readonly database: SqlDatabase;
  readonly engine: ChromaEngine;
  readonly mirror: Mirror;
}

/** More than a cosine loses when a vector is brought to unit length again. */
const rounding = 1e-5;

/**
 * The collections of which Chroma has other chunks than there are, or other vectors of them, chunk by chunk; made anew where `repair` says so.
 * @throws StoreError when Chroma does not answer; the signal's reason.
 */
export async function checkMirror(
  { database, engine, mirror }: Parts,
  { repair = false, signal }: CheckOptions = {},
): Promise<StoreProblem[]> {
  await mirror.bringInLine();
  const problems: StoreProblem[] = [];
  for (const mirrored of mirror.mirrored()) {
    const { lacking, unknown, other } = await compare(database, engine, { mirrored, signal });
    if (lacking + unknown + other === 0 || !mirror.isCurrent(mirrored)) continue;
    if (repair) await mirror.giveUp(mirrored.name);
    const message = `Chroma lacks ${lacking} of its chunks, has ${unknown} that are not there and ${other} with another vector`;
    problems.push({ collection: toText(mirrored.row.name), message, isRepaired: repair });
  }
  if (repair) await mirror.bringInLine();
  return problems;
}

async function compare(
  database: SqlDatabase,
  engine: ChromaEngine,
  { mirrored, signal }: { readonly mirrored: Mirrored; readonly signal: AbortSignal | undefined },
): Promise<{ lacking: number; unknown: number; other: number }> {
  const lacking = new Set(chunkIdsOf(database, mirrored.row));
  let [unknown, other] = [0, 0];
  for await (const page of engine.vectors(mirrored.name)) {
    signal?.throwIfAborted();
    const chunkIds = page.map(({ chunkId }) => chunkId);
    const ours = readVectors(database, mirrored.row, chunkIds);
    const byId = new Map(ours.map(({ chunkId, vector }) => [chunkId, vector]));
    for (const { chunkId, vector } of page) {
      const own = byId.get(chunkId);
      if (!lacking.delete(chunkId)) unknown += 1;
      else if (own && !isAlike(own, vector)) other += 1;
    }
  }
  return { lacking: lacking.size, unknown, other };
}

/** Chroma brings vectors to unit length again. */
function isAlike(one: Float32Array, other: Float32Array): boolean {
  if (one.length !== other.length) return false;
  return !hasDirection(one) || cosine(one, normOf(one), other) > 1 - rounding;
}
