import type { StoreMaintenance } from '../../maintenance.ts';
import { backupStore } from './backup.ts';
import { checkStore } from './check.ts';
import type { StoreFiles } from './store-files.ts';
import { vacuumStore } from './vacuum.ts';

/** What can be done for the files of an open store. */
export function createMaintenance(files: StoreFiles): StoreMaintenance {
  return {
    check: (options) => checkStore(files, options),
    vacuum: (options) => vacuumStore(files, options),
    backup: (folder, options) => backupStore(files, folder, options),
  };
}
