import { createHash } from 'node:crypto';
import { type FileHandle, constants, open } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError, LimitExceededError, LoadError, PinciteError } from '../../errors.ts';
import { fetchUrl, type FetchOptions } from './fetch-url.ts';
import type { LoadLimits } from '../loader.ts';
import { shownAddress } from './web-address.ts';

export interface SourceInput {
  /** A path or URL for `file` and `url`, the content itself for `text` (string) and `binary` (bytes). */
  readonly source: string | Uint8Array;
  readonly sourceType: 'file' | 'url' | 'text' | 'binary';
  /** What `text` and `binary` are known by; a `file` too, in place of its path, which is then told nowhere. */
  readonly uri?: string;
  readonly documentId?: string;
}

export interface SourceOptions {
  readonly limits: Pick<LoadLimits, 'maxBytes'>;
  readonly signal?: AbortSignal;
  /** Whether an IP address may be connected to; only public ones by default. */
  readonly isAllowed?: FetchOptions['isAllowed'];
}

export interface SourceContent {
  readonly bytes: Uint8Array;
  /** For messages and as a hint to the format. */
  readonly name: string;
  /** Absolute path, URL as given but without secrets and fragment, `uri`, or else `documentId`. */
  readonly sourcePath: string;
  /** Where the content can be opened on the web. */
  readonly url?: string;
  readonly contentType?: string;
}

/**
 * Fetches the bytes of a document from where they are.
 * @throws ConfigError when the input contradicts itself; LoadError when nothing can be read there;
 * LimitExceededError when there is more than `limits.maxBytes`.
 */
export async function readSource(input: SourceInput, options: SourceOptions): Promise<SourceContent> {
  if (input.sourceType === 'file') return readFileSource(stringSource(input), { ...options, uri: input.uri });
  if (input.sourceType === 'url') return readUrlSource(stringSource(input), options);
  return givenSource(input, options.limits);
}

function stringSource({ source, sourceType }: SourceInput): string {
  if (typeof source === 'string' && source !== '') return source;
  if (source === '') {
    throw new ConfigError(`A source of type "${sourceType}" is empty.`, {
      hint: 'Name a file, a folder or a URL.',
    });
  }
  throw new ConfigError(`A source of type "${sourceType}" must be a string.`, {
    hint: 'Use sourceType "binary" for bytes.',
  });
}

async function readUrlSource(
  source: string,
  { limits, signal, isAllowed }: SourceOptions,
): Promise<SourceContent> {
  const { bytes, url, contentType } = await fetchUrl(source, {
    maxBytes: limits.maxBytes,
    ...(signal ? { signal } : {}),
    ...(isAllowed ? { isAllowed } : {}),
  });
  const name = shownAddress(source);
  return { bytes, name, sourcePath: name, url, ...(contentType ? { contentType } : {}) };
}

function givenSource(
  { source, sourceType, uri, documentId }: SourceInput,
  limits: SourceOptions['limits'],
): SourceContent {
  const id = uri ?? documentId;
  if (!id) {
    throw new ConfigError(`A source of type "${sourceType}" needs a uri or a documentId.`, {
      hint: 'Give one, so that the document can be recognised and replaced later.',
    });
  }
  if ((typeof source === 'string') !== (sourceType === 'text')) {
    const expected = sourceType === 'text' ? 'a string' : 'bytes (Uint8Array)';
    throw new ConfigError(`A source of type "${sourceType}" must be ${expected}.`, {
      context: { document: id },
    });
  }
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  checkSize(bytes.length, limits.maxBytes, id);
  return {
    bytes,
    name: id,
    sourcePath: id,
    ...urlOf(id),
    ...(typeof source === 'string' ? { contentType: 'text/plain; charset=utf-8' } : {}),
  };
}

interface FileOptions extends SourceOptions {
  readonly uri?: string | undefined;
}

function readFileSource(source: string, options: FileOptions): Promise<SourceContent> {
  const { signal, uri } = options;
  return withFile(source, options, async (file, path) => {
    const bytes = new Uint8Array(await file.readFile(signal ? { signal } : {}));
    return uri === undefined
      ? { bytes, name: basename(path), sourcePath: path }
      : { bytes, name: nameIn(uri), sourcePath: uri, ...urlOf(uri) };
  });
}

