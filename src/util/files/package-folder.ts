import { existsSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigError } from '../../errors.ts';

const packageName = 'pincite';
let found: string | undefined;

/**
 * A file or folder of the package, which is that above this code, or, where a bundler took the code elsewhere, that
 * which is installed beside the bundle.
 * @returns `undefined` where there is none.
 */
export function findInPackage(path: string): string | undefined {
  found ??= findPackage();
  const file = found && join(found, path);
  return file && existsSync(file) ? file : undefined;
}

/** The same. @throws ConfigError where there is none. */
export function fileOfPackage(path: string): string {
  const file = findInPackage(path);
  if (file !== undefined) return file;
  throw new ConfigError(`The file ${path} of the package "${packageName}" is not found.`, {
    hint: `Install the package again. Where its code is in a bundle: leave it out (\`external: ['${packageName}']\`), and put node_modules beside the bundle.`,
    context: { file: path },
  });
}

/** `require` as it is in a file. Bundlers, which would look for what it loads, do not see it. */
export const requireIn = (file: string): NodeJS.Require =>
  process.getBuiltinModule('node:module').createRequire(file);

/** `require` as it is in the package. */
export const requireOfPackage = (): NodeJS.Require => requireIn(fileOfPackage('package.json'));

function findPackage(): string | undefined {
  const url = import.meta.url as string | undefined; // none in bundles of CommonJS
  const here = url?.startsWith('file:') ? fileURLToPath(url) : '';
  const places = [here, process.argv[1] ?? '', join(process.cwd(), 'program')];
  for (const place of places.filter(isAbsolute)) {
    const folder = packageAbove(place) ?? packageBeside(place);
    if (folder !== undefined) return folder;
  }
  return undefined;
}

function packageAbove(place: string): string | undefined {
  let folder = dirname(place);
  while (!existsSync(join(folder, 'package.json'))) {
    if (folder === dirname(folder)) return undefined;
    folder = dirname(folder);
  }
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown };
  return name === packageName ? folder : undefined;
}

function packageBeside(place: string): string | undefined {
  try {
    return dirname(requireIn(place).resolve(`${packageName}/package.json`));
  } catch {
    return undefined;
  }
}
