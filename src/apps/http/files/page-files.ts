/** The built page, read once: a fixed map of names, so that no path of a request leads to a file. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findInPackage } from '../../../util/files/package-folder.ts';

interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly gzipped: Uint8Array;
}

export interface PageFiles {
  /** The HTML that every view begins with. */
  readonly index: PageFile;
  /** Scripts, styles and the icon, by names that change with what is in them. */
  readonly assets: ReadonlyMap<string, PageFile>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** `undefined` where the page was not built. */
export function readPageFiles(folder = findInPackage('dist/web')): PageFiles | undefined {
  if (folder === undefined) return undefined;
  const files = new Map(
    readdirSync(folder).flatMap((name) => {
      const type = types[extname(name)];
      if (type === undefined) return [];
      const bytes = readFileSync(join(folder, name));
      return [[name, { type, bytes, gzipped: gzipSync(bytes, { level: 9 }) }] as const];
    }),
  );
  const index = files.get('index.html');
  files.delete('index.html');
  return index && { index, assets: files };
}
