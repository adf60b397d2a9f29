import type PgBoss from 'pg-boss';
import { importPeer } from '../../models/import-peer.ts';

const queueUse = { what: 'Queues', install: 'npm install pg-boss@10' };
/** How long tasks that have ended are kept, unless their jobs are removed before. */
const keptDays = 365;
const secondsADay = 86_400;

/**
 * Opens the queues of a schema, and makes their tables where there are none.
 * @param db runs the statements; whoever gives it closes it.
 * @throws ConfigError when pg-boss is not installed; what `db` throws.
 */
export async function openBoss(db: PgBoss.Db, schema: string): Promise<PgBoss> {
  const { default: Boss } = await importPeer<{ default: typeof PgBoss }>('pg-boss', queueUse);
  const seconds = keptDays * secondsADay;
  const boss = new Boss({
    db,
    schema,
    schedule: false,
    archiveFailedAfterSeconds: seconds,
    archiveCompletedAfterSeconds: seconds,
  });
  boss.on('error', () => {}); // of its maintenance, which it tries again by itself
  return boss.start();
}
