import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Bytes of all files below a folder; files that vanish meanwhile count nothing. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => stat(path.join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))),
  );
  return sizes.reduce((sum, { size }) => sum + size, 0);
}
