import { join } from 'node:path';
import type { ChromaAddress, ServerAddress } from './address.ts';
import { FolderLock } from './folder-lock.ts';
import { emptyFolder, joinOrStart, type LocalServer } from './local-server.ts';

/** Finds the server of a store. */
export interface ServerFinder {
  /** Starts it where it is one of our own and does not run. */
  find(): Promise<ServerAddress>;
  /**
   * Has the server begin again with nothing, as it keeps what was removed; `false` for one that is not ours.
   * @throws StoreError when another process has started it.
   */
  empty(): Promise<boolean>;
  /** Ends what was started. */
  close(): Promise<void>;
}

export function serverFinder({ server, beside }: ChromaAddress): ServerFinder {
  if (server) return { find: async () => server, empty: async () => false, close: async () => {} };
  const lock = new FolderLock(join(beside, 'chroma-server.lock'));
  let started: LocalServer[] = [];
  return {
    find: () =>
      lock.run(async () => {
        const local = await joinOrStart(beside);
        started.push(local);
        return onThisMachine(local);
      }),
    empty: () =>
      lock.run(async () => {
        const running = started;
        started = [];
        for (const local of running) await local.stop();
        await emptyFolder(beside);
        return true;
      }),
    close: async () => {
      for (const local of started) await local.stop();
      lock.close();
    },
  };
}

function onThisMachine({ port }: LocalServer): ServerAddress {
  return { host: '127.0.0.1', port, ssl: false, tenant: 'default_tenant', database: 'default_database' };
}
