import type { Dirent, Stats } from 'node:fs';
import { lstat, readFile, readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Ignore } from 'ignore';
import { LoadError } from '../../errors.ts';

/** A regular file below a folder. Times are milliseconds since 1970. */
export interface FolderFile {
  /** Below the folder, parts divided by `/`. */
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
  /** When its name, owner or content last changed, which no program can set. */
  readonly changedMs: number;
}

export interface FolderScan {
  /** By path. */
  readonly files: readonly FolderFile[];
  /** Files and folders that cannot be looked at; what is below such a folder is not known. */
  readonly unread: readonly { readonly path: string; readonly error: LoadError }[];
  /** Symbolic links that lead out of the folder; no link is followed. */
  readonly links: readonly string[];
  /** Folders below it that are stores, of which nothing is read. */
  readonly stores: readonly string[];
}

export interface ScanOptions {
  /** Patterns as in `.gitignore`, over those of the ignore files. */
  readonly ignore?: readonly string[];
  /** Names of the ignore files: `.gitignore` and `.pinciteignore` unless given. */
  readonly ignoreFiles?: readonly string[];
  /** How a folder of a store is told by its entries, and what in it is of the store. */
  readonly stores: { readonly database: string; readonly isPart: (name: string) => boolean };
  readonly signal?: AbortSignal;
}

const usualIgnoreFiles = ['.gitignore', '.pinciteignore'];

/**
 * Finds the files below a folder, in the order of their paths. Hidden files and folders, `node_modules`, stores (of the
 * folder itself only what is of the store), and what the ignore files on the way name are passed over; symbolic links are not
 * followed.
 *
 * @param folder its real path, absolute.
 * @throws LoadError when the folder itself cannot be read; the signal's reason on abort.
 */
export async function scanFolder(folder: string, options: ScanOptions): Promise<FolderScan> {
  const { default: ignore } = await import('ignore');
  const scan = new Scan(folder, options, () => ignore());
  await scan.enter('', []);
  const { files, unread, links, stores } = scan;
  return { files: files.sort((a, b) => (a.path < b.path ? -1 : 1)), unread, links: links.sort(), stores };
}

/** The rules of one ignore file, for paths below its folder. */
interface Rules {
  /** `` or ending with `/`. */
  readonly base: string;
  readonly matcher: Ignore;
}

class Scan {
  readonly files: FolderFile[] = [];
  readonly unread: { path: string; error: LoadError }[] = [];
  readonly links: string[] = [];
  readonly stores: string[] = [];
  readonly #folder: string;
  readonly #options: ScanOptions;
  readonly #newMatcher: () => Ignore;
  readonly #given: Rules;

  constructor(folder: string, options: ScanOptions, newMatcher: () => Ignore) {
    this.#folder = folder;
    this.#options = options;
    this.#newMatcher = newMatcher;
    this.#given = { base: '', matcher: newMatcher().add((options.ignore ?? []).join('\n')) };
  }

