/** A queue in a PostgreSQL database: tasks are kept by pg-boss, jobs and their sources beside them. */
import type PgBoss from 'pg-boss';
import { importPeer } from '../../models/import-peer.ts';
import type { Queue } from '../queue.ts';
import { mostRetries, retryDelaySeconds, usualLeaseSeconds } from '../retrying.ts';
import { makeTables, queueName } from './job-tables.ts';
import { PostgresJobs } from './postgres-jobs.ts';
import { PostgresTasks } from './postgres-tasks.ts';
import { QueueDatabase } from './queue-database.ts';
import { parseQueueUrl } from './queue-url.ts';

/** How long tasks are kept, unless their jobs are removed before. */
const keptDays = 365;
const minutesADay = 24 * 60;

/**
 * Makes the queue where there is none.
 * @throws ConfigError for a URL that is none, or without pg-boss; StoreError when the server does not answer.
 */
export async function openPostgresQueue(
  url: string,
  { leaseSeconds = usualLeaseSeconds }: { readonly leaseSeconds?: number | undefined } = {},
): Promise<Queue> {
  const database = await QueueDatabase.open(parseQueueUrl(url));
  try {
    return await database.run(async () => {
      const boss = await openBoss(database.db, database.schema);
      await boss.createQueue(queueName, {
        name: queueName,
        policy: 'short',
        retryLimit: mostRetries,
        retryDelay: retryDelaySeconds,
        retryBackoff: true,
        retentionMinutes: keptDays * minutesADay,
      });
      await makeTables(database);
      return {
        location: database.location,
        tasks: new PostgresTasks(database, boss),
        jobs: new PostgresJobs(database, boss, leaseSeconds),
        async close() {
          await boss.stop({ graceful: false });
          await database.close();
        },
      };
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens the queues of a schema, and makes their tables where there are none.
 * @param db runs the statements; whoever gives it closes it.
 * @throws ConfigError when pg-boss is not installed; what `db` throws.
 */
async function openBoss(db: PgBoss.Db, schema: string): Promise<PgBoss> {
  const { default: Boss } = await importPeer<{ default: typeof PgBoss }>('pg-boss', {
    what: 'Queues',
    install: 'npm install pg-boss@10',
  });
  const keptSeconds = keptDays * minutesADay * 60;
  const boss = new Boss({
    db,
    schema,
    schedule: false,
    archiveFailedAfterSeconds: keptSeconds,
    archiveCompletedAfterSeconds: keptSeconds,
  });
  boss.on('error', () => {}); // of its maintenance, which it tries again by itself
  return boss.start();
}
