/** A queue in a folder: a small database of its own, beside that of a store where that is in the same one. */
import type { Queue } from '../queue.ts';
import { usualLeaseSeconds } from '../retrying.ts';
import { QueueDatabase } from './queue-database.ts';
import { SqliteJobs } from './sqlite-jobs.ts';
import { SqliteTasks } from './sqlite-tasks.ts';

/**
 * Opens the queue of `sqlite:<folder>` or `sqlite::memory:`, and makes it where there is none.
 * @throws ConfigError for another URL; StoreError where the folder or the file cannot be used.
 */
export async function openSqliteQueue(
  url: string,
  { leaseSeconds = usualLeaseSeconds }: { readonly leaseSeconds?: number | undefined } = {},
): Promise<Queue> {
  const database = await QueueDatabase.open(url);
  return {
    location: database.location,
    tasks: new SqliteTasks(database),
    jobs: new SqliteJobs(database, leaseSeconds),
    close: async () => database.close(),
  };
}
