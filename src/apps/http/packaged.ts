import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder of the installed package, above this file; `undefined` in a bundle that was made without it. */
export function packaged(path: string): string | undefined {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
  const found = join(folder, path);
  return existsSync(found) ? found : undefined;
}
