import { readFile } from 'node:fs/promises';
import { fileOfPackage } from '../util/package-folder.ts';

/**
 * Reads a file of the package's `assets` folder.
 * @throws ConfigError where the installation lacks it.
 */
export async function readAsset(name: string): Promise<Buffer> {
  return await readFile(fileOfPackage(`assets/${name}`));
}
