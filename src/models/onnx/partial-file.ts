import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '../../util/files/make-folder.ts';

/** After a minute without a write, the process that began a file is gone. */
const abandonedAfterMs = 60_000;

/**
 * A name beside `target` that is this call's alone: of a piece that an earlier download left, or of nothing yet. Of
 * several processes one gets the piece, since renaming succeeds once.
 */
export async function claimPartialFile(target: string): Promise<string> {
  const { dir, base } = path.parse(target);
  await makeFolder(dir);
  const claimed = `${target}.${randomUUID()}.partial`;
  for (const name of await readdir(dir)) {
    if (!name.startsWith(`${base}.`) || !name.endsWith('.partial')) continue;
    const piece = path.join(dir, name);
    if (name !== `${base}.partial` && !(await isAbandoned(piece))) continue;
    if (await tryRename(piece, claimed)) return claimed;
  }
  return claimed;
}

/** Leaves what was claimed to the next download. */
export async function releasePartialFile(target: string, claimed: string): Promise<void> {
  if (!(await tryRename(claimed, `${target}.partial`))) await rm(claimed, { force: true });
}

async function isAbandoned(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
  return Date.now() - mtimeMs > abandonedAfterMs;
}

async function tryRename(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch {
    return false; // another process was faster
  }
}
