import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder with the folders above it; one that is there is left as it is. Node's own recursive `mkdir` never
 * ends where the system answers "not found" for a folder that cannot be made, as below /proc.
 *
 * @param options.mode Permissions of what is made.
 * @throws the system's error; `ENOTDIR` where it is a file.
 */
export async function makeFolder(folder: string, options: { readonly mode?: number } = {}): Promise<void> {
  const missing: string[] = [];
  for (let at = path.resolve(folder); !existsSync(at); at = path.dirname(at)) {
    missing.unshift(at);
    if (path.dirname(at) === at) break; // a drive that is not there
  }
  for (const one of missing) {
    await mkdir(one, options).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error; // another process has made it
    });
  }
  if ((await stat(folder)).isDirectory()) return;
  throw Object.assign(new Error(`ENOTDIR: not a directory, mkdir '${folder}'`), { code: 'ENOTDIR' });
}
