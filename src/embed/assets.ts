import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EmbeddingError } from '../errors.ts';

/** The package's `assets` folder: two levels above this file in `src/embed`, one in `dist`. */
const folders = ['../../assets', '../assets'].map((folder) => path.join(import.meta.dirname, folder));

/**
 * Where a file of the package's `assets` folder is.
 * @throws EmbeddingError when the installation lacks it.
 */
export function findAsset(name: string): string {
  const file = folders.map((folder) => path.join(folder, name)).find((place) => existsSync(place));
  if (file !== undefined) return file;
  throw new EmbeddingError(`The file assets/${name} of the package is missing`, {
    hint: 'Install the package again; when bundling, copy its assets folder beside the bundle.',
    context: { file: name },
  });
}

/** @throws as `findAsset` does. */
export const readAsset = (name: string): Buffer => readFileSync(findAsset(name));
