import { sumJobs } from '../job-sums.ts';
import type { QueueDatabase } from './queue-database.ts';

/** Of the queue in pg-boss. */
export const queueName = 'documents';

/** Makes the tables of jobs beside those of pg-boss where there are none. */
export async function makeTables(database: QueueDatabase): Promise<void> {
  const { schema } = database;
  const [known] = await database.all<{ found: string | null }>('SELECT to_regclass($1)::text AS found', [
    `${schema}.ingestion_sources`,
  ]);
  if (known?.found != null) return;
  await database.transaction(async ({ all }) => {
    for (const statement of tablesOf(schema)) await all(statement);
  });
}

/**
 *   ingestion_jobs ── ingestion_sources ── job   the tasks, of pg-boss
 *
 * A source has no reference to its task that the server checks: pg-boss removes a task to change its state.
 */
const tablesOf = (schema: string): readonly string[] => [
  `CREATE TABLE IF NOT EXISTS ${schema}.ingestion_jobs (
    id text COLLATE "C" PRIMARY KEY,
    tenant text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    queued_at timestamptz NOT NULL DEFAULT now(),
    idempotency_key text,
    body text,
    warnings jsonb NOT NULL
  )`,
  `CREATE INDEX IF NOT EXISTS ingestion_jobs_tenant ON ${schema}.ingestion_jobs (tenant, id)`,
  `CREATE UNIQUE INDEX IF NOT EXISTS ingestion_jobs_key ON ${schema}.ingestion_jobs (tenant, idempotency_key)
    WHERE idempotency_key IS NOT NULL`,
  `CREATE TABLE IF NOT EXISTS ${schema}.ingestion_sources (
    job text COLLATE "C" NOT NULL REFERENCES ${schema}.ingestion_jobs ON DELETE CASCADE,
    position int NOT NULL,
    task uuid NOT NULL,
    bytes bigint,
    cancelled boolean NOT NULL DEFAULT false,
    started_at timestamptz,
    PRIMARY KEY (job, position)
  )`,
  `CREATE INDEX IF NOT EXISTS ingestion_sources_task ON ${schema}.ingestion_sources (task)`,
  `CREATE INDEX IF NOT EXISTS ingestion_sources_cancelled ON ${schema}.ingestion_sources (task) WHERE cancelled`,
  // Tasks that are done stay as long as their jobs; those that are left are counted often.
  `CREATE INDEX IF NOT EXISTS ingestion_tasks_left ON ${schema}.job (state) WHERE state NOT IN ('completed', 'cancelled')`,
];

/** How often a task was begun, from the columns of pg-boss; what was given back does not count. */
export const attempts = 'retry_count + (started_on IS NOT NULL)::int';

/** A condition on a row `t` of pg-boss: it has been asked for, and all who did have cancelled. */
export const isUnwanted = (schema: string): string => `
  EXISTS (SELECT FROM ${schema}.ingestion_sources s WHERE s.task = t.id AND s.cancelled)
  AND NOT EXISTS (SELECT FROM ${schema}.ingestion_sources s WHERE s.task = t.id AND NOT s.cancelled)`;

/** The sources of jobs with the state that they have for these. A task that pg-boss has put away was done. */
export const sourcesOf = (schema: string): string => `(
  SELECT s.job, s.position, s.task, s.bytes::float8 AS bytes, s.started_at, t.completed_on AS ended_at, t.data, t.output,
    ${attempts} AS attempts,
    CASE
      WHEN t.state IN ('created', 'retry') THEN CASE WHEN s.cancelled THEN 'cancelled' ELSE 'waiting' END
      WHEN t.state IN ('active', 'failed', 'cancelled') THEN t.state::text
      ELSE 'done'
    END AS state,
    (t.output->>'documentsStored')::int AS documents_stored,
    (t.output->>'documentsSkipped')::int AS documents_skipped,
    (t.output->>'chunks')::int AS chunks
  FROM ${schema}.ingestion_sources s LEFT JOIN ${schema}.job t ON t.name = '${queueName}' AND t.id = s.task
)`;

export const sumPostgresJobs = (schema: string, jobs: string): string =>
  sumJobs({ jobs, sources: sourcesOf(schema) });
