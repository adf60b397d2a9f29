import { constants, existsSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { ConfigError } from '../errors.ts';

const namesOf = (endings: readonly string[]) => endings.map((ending) => `pincite.config.${ending}`);
const dataNames = namesOf(['yaml', 'yml', 'json']);
const codeNames = namesOf(['ts', 'mts', 'cts', 'js', 'mjs', 'cjs']);
const isCode = (path: string) => /\.[cm]?[jt]s$/.test(path);

/** More than any configuration has. */
const mostBytes = 1_000_000;

/** Names that configurations of other programs have; ours are not called so. */
const otherNames = ['yaml', 'yml', 'json'].map((ending) => `pincite.${ending}`);

interface FoundFiles {
  readonly found?: string | undefined;
  /** With code, which is never loaded for lying there. */
  readonly ignored?: string | undefined;
}

/**
 * The configuration file in a folder.
 * @throws ConfigError where there are several, of which nobody knows which one is meant, or one is called otherwise.
 */
export function findConfigFile(directory: string): FoundFiles {
  const there = (names: readonly string[]) =>
    names.map((name) => resolve(directory, name)).filter((path) => existsSync(path));
  const all = there([...dataNames, ...codeNames, ...otherNames]);
  if (all.length > 1)
    throw new ConfigError(`There are several configuration files: ${all.join(', ')}`, {
      hint: 'Keep one of them, or name one: --config FILE, or PINCITE_CONFIG.',
      context: { files: all },
    });
  const [misnamed] = there(otherNames);
  if (misnamed !== undefined)
    throw new ConfigError(`${misnamed} is no name of a configuration file, and was not read`, {
      hint: `Call it pincite.config${extname(misnamed)}, or name it: --config ${misnamed}`,
      context: { files: all },
    });
  return { found: there(dataNames)[0], ignored: there(codeNames)[0] };
}

export interface ConfigFile {
  readonly content: object;
  /** The line of a key, or else of what it would stand in, from 1; not known of code. */
  lineOf(path: readonly PropertyKey[]): number | undefined;
}

/** @throws ConfigError for what cannot be read, is no file, or holds no object. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  try {
    const { value, lineOf } = isCode(path)
      ? { value: await importConfig(path), lineOf: () => undefined }
      : await parseFile(path);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { content: withoutSchema(value), lineOf };
    if (value === null || value === undefined) return { content: {}, lineOf };
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

/** What is for editors alone. */
function withoutSchema(content: object): object {
  const { $schema: _schema, ...settings } = content as { $schema?: unknown };
  return settings;
}

async function parseFile(path: string): Promise<{ value: unknown; lineOf: ConfigFile['lineOf'] }> {
  // Without waiting: to open a pipe that nobody writes to would take for ever.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = requireFile(await file.stat());
    if (size > mostBytes) throw new Error(`it has ${size} bytes, and may have ${mostBytes}`);
    const { isPair, isScalar, LineCounter, parseDocument, visit } = await import('yaml'); // JSON is YAML too
    const lineCounter = new LineCounter();
    const document = parseDocument(await file.readFile('utf8'), { lineCounter });
    const [broken] = document.errors;
    if (broken) throw broken;
    const lines = new Map<string, number>();
    visit(document, {
      Pair(_, { key }, ancestors) {
        if (!isScalar(key) || !key.range) return;
        const above = ancestors.filter((node) => isPair(node)).map((pair) => String(pair.key));
        const { line } = lineCounter.linePos(key.range[0]);
        lines.set(JSON.stringify([...above, String(key.value)]), line);
      },
    });
    const lineOf = (keys: readonly PropertyKey[]): number | undefined => {
      const names = keys.filter((key) => typeof key === 'string'); // entries of lists have the line of the list
      for (let length = names.length; length > 0; length--) {
        const line = lines.get(JSON.stringify(names.slice(0, length)));
        if (line !== undefined) return line;
      }
      return undefined;
    };
    return { value: document.toJS(), lineOf };
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
