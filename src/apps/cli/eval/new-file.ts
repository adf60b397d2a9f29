import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { ConfigError } from '../../../index.ts';

interface Overwrite {
  /** Replace what is there. */
  readonly force?: boolean;
}

/** @throws ConfigError when the file exists and may not be replaced. */
export function checkNewFile(file: string, { force = false }: Overwrite): void {
  if (!force && existsSync(file)) throw existsError(file);
}

/** @throws ConfigError when the file exists and may not be replaced. */
export async function writeNewFile(file: string, text: string, { force = false }: Overwrite): Promise<void> {
  try {
    await writeFile(file, text, { flag: force ? 'w' : 'wx' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') throw existsError(file);
    throw cause;
  }
}

const existsError = (file: string) =>
  new ConfigError(`${file} exists already`, { hint: 'Choose another name, or replace it with --force.' });
