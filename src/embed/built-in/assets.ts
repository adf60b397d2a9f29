import { readFileSync } from 'node:fs';
import { fileOfPackage } from '../../util/files/package-folder.ts';

/** Where a file of the package's `assets` folder is. @throws ConfigError where the installation lacks it. */
export const findAsset = (name: string): string => fileOfPackage(`assets/${name}`);

/** @throws as `findAsset` does. */
export const readAsset = (name: string): Buffer => readFileSync(findAsset(name));
