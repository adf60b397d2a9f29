import { join } from 'node:path';
import { findInPackage } from '../files/package-folder.ts';

/** Where a page of the manual lies in the installed package, so that whoever reads a hint can open it. */
export function docsPage(page: string): string {
  const path = join('docs', page);
  return findInPackage(path) ?? path;
}
