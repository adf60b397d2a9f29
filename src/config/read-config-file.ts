import { constants, existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError } from '../errors.ts';

const namesOf = (endings: readonly string[]) => endings.map((ending) => `pincite.config.${ending}`);
const dataNames = namesOf(['yaml', 'yml', 'json']);
const codeNames = namesOf(['ts', 'mts', 'cts', 'js', 'mjs', 'cjs']);
const isCode = (path: string) => /\.[cm]?[jt]s$/.test(path);

/** More than any configuration has. */
const mostBytes = 1_000_000;

/** What lies in a folder: the first file of data, and those of code, which are never loaded for lying there. */
export function findConfigFiles(directory: string): {
  readonly found: string | undefined;
  readonly ignored: readonly string[];
} {
  const there = (names: readonly string[]) =>
    names.map((name) => resolve(directory, name)).filter((path) => existsSync(path));
  return { found: there(dataNames)[0], ignored: there(codeNames) };
}

/** @throws ConfigError for what cannot be read, is no file, or holds no object. */
export async function readConfigFile(path: string): Promise<object> {
  try {
    const value: unknown = isCode(path) ? await importConfig(path) : await parseFile(path);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    if (value === null || value === undefined) return {};
  } catch (cause) {
    throw new ConfigError(`Cannot read the configuration file ${path}: ${(cause as Error).message}`, {
      hint: 'Check the path and the syntax (YAML, JSON, or a module with a default export).',
      cause,
    });
  }
  throw new ConfigError(`The configuration file ${path} does not hold an object`, {
    hint: 'Write keys such as `store: sqlite:./.pincite`.',
  });
}

async function parseFile(path: string): Promise<unknown> {
  // Without waiting: to open a pipe that nobody writes to would take for ever.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = requireFile(await file.stat());
    if (size > mostBytes) throw new Error(`it has ${size} bytes, and may have ${mostBytes}`);
    const { parse } = await import('yaml'); // JSON is YAML too
    return parse(await file.readFile('utf8'));
  } finally {
    await file.close();
  }
}

async function importConfig(path: string): Promise<unknown> {
  requireFile(await stat(path));
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url).import(path, { default: true });
}

function requireFile<Found extends { isFile(): boolean; isDirectory(): boolean }>(found: Found): Found {
  if (found.isFile()) return found;
  throw new Error(found.isDirectory() ? 'it is a folder' : 'it is a pipe, a socket or a device, not a file');
}
