import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { flush } from '../../../util/async/flush.ts';
import { unfinishedBeside } from './unfinished.ts';

/**
 * Puts a new folder in the place of another. One renaming; where there is a folder already, two, between which that has
 * another name; it gets its own back when the second one fails.
 */
export async function takePlace(temporary: string, folder: string): Promise<void> {
  const replaced = unfinishedBeside(folder, 'replaced');
  const isThere = await rename(folder, replaced).then(
    () => true,
    () => false,
  );
  try {
    await rename(temporary, folder);
  } catch (error) {
    if (isThere) await rename(replaced, folder);
    throw error;
  }
  await flush(path.dirname(folder));
  if (isThere) await rm(replaced, { recursive: true });
}
