/**
 * Copies of stores that backups and restores are making. Each has a folder that is named for the place that it is to take
 * and for the process that makes it. Those of processes that were killed are known by that, wherever they are: a store
 * keeps a note in `backups/` of each backup that is being made of it, with the path of the folder.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { sha256 } from '../../../util/ids/hash.ts';
import { databaseFile } from '../database/address.ts';

/** What a copy is to become; what is `replaced` is the folder that stood there before. */
type Role = 'unfinished' | 'replaced';

const namePattern = /^(.+)\.(unfinished|replaced)-(\d+)-([0-9a-f]{8})-([0-9a-f-]{36})$/s;
/** Named for the process too: one that is killed before it has written the note leaves an empty one. */
const notePattern = /^(\d+)-([0-9a-f]{8})-[0-9a-f-]{36}$/;
const machine = sha256(hostname()).slice(0, 8);
/** No backup goes on for as long without writing anything. */
const longestPauseMs = 86_400_000;

/** The folder beside `target` for a copy that this process makes. */
export function unfinishedBeside(target: string, role: Role = 'unfinished'): string {
  return `${target}.${role}-${ownName()}`;
}

/** For what this process is making: no other one has it, on this machine or another one that shares the folder. */
export const ownName = () => `${process.pid}-${machine}-${randomUUID()}`;

/** Notes in the folder of a store that a backup of it is being made; gives what takes the note away. */
export async function noteBackup(storeFolder: string, copy: string): Promise<() => Promise<void>> {
  const note = path.join(storeFolder, 'backups', ownName());
  try {
    await mkdir(path.dirname(note), { recursive: true });
    await writeFile(note, JSON.stringify(copy));
  } catch {
    // A store that may not be written is backed up without a note.
  }
  return () => rm(note, { force: true });
}

/** The folders that killed backups of a store, and killed restores to it, have left behind. */
export async function abandonedCopies(storeFolder: string): Promise<string[]> {
  const targets = [...(await notedTargets(storeFolder)), path.join(storeFolder, 'restore')];
  const copies = (await Promise.all(targets.map(copiesBeside))).flat();
  return (await abandonedAmong(copies)).filter((copy) => !isOnlyBackup(copy));
}

/** Removes them, with the notes of what is no longer there. What cannot be removed is left for the next time. */
export async function sweepAbandoned(storeFolder: string): Promise<void> {
  for (const target of await notedTargets(storeFolder)) await sweepBeside(target).catch(() => undefined);
  for (const copy of await abandonedCopies(storeFolder)) await removeCopy(copy).catch(() => undefined);
  for (const { note, copy } of await notesOf(storeFolder)) {
    if (copy !== undefined && existsSync(copy)) continue;
    if (isOfEnded(noteOwner(note))) await rm(note, { force: true }).catch(() => undefined);
  }
}

/**
 * Removes what killed backups to a folder have left beside it. One that was killed between its two renamings has left the
 * earlier backup under another name, which gets its own back.
 */
export async function sweepBeside(target: string): Promise<void> {
  for (const copy of await abandonedAmong(await copiesBeside(target))) {
    if (isOnlyBackup(copy)) await rename(copy, target);
    else await removeCopy(copy);
  }
}

/** An earlier backup that was moved aside, while none stands in its place. */
function isOnlyBackup(copy: string): boolean {
  const name = partsOf(copy);
  return name?.role === 'replaced' && !existsSync(name.target);
}

/** Where backups of a store were being made, or are. */
async function notedTargets(storeFolder: string): Promise<string[]> {
  const notes = await notesOf(storeFolder);
  return [...new Set(notes.flatMap(({ copy }) => (copy === undefined ? [] : partsOf(copy)!.target)))];
}

async function copiesBeside(target: string): Promise<string[]> {
  const folder = path.dirname(target);
  const names = await readdir(folder).catch(() => []);
  const copies = names.map((name) => path.join(folder, name));
  return copies.filter((copy) => partsOf(copy)?.target === target);
}

interface Note {
  readonly note: string;
  /** Absent in one that does not name a folder as we do: nothing else is ever removed. */
  readonly copy: string | undefined;
}

async function notesOf(storeFolder: string): Promise<Note[]> {
  const folder = path.join(storeFolder, 'backups');
  const names = (await readdir(folder).catch(() => [])).filter((name) => notePattern.test(name));
  return Promise.all(names.map((name) => readNote(path.join(folder, name))));
}

async function readNote(note: string): Promise<Note> {
  try {
    const copy: unknown = JSON.parse(await readFile(note, 'utf8'));
    if (typeof copy === 'string' && path.resolve(copy) === copy && partsOf(copy)) return { note, copy };
  } catch {
    // Half written, or removed meanwhile.
  }
  return { note, copy: undefined };
}

function noteOwner(note: string): Owner {
  const [, owner, host = ''] = notePattern.exec(path.basename(note)) ?? [];
  return { process: Number(owner), machine: host };
}

export interface Owner {
  readonly process: number;
  readonly machine: string;
}

interface CopyName extends Owner {
  readonly target: string;
  readonly role: Role;
}

function partsOf(copy: string): CopyName | undefined {
  const found = namePattern.exec(path.basename(copy));
  if (!found) return undefined;
  const [, name = '', role, process, host = ''] = found;
  return {
    target: path.join(path.dirname(copy), name),
    role: role as Role,
    process: Number(process),
    machine: host,
  };
}

/** A process of another machine, or container, may be running for all that is known here. */
export function isOfEnded(owner: Owner | undefined): boolean {
  return owner?.machine === machine && !isRunning(owner.process);
}

async function abandonedAmong(copies: readonly string[]): Promise<string[]> {
  const are = await Promise.all(copies.map(isAbandoned));
  return copies.filter((_, index) => are[index]);
}

async function isAbandoned(copy: string): Promise<boolean> {
  const names = await readdir(copy).catch(() => undefined);
  if (!names?.every(isOfStore)) return false;
  if (isOfEnded(partsOf(copy))) return true;
  const times = await Promise.all(['', ...names].map((name) => writtenMs(path.join(copy, name))));
  return Math.max(...times) < Date.now() - longestPauseMs;
}

function isOfStore(name: string): boolean {
  return name.startsWith(databaseFile) || ['originals', 'derived', 'backups'].includes(name);
}

async function writtenMs(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
}

function removeCopy(copy: string): Promise<void> {
  return rm(copy, { recursive: true, force: true });
}

/** Whether a process of this machine is running. An id is given to another process at some time. */
function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
