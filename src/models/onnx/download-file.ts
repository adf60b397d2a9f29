import path from 'node:path';
import { open, rename, rm, stat, type FileHandle, readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { hasChecksum, type Checksum } from './checksum.ts';
import { HubRefusal, requestHubFile } from './hub.ts';
import { makeFolder } from '../../util/files/make-folder.ts';

export interface FileDownload {
  readonly url: string;
  readonly target: string;
  /** Called with the bytes on disk so far. */
  readonly onBytes?: (bytes: number) => void;
  readonly signal?: AbortSignal;
  /** After a failure that brought nothing new; doubles. */
  readonly pauseMs?: number;
  /** Without a byte for so long, the connection counts as dropped. */
  readonly idleMs?: number;
}

/** Failures in a row that bring nothing new. */
const maxFailures = 3;

/**
 * Downloads a file that appears under its name only when it is whole and its checksum right. A dropped connection is
 * taken up where it broke off, also by a later call or another process.
 *
 * @throws HubRefusal, whatever `fetch` throws, or the signal's reason; what has come is kept for the next call.
 */
export async function downloadFile(download: FileDownload): Promise<void> {
  const partial = await claimPartialFile(download.target);
  try {
    await fetchVerified(download, partial);
    await rename(partial, download.target);
  } catch (error) {
    await releasePartialFile(download.target, partial);
    throw error;
  }
}

/** A piece that was there may be of another state of the file: where the checksum is wrong, all is fetched anew, once. */
async function fetchVerified(download: FileDownload, partial: string): Promise<void> {
  const wasThere = (await sizeOf(partial)) > 0;
  const checksum = await fetchRest(download, partial);
  if (checksum === undefined || (await hasChecksum(partial, checksum))) return;
  await rm(partial);
  if (wasThere) return fetchVerified(download, partial);
  throw new Error(`${download.url} has another checksum than the server says (${checksum.digest})`);
}

async function fetchRest(download: FileDownload, partial: string): Promise<Checksum | undefined> {
  const { signal, pauseMs = 500 } = download;
  for (let failures = 0; ;) {
    const before = await sizeOf(partial);
    try {
      return await fetchOnce(download, partial, before);
    } catch (error) {
      signal?.throwIfAborted();
      const isFinal = error instanceof HubRefusal && error.status < 500 && error.status !== 429;
      failures = (await sizeOf(partial)) > before ? 0 : failures + 1;
      if (isFinal || failures === maxFailures) throw error;
      if (failures > 0) await pause(pauseMs * 2 ** failures, undefined, { signal });
    }
  }
}

/** Appends what is missing behind `start`; a server that gives no ranges sends all anew. */
async function fetchOnce(
  download: FileDownload,
  partial: string,
  start: number,
): Promise<Checksum | undefined> {
  const { url, onBytes, signal, idleMs = 30_000 } = download;
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(new Error(`${url} sent nothing for ${idleMs} ms`)), idleMs);
  try {
    const { response, checksum } = await requestHubFile(url, {
      headers: { 'accept-encoding': 'identity', ...(start > 0 && { range: `bytes=${start}-` }) },
      signal: signal === undefined ? idle.signal : AbortSignal.any([signal, idle.signal]),
    });
    const kept = response.status === 206 ? start : 0;
    await writeBody(response, {
      file: await open(partial, kept > 0 ? 'a' : 'w'),
      onPiece: (written) => {
        timer.refresh();
        onBytes?.(kept + written);
      },
    });
    return checksum;
  } catch (error) {
    if (!(error instanceof HubRefusal && error.status === 416 && start > 0)) throw error;
    await rm(partial); // longer than the file is now
    return await fetchOnce(download, partial, 0);
  } finally {
    clearTimeout(timer);
  }
}

async function writeBody(
  { body }: Response,
  { file, onPiece }: { readonly file: FileHandle; readonly onPiece: (written: number) => void },
): Promise<void> {
  try {
    let written = 0;
    for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
      await file.write(piece);
      onPiece((written += piece.byteLength));
    }
  } finally {
    await file.close();
  }
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

/** After a minute without a write, the process that began a file is gone. */
const abandonedAfterMs = 60_000;

/**
 * A name beside `target` that is this call's alone: of a piece that an earlier download left, or of nothing yet. Of
 * several processes one gets the piece, since renaming succeeds once.
 */
async function claimPartialFile(target: string): Promise<string> {
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
async function releasePartialFile(target: string, claimed: string): Promise<void> {
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
