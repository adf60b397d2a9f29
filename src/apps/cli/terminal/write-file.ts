import { existsSync } from 'node:fs';
import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ConfigError } from '../../../index.ts';
import { whyUnwritable } from '../../../util/files/why-unwritable.ts';

/**
 * For what takes long or costs something before there is anything to write.
 * @throws ConfigError when a file cannot be written there.
 */
export async function checkWritable(file: string): Promise<void> {
  try {
    const there = await stat(file).catch(() => undefined);
    if (there?.isDirectory()) throw new Error('it is a folder');
    const folder = dirname(resolve(file));
    await access(there === undefined ? `${folder}/.` : file, constants.W_OK); // `/.` is in folders alone
  } catch (cause) {
    throw unwritable(file, cause as Error);
  }
}

/** @throws ConfigError when it cannot be written. */
export async function writeNamedFile(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(file, content).catch((cause: Error) => {
    throw unwritable(file, cause);
  });
}

interface Overwrite {
  /** Replace what is there. */
  readonly force?: boolean;
}

/** @throws ConfigError when the file exists and may not be replaced, or cannot be written. */
export async function checkNewFile(file: string, { force = false }: Overwrite): Promise<void> {
  if (!force && existsSync(file)) throw existsError(file);
  await checkWritable(file);
}

/** @throws as `checkNewFile` does. */
export async function writeNewFile(file: string, text: string, { force = false }: Overwrite): Promise<void> {
  try {
    await writeFile(file, text, { flag: force ? 'w' : 'wx' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') throw existsError(file);
    throw unwritable(file, cause as Error);
  }
}

const existsError = (file: string) =>
  new ConfigError(`${file} exists already`, { hint: 'Choose another name, or replace it with --force.' });

export function unwritable(path: string, cause: NodeJS.ErrnoException): ConfigError {
  return new ConfigError(`${path} cannot be written: ${whyUnwritable(cause)}`, {
    hint: 'Check that its folder is there, and that this user may write to it.',
    cause,
  });
}
