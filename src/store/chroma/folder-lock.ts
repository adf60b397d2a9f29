import { Slots } from '../../util/async/slots.ts';
import { whenFree } from '../sqlite/database/connection.ts';
import { openDriver, type SqlDatabase } from '../sqlite/database/driver.ts';

/** Lets one process at a time, and in it one action, do what others must not do meanwhile. A process that ends lets go. */
export class FolderLock {
  private readonly file: string;
  private readonly turns = new Slots(1);
  private database: SqlDatabase | undefined;

  /** @param file is made where it is missing, and stays empty. */
  constructor(file: string) {
    this.file = file;
  }

  /** @throws StoreError when the file cannot be made, and what the action throws. */
  run<Result>(action: () => Promise<Result>): Promise<Result> {
    return this.turns.run(async () => {
      const database = (this.database ??= await openDriver(this.file, 0));
      await whenFree(() => database.exec('BEGIN EXCLUSIVE'));
      try {
        return await action();
      } finally {
        database.exec('ROLLBACK');
      }
    });
  }

  close(): void {
    this.database?.close();
  }
}