/**
 * The SHA-256 of a file's bytes and their number, read a piece at a time.
 * @throws as `readSource` does.
 */
export function hashFileSource(
  source: string,
  options: FileOptions,
): Promise<{ readonly hash: string; readonly bytes: number }> {
  return withFile(source, options, async (file) => {
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafe(65_536);
    let bytes = 0;
    for (;;) {
      options.signal?.throwIfAborted();
      const { bytesRead } = await file.read(piece, 0, piece.length);
      if (bytesRead === 0) break;
      hash.update(piece.subarray(0, bytesRead));
      bytes += bytesRead;
    }
    return { hash: hash.digest('hex'), bytes };
  });
}

/** Opens a regular file within the limits, and closes it whatever happens. */
async function withFile<Result>(
  source: string,
  { limits, signal, uri }: FileOptions,
  use: (file: FileHandle, path: string) => Promise<Result>,
): Promise<Result> {
  let shown = uri ?? source;
  let file: FileHandle | undefined;
  try {
    const path = pathOf(source);
    shown = uri ?? path;
    // A named pipe would otherwise wait here for somebody to write to it.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    await checkFile(file, shown, limits);
    return await use(file, path);
  } catch (error) {
    signal?.throwIfAborted();
    throw readableError(error, shown, uri !== undefined);
  } finally {
    await file?.close();
  }
}

/** The absolute path of a path or a `file:` URL. @throws TypeError for a URL of another machine's file. */
export function pathOf(source: string): string {
  return source.startsWith('file://') ? fileURLToPath(source) : resolve(source);
}

/** `report.pdf` of `upload:report.pdf` and of `https://host/folder/report.pdf?version=2`. */
const nameIn = (uri: string): string =>
  basename(uri.replace(/^[a-z][a-z\d+.-]*:/i, '').replace(/[?#].*$/s, '')) || uri;

const urlOf = (uri: string) => (/^https?:\/\//i.test(uri) ? { url: uri } : {});

async function checkFile(file: FileHandle, path: string, limits: SourceOptions['limits']): Promise<void> {
  const stats = await file.stat();
  if (stats.isDirectory()) {
    throw new LoadError(`${path} is a folder, not a file.`, {
      hint: 'Add its files one by one, or make the collection follow the folder with sync.',
      context: { document: path },
    });
  }
  if (!stats.isFile()) throw new LoadError(`${path} is not a regular file.`, { context: { document: path } });
  checkSize(stats.size, limits.maxBytes, path);
}

function checkSize(size: number, maxBytes: number, document: string): void {
  if (size <= maxBytes) return;
  throw new LimitExceededError(`${document} has ${size} bytes; the limit is ${maxBytes}.`, {
    hint: 'Raise `loading.maxBytes` if you want to read it.',
    context: { document, limit: 'maxBytes', maxBytes, bytes: size },
  });
}

const reasons: Readonly<Record<string, readonly [string, string]>> = {
  ENOENT: ['no such file', 'Check the path; relative paths start at the current folder.'],
  ENOTDIR: ['no such file', 'A part of the path is a file, not a folder.'],
  EACCES: ['permission denied', 'Allow this user to read the file.'],
  EPERM: ['permission denied', 'Allow this user to read the file.'],
  ELOOP: ['its symbolic links lead in a circle', 'Give the path of the file itself.'],
  EMFILE: ['too many files are open', 'Read fewer files at once.'],
  ENAMETOOLONG: ['the name is too long', 'To add text itself, use sourceType "text".'],
};

/** @param isHidden nothing is told that the system says, which names the path. */
function readableError(error: unknown, shown: string, isHidden: boolean): PinciteError {
  if (error instanceof PinciteError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const said = error instanceof Error ? error.message : String(error);
  const [reason, hint] = reasons[code] ?? [isHidden ? code : said];
  return new LoadError(`${shown} could not be read: ${reason}.`, {
    context: { document: shown },
    ...(isHidden ? {} : { cause: error, ...(hint ? { hint } : {}) }),
  });
}
