import { open } from 'node:fs/promises';

/** Resolves when what was written to a file, or which files a folder has, outlives a loss of power. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (process.platform === 'win32') return undefined; // folders cannot be opened there, nor need they be
    throw error;
  });
  await handle?.sync().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error; // Windows, again
  });
  await handle?.close();
}
