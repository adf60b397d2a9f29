/** A queue in a PostgreSQL database: tasks are kept by pg-boss, jobs and their sources beside them. */
import type { Queue } from '../queue.ts';
import { mostRetries, retryDelaySeconds, usualLeaseSeconds } from '../retrying.ts';
import { makeTables, queueName } from './job-tables.ts';
import { openBoss } from './open-boss.ts';
import { PostgresJobs } from './postgres-jobs.ts';
import { PostgresTasks } from './postgres-tasks.ts';
import { QueueDatabase } from './queue-database.ts';
import { parseQueueUrl } from './queue-url.ts';

const keptMinutes = 365 * 24 * 60;

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
        retentionMinutes: keptMinutes,
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
