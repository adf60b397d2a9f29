import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How far above this file the package's `docs` folder can be: from `src/util` two, from `dist` one. */
const maxLevels = 2;

/** Where a page of the manual lies in the installed package, so that whoever reads a hint can open it. */
export function docsPage(page: string): string {
  let folder = import.meta.dirname;
  for (let level = 0; level < maxLevels; level += 1) {
    folder = dirname(folder);
    const path = join(folder, 'docs', page);
    if (existsSync(path)) return path;
  }
  return join('docs', page); // a bundle that was made without them
}
