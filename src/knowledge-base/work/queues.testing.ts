/** A queue of each kind, and a folder with files to add, anew for each test of this folder. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres-server.ts';

/** @param name of the test's schemas and folders, in small letters. */
export function useQueues(name: string) {
  let server: PostgresServer;
  let folder: string;
  let made = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.kill());
  beforeEach(async () => {
    made += 1;
    folder = await realpath(await mkdtemp(join(tmpdir(), `pincite-${name}-`)));
  });
  afterEach(() => rm(folder, { recursive: true }));
  return {
    queues: [
      { kind: 'SQLite', queueUrl: () => `sqlite:${join(folder, '.queue')}` },
      { kind: 'PostgreSQL', queueUrl: () => `${server.url}?schema=${name}_${made}` },
    ],
    folder: () => folder,
    /** Writes a file into the folder, and gives its path. */
    async write(file: string, text: string): Promise<string> {
      const path = join(folder, file);
      await writeFile(path, text);
      return path;
    },
  };
}
