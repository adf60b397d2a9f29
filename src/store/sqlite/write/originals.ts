import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { StoreError } from '../../../errors.ts';
import { sha256 } from '../../../util/ids/hash.ts';
import { damaged } from '../database/damage.ts';
import { isOfEnded, type Owner, ownName } from '../maintenance/unfinished.ts';

/** The bytes that documents were read from, by their SHA-256: the same bytes are kept once. */
export interface OriginalFiles {
  has(hash: string): boolean;
  /** Resolves when the bytes are on disk. */
  keep(hash: string, bytes: Uint8Array): Promise<void>;
  /** @throws StoreError when the bytes are not there, or not those of the hash. */
  read(hash: string): Promise<Uint8Array>;
  remove(hash: string): void;
  /** The hashes of what is kept; what a killed process left half-written is removed. */
  list(): string[];
}

/** Files named by their hash in `originals/` beside the database; in memory for a database in memory. */
export function openOriginals(databaseFile: string): OriginalFiles {
  return databaseFile === ':memory:'
    ? new OriginalsInMemory()
    : new OriginalsInFolder(path.join(path.dirname(databaseFile), 'originals'));
}

class OriginalsInMemory implements OriginalFiles {
  private readonly files = new Map<string, Uint8Array>();

  has(hash: string): boolean {
    return this.files.has(hash);
  }

  async keep(hash: string, bytes: Uint8Array): Promise<void> {
    this.files.set(hash, Uint8Array.from(bytes));
  }

  async read(hash: string): Promise<Uint8Array> {
    return intact(hash, this.files.get(hash));
  }

  remove(hash: string): void {
    this.files.delete(hash);
  }

  list(): string[] {
    return [...this.files.keys()];
  }
}

const hashName = /^[0-9a-f]{64}$/;
/** Of a file that is being written, with the process that does it and its machine. */
const temporaryName = /^[0-9a-f]{64}\.(\d+)-([0-9a-f]{8})-[0-9a-f-]{36}$/;
/** A process id is used again at some time, and those of other machines are not known; no file takes so long to write. */
const longestWriteMs = 3_600_000;

class OriginalsInFolder implements OriginalFiles {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  has(hash: string): boolean {
    return hashName.test(hash) && existsSync(this.pathOf(hash));
  }

  /** Written under another name first: whoever sees a file of that hash sees all of it. */
  async keep(hash: string, bytes: Uint8Array): Promise<void> {
    const file = this.pathOf(hash);
    if (await this.isIntact(hash)) return;
    await mkdir(this.folder, { recursive: true });
    const temporary = path.join(this.folder, `${hash}.${ownName()}`);
    try {
      await writeThrough(temporary, bytes);
      await rename(temporary, file);
      await flushFolder(this.folder);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw new StoreError(`The original of a document could not be kept in ${this.folder}.`, {
        hint: 'Make room on the disk, or set ingest.keepOriginals to false.',
        context: { location: this.folder },
        cause: error,
      });
    }
  }

  async read(hash: string): Promise<Uint8Array> {
    const file = this.pathOf(hash);
    const bytes = await readFile(file).catch(() => undefined);
    return intact(hash, bytes && Uint8Array.from(bytes));
  }

  remove(hash: string): void {
    rmSync(this.pathOf(hash), { force: true });
  }

  list(): string[] {
    if (!existsSync(this.folder)) return [];
    const names = readdirSync(this.folder);
    for (const name of names) {
      const [, process, machine] = temporaryName.exec(name) ?? [];
      if (machine === undefined) continue;
      const file = path.join(this.folder, name);
      if (isAbandoned(file, { process: Number(process), machine })) rmSync(file, { force: true });
    }
    return names.filter((name) => hashName.test(name));
  }

  private async isIntact(hash: string): Promise<boolean> {
    const bytes = await readFile(this.pathOf(hash)).catch(() => undefined);
    return bytes !== undefined && sha256(bytes) === hash;
  }

  /** What comes from the database or another store becomes a path here alone. @throws StoreError for what is no hash. */
  private pathOf(hash: string): string {
    if (!hashName.test(hash)) throw damaged(`The reference ${JSON.stringify(hash)} to an original`, { hash });
    return path.join(this.folder, hash);
  }
}

function isAbandoned(file: string, writer: Owner): boolean {
  const writtenMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  return isOfEnded(writer) || writtenMs < Date.now() - longestWriteMs;
}

function intact(hash: string, bytes: Uint8Array | undefined): Uint8Array {
  if (bytes !== undefined && sha256(bytes) === hash) return bytes;
  throw new StoreError(`The original with the hash ${hash} is ${bytes ? 'damaged' : 'missing'}.`, {
    hint: 'Restore it from a backup, or add the document again.',
    context: { hash },
  });
}

async function writeThrough(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** So that the new name outlives a loss of power; where folders cannot be opened, the system sees to it. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