  /** @param base the folder's path below the scanned one, `` or ending with `/`. */
  async enter(base: string, outer: readonly Rules[]): Promise<void> {
    this.#options.signal?.throwIfAborted();
    const entries = await this.#list(base);
    if (entries === undefined) return;
    const { database, isPart } = this.#options.stores;
    const isStore = entries.some(({ name }) => name === database);
    if (isStore && base !== '') {
      this.stores.push(base.slice(0, -1));
      return;
    }
    const rules = [...outer, ...(await this.#rulesOf(base, entries))];
    const wanted = entries.filter(
      (entry) => !(isStore && isPart(entry.name)) && this.#isWanted(base, entry, rules),
    );
    await Promise.all(
      wanted.map(async (entry) => {
        const path = `${base}${entry.name}`;
        if (entry.isSymbolicLink()) await this.#lookAtLink(path);
        else if (entry.isFile()) await this.#lookAtFile(path);
      }),
    );
    for (const entry of wanted.filter((one) => one.isDirectory())) {
      await this.enter(`${base}${entry.name}/`, rules);
    }
  }

  async #list(base: string): Promise<Dirent[] | undefined> {
    try {
      return await readdir(join(this.#folder, base), { withFileTypes: true });
    } catch (error) {
      const failure = unreadable(join(this.#folder, base), error);
      if (base === '') throw failure;
      this.unread.push({ path: base.slice(0, -1), error: failure });
      return undefined;
    }
  }

  async #rulesOf(base: string, entries: readonly Dirent[]): Promise<Rules[]> {
    const { ignoreFiles = usualIgnoreFiles } = this.#options;
    const names = ignoreFiles.filter((name) =>
      entries.some((entry) => entry.name === name && entry.isFile()),
    );
    const texts = await Promise.all(
      names.map((name) => readFile(join(this.#folder, base, name), 'utf8').catch(() => '')),
    );
    return texts.length === 0 ? [] : [{ base, matcher: this.#newMatcher().add(texts.join('\n')) }];
  }

  #isWanted(base: string, entry: Dirent, rules: readonly Rules[]): boolean {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') return false;
    const path = `${base}${entry.name}`;
    return !isIgnored(entry.isDirectory() ? `${path}/` : path, [...rules, this.#given]);
  }

  async #lookAtFile(path: string): Promise<void> {
    try {
      this.files.push(fileOf(path, await lstat(join(this.#folder, path))));
    } catch (error) {
      if (isGone(error) && !isUndecodable(path)) return;
      this.unread.push({ path, error: unreadable(join(this.#folder, path), error) });
    }
  }

  async #lookAtLink(path: string): Promise<void> {
    if (await leadsOut(this.#folder, join(this.#folder, path))) this.links.push(path);
  }
}

/** The innermost rules that say something decide. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
  let ignored = false;
  for (const { base, matcher } of rules) {
    const found = matcher.test(path.slice(base.length));
    if (found.ignored) ignored = true;
    else if (found.unignored) ignored = false;
  }
  return ignored;
}

/**
 * Whether a symbolic link leads out of a folder; a broken one leads nowhere.
 * @param folder its real path, absolute.
 */
async function leadsOut(folder: string, link: string): Promise<boolean> {
  const target = await realpath(link).catch(() => undefined);
  return target !== undefined && !isBelow(folder, target);
}

/** Whether an absolute path is the folder, or lies below it. */
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || join(folder, way) !== path);
}

/**
 * Makes sure that a path still leads to the file itself: since the folder was looked at, a link may have taken its place.
 * @throws LoadError when it does not.
 */
export async function refuseLink(place: string): Promise<void> {
  const target = await realpath(place).catch((error: unknown) => {
    throw unreadable(place, error);
  });
  if (target === place) return;
  throw new LoadError(`${place} is a symbolic link to ${target} now; it is not followed.`, {
    context: { document: place },
  });
}

function fileOf(path: string, stats: Stats): FolderFile {
  return { path, size: stats.size, modifiedMs: stats.mtimeMs, changedMs: stats.ctimeMs };
}

const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Bytes that are no UTF-8 are read as this character, and such a name leads nowhere. */
const isUndecodable = (path: string) => path.includes('\ufffd');

/** Why a file or folder could not be looked at. */
function unreadable(path: string, error: unknown): LoadError {
  if (error instanceof LoadError) return error;
  const isNotUtf8 = isGone(error) && isUndecodable(path);
  const { code, message } = error as NodeJS.ErrnoException;
  const gone = isNotUtf8 ? 'its name is no UTF-8' : 'it is not there';
  const reason = code === 'EACCES' || code === 'EPERM' ? 'permission denied' : message;
  return new LoadError(`${path} could not be read: ${isGone(error) ? gone : reason}`, {
    hint: isNotUtf8 ? 'Rename it.' : 'Check the path, and that this user may read it.',
    context: { document: path },
    cause: error,
  });
}
