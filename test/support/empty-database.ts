import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

const packages = join(import.meta.dirname, '../../node_modules');
const folder = join(packages, '.cache/pincite');

/** What a new PGlite begins with. It takes seconds to make: that is done once, and kept beside the packages. */
export async function emptyDatabase(): Promise<Blob> {
  const file = join(folder, `pglite-${await versionOfPGlite()}.tar`);
  if (!existsSync(file)) await make(file);
  return new Blob([await readFile(file)]);
}

async function versionOfPGlite(): Promise<string> {
  const text = await readFile(join(packages, '@electric-sql/pglite/package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

async function make(file: string): Promise<void> {
  const database = await PGlite.create('memory://');
  const dump = await database.dumpDataDir('none');
  await database.close();
  await mkdir(folder, { recursive: true });
  const own = `${file}.${process.pid}`;
  await writeFile(own, Buffer.from(await dump.arrayBuffer()));
  await rename(own, file); // whole, also for another process that makes one
}
