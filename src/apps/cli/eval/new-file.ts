import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { ConfigError } from '../../../index.ts';
import { checkWritable, unwritable } from '../terminal/write-file.ts';

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
