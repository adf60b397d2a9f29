import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddingError } from '../errors.ts';

/** How far above this file the package's `assets` folder can be: from `src/embed` two, from `dist` one. */
const maxLevels = 2;

/**
 * Reads a file of the package's `assets` folder.
 * @throws EmbeddingError when the installation lacks it.
 */
export async function readAsset(name: string): Promise<Buffer> {
  let folder = import.meta.dirname;
  let cause: unknown;
  for (let level = 0; level < maxLevels; level += 1) {
    folder = path.dirname(folder);
    try {
      return await readFile(path.join(folder, 'assets', name));
    } catch (error) {
      cause = error;
    }
  }
  throw new EmbeddingError(`The file assets/${name} of the package is missing`, {
    hint: 'Install the package again; when bundling, copy its assets folder beside the bundle.',
    context: { file: name },
    cause,
  });
}
