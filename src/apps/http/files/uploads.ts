/** What a client sends to be added, written to files as it comes: no more than a piece is in memory. */
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { copyFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { ConfigError } from '../../../index.ts';
import { makeFolder } from '../../../util/files/make-folder.ts';
import { HttpProblem } from '../problems.ts';

export interface UploadLimits {
  /** Of all files of an upload together. */
  readonly mostBytes: number;
}

const mostFiles = 1000;
/** A path of more parts is cut to its last one. */
const mostFolders = 12;
/** Characters of a name. */
const mostOfName = 200;
const longestEnding = 20;

interface UploadedFile {
  /** What the client calls it, also with folders of its own: never a path of the server. */
  readonly name: string;
  /** Where it lies. */
  readonly path: string;
}

export interface Upload {
  readonly files: readonly UploadedFile[];
  readonly fields: Readonly<Record<string, string>>;
}

/** A file that is still written; what a killed server has left of one is removed after a day. */
const unfinished = '.part';
const dayMs = 86_400_000;

/** A folder of files that wait to be added. The queue removes each when it is stored, or forgotten. */
export class Uploads {
  readonly #folder: string;
  readonly #limits: UploadLimits;

  constructor(folder: string, limits: UploadLimits) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /**
   * Writes the files of a multipart body; those of a body that is refused or breaks off are removed.
   * @throws HttpProblem for too much, or for what is no multipart body; the signal's reason when the client goes away.
   */
  async receive(request: Request, signal: AbortSignal): Promise<Upload> {
    await makeFolder(this.#folder, { mode: 0o700 });
    const { mostBytes } = this.#limits;
    const files: UploadedFile[] = [];
    const fields: Record<string, string> = {};
    const writing: Promise<void>[] = [];
    const failed = new AbortController();
    let room = mostBytes;
    const bounded = () =>
      new Transform({
        transform(piece: Uint8Array, _, done) {
          room -= piece.length;
          done(
            room < 0
              ? tooLarge(`The files have more than ${mostBytes} bytes`, 'four times loading.maxBytes')
              : null,
            piece,
          );
        },
      });
    const form = parserOf(request, { files: mostFiles, fields: 100, fieldSize: 1_000_000 });
    form.on('file', (_, stream, given) => {
      const path = this.#newPath();
      files.push({ name: plainName(given), path });
      const part = createWriteStream(path + unfinished, { flags: 'wx', mode: 0o600 });
      // What is destroyed before it is opened still makes the file.
      const closed = new Promise<void>((resolve) => part.once('close', resolve));
      const written = pipeline(stream, bounded(), part)
        .finally(() => closed)
        .then(() => rename(path + unfinished, path));
      written.catch((error: unknown) => failed.abort(error));
      writing.push(written);
    });
    form.on('field', (name, value) => {
      fields[name] = value;
    });
    form.on('filesLimit', () => failed.abort(tooLarge(`More than ${mostFiles} files`, `${mostFiles} files`)));
    const body = Readable.fromWeb((request.body ?? new Blob([]).stream()) as ReadableStream);
    try {
      await pipeline(body, form, { signal: AbortSignal.any([signal, failed.signal]) });
      await Promise.all(writing);
      return { files, fields };
    } catch (error) {
      await Promise.allSettled(writing);
      await this.discard(files.map(({ path }) => path));
      signal.throwIfAborted();
      const reason: unknown = failed.signal.aborted ? failed.signal.reason : error;
      throw reason instanceof HttpProblem || isOfDisk(reason) ? reason : notMultipart(reason);
    }
  }

  /** Writes a text to a file of its own, and gives its path. */
  async write(text: string): Promise<string> {
    await makeFolder(this.#folder, { mode: 0o700 });
    const path = this.#newPath();
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    return path;
  }

  /** Copies files of the server's own, all or none, and gives the paths of the copies. */
  async copy(files: readonly string[]): Promise<string[]> {
    await makeFolder(this.#folder, { mode: 0o700 });
    const paths = files.map(() => this.#newPath());
    try {
      for (const [index, file] of files.entries()) await copyFile(file, paths[index]!);
    } catch (error) {
      await this.discard(paths);
      throw error;
    }
    return paths;
  }

  /** Removes files that nobody is to add. */
  async discard(paths: readonly string[]): Promise<void> {
    await Promise.all(
      paths.flatMap((path) => [path, path + unfinished]).map((path) => rm(path, { force: true })),
    );
  }

  /** Removes what a killed server has left half written. */
  async sweep(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(unfinished))) {
      const path = join(this.#folder, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
      if (Date.now() - mtimeMs > dayMs) await rm(path, { force: true });
    }
  }

  #newPath(): string {
    return join(this.#folder, randomUUID());
  }
}

function parserOf(request: Request, limits: { files: number; fields: number; fieldSize: number }) {
  const headers = Object.fromEntries(request.headers) as unknown as BusboyHeaders;
  try {
    return new Busboy({ headers, limits, preservePath: true });
  } catch (error) {
    throw notMultipart(error);
  }
}

const isOfDisk = (error: unknown) => (error as NodeJS.ErrnoException).syscall !== undefined;

const notMultipart = (cause: unknown) =>
  new ConfigError('The body is incomplete or not multipart/form-data', {
    cause,
    hint: 'Send files as curl does with -F files=@report.pdf.',
  });

const tooLarge = (detail: string, limit: string) =>
  new HttpProblem(413, detail, {
    hint: `Send less at once: the limit is ${limit}.`,
    headers: { Connection: 'close' },
  });

/**
 * What the client calls a file, without what commands a terminal or ends a header: with the folders that it names from one of its own
 * on, `contracts/Acme/MSA.pdf`, else the last part alone. macOS writes é as two characters and others as one: it is one here, so that
 * the same name replaces the same file.
 */
function plainName(given = ''): string {
  const parts = given
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}#?]/gu, '_')
    .split(/[/\\]/);
  const names = parts.map((part) => shortened(part.trim()));
  if (names.length <= mostFolders && names.every(isPlain)) return names.join('/');
  const last = names.at(-1)!;
  return isPlain(last) ? last : 'document';
}

/** Without the end of a long name, but with its ending, which tells Markdown and code from plain text. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= mostOfName) return name;
  const ending = extname(name).length <= longestEnding ? extname(name) : '';
  return characters.slice(0, mostOfName - ending.length).join('') + ending;
}

/** No `..`, and no drive. */
const isPlain = (name: string): boolean => !/^\.*$|^[a-z]:$/i.test(name);
