import { randomUUID } from 'node:crypto';
import type PgBoss from 'pg-boss';
import type {
  AddedJob,
  JobQuery,
  JobRecord,
  Jobs,
  NewJob,
  NewTask,
  SourceQuery,
  SourceRecord,
} from '../queue.ts';
import { slices } from '../../util/lists/slices.ts';
import { idempotencyHours } from '../retrying.ts';
import { isUnwanted, queueName, sourcesOf, sumPostgresJobs } from './job-tables.ts';
import type { QueueDatabase, Statements } from './queue-database.ts';

const rowsAtOnce = 1000;

interface OldTask {
  readonly id: string;
  readonly key: string;
  readonly data: object;
}

export class PostgresJobs implements Jobs {
  readonly #database: QueueDatabase;
  readonly #boss: PgBoss;
  readonly #leaseSeconds: number;

  constructor(database: QueueDatabase, boss: PgBoss, leaseSeconds: number) {
    this.#database = database;
    this.#boss = boss;
    this.#leaseSeconds = leaseSeconds;
  }

  get #jobs(): string {
    return `${this.#database.schema}.ingestion_jobs`;
  }

  get #sources(): string {
    return `${this.#database.schema}.ingestion_sources`;
  }

  get #tasks(): string {
    return `${this.#database.schema}.job`;
  }

  add(job: NewJob): Promise<AddedJob> {
    return this.#database.transaction(async (statements) => {
      const repeated = await this.#repeated(statements, job);
      if (repeated !== undefined) return repeated;
      const { id, tenant, idempotency, warnings, tasks } = job;
      await statements.all(
        `INSERT INTO ${this.#jobs} (id, tenant, idempotency_key, body, warnings) VALUES ($1, $2, $3, $4, $5)`,
        [id, tenant, idempotency?.key ?? null, idempotency?.body ?? null, JSON.stringify(warnings)],
      );
      let queued = 0;
      for (let start = 0; start < tasks.length; start += rowsAtOnce) {
        const some = tasks.slice(start, start + rowsAtOnce);
        const added = await this.#queue(statements, some);
        queued += added.queued;
        await statements.all(
          `INSERT INTO ${this.#sources} (job, position, task, bytes)
           SELECT $1, $2 + number, task, bytes
           FROM unnest($3::uuid[], $4::bigint[]) WITH ORDINALITY AS given(task, bytes, number)`,
          [id, start - 1, some.map(({ key }) => added.ids.get(key)), some.map(({ bytes }) => bytes ?? null)],
        );
      }
      return { kind: 'added', queued };
    });
  }

  async #repeated({ all }: Statements, { tenant, idempotency }: NewJob): Promise<AddedJob | undefined> {
    if (idempotency === undefined) return undefined;
    const of = 'tenant = $1 AND idempotency_key = $2';
    await all(
      `UPDATE ${this.#jobs} SET idempotency_key = NULL
       WHERE ${of} AND created_at < now() - interval '${idempotencyHours} hours'`,
      [tenant, idempotency.key],
    );
    const [known] = await all<{ id: string; body: string }>(
      `SELECT id, body FROM ${this.#jobs} WHERE ${of}`,
      [tenant, idempotency.key],
    );
    return known && { kind: 'repeated', ...known };
  }

  /** Gives the waiting task of each key, which is a new one where none waits, and the number of new ones. */
  async #queue({ all, db }: Statements, tasks: readonly NewTask[]) {
    const byKey = new Map(tasks.map((task) => [task.key, task]));
    // What is locked is not taken before the sources refer to it.
    const waiting = await all<{ id: string; key: string }>(
      `SELECT id, singleton_key AS key FROM ${this.#tasks}
       WHERE name = $1 AND state = 'created' AND singleton_key = ANY($2) FOR UPDATE`,
      [queueName, [...byKey.keys()]],
    );
    const ids = new Map(waiting.map(({ id, key }) => [key, id]));
    const rows = [...byKey.values()]
      .filter(({ key }) => !ids.has(key))
      .map(({ data, key }) => ({
        id: randomUUID(),
        name: queueName,
        data,
        singletonKey: key,
        expireInSeconds: this.#leaseSeconds,
      }));
    if (rows.length > 0) await this.#boss.insert(rows, { db });
    for (const { id, singletonKey } of rows) ids.set(singletonKey, id);
    const given = rows.flatMap(({ id, singletonKey }) => {
      const { error } = byKey.get(singletonKey)!;
      return error === undefined ? [] : [{ id, error: JSON.stringify(error) }];
    });
    await all(
      `UPDATE ${this.#tasks} t SET state = 'failed', completed_on = now(), output = given.error
       FROM unnest($2::uuid[], $3::jsonb[]) AS given(id, error) WHERE t.name = $1 AND t.id = given.id`,
      [queueName, given.map(({ id }) => id), given.map(({ error }) => error)],
    );
    return { ids, queued: rows.length - given.length };
  }

  list({ id, tenant, before, limit }: JobQuery): Promise<JobRecord[]> {
    const jobs = `SELECT * FROM ${this.#jobs}
      WHERE ($1::text IS NULL OR id = $1) AND ($2::text IS NULL OR tenant = $2) AND ($3::text IS NULL OR id < $3)
      ORDER BY id DESC LIMIT $4`;
    const values = [id ?? null, tenant ?? null, before ?? null, limit];
    return this.#database.all<JobRecord>(sumPostgresJobs(this.#database.schema, jobs), values);
  }

  sources(id: string, { state, limit, offset }: SourceQuery): Promise<SourceRecord[]> {
    return this.#database.all<SourceRecord>(
      `SELECT data, state, attempts, output, bytes, started_at AS "startedAt", ended_at AS "endedAt"
       FROM ${sourcesOf(this.#database.schema)} s WHERE job = $1 AND ($2::text IS NULL OR state = $2)
       ORDER BY position LIMIT $3 OFFSET $4`,
      [id, state ?? null, limit, offset],
    );
  }

  async cancel(id: string): Promise<void> {
    await this.#database.transaction(async ({ all }) => {
      const changed = await all<{ task: string }>(
        `UPDATE ${this.#sources} SET cancelled = true WHERE job = $1 AND task IN (
           SELECT task FROM ${sourcesOf(this.#database.schema)} s WHERE job = $1 AND state IN ('waiting', 'active'))
         RETURNING task`,
        [id],
      );
      await all(
        `UPDATE ${this.#tasks} t SET state = 'cancelled', completed_on = now()
         WHERE t.name = $1 AND t.id = ANY($2::uuid[]) AND t.state IN ('created', 'retry')
           AND ${isUnwanted(this.#database.schema)}`,
        [queueName, changed.map(({ task }) => task)],
      );
    });
  }

  retry(id: string): Promise<number> {
    return this.#database.transaction(async (statements) => {
      const sources = await statements.all<{ task: string }>(
        `SELECT task FROM ${sourcesOf(this.#database.schema)} s WHERE job = $1 AND state IN ('failed', 'cancelled')`,
        [id],
      );
      if (sources.length === 0) return 0;
      const tasks = await statements.all<OldTask>(
        `SELECT id, data, singleton_key AS key FROM ${this.#tasks} WHERE name = $1 AND id = ANY($2::uuid[])`,
        [queueName, sources.map(({ task }) => task)],
      );
      await this.#renew(statements, tasks, id);
      await statements.all(`UPDATE ${this.#jobs} SET queued_at = now() WHERE id = $1`, [id]);
      return sources.length;
    });
  }

  retryFailed(): Promise<number> {
    return this.#database.transaction(async (statements) => {
      const failed = await statements.all<OldTask>(
        `SELECT id, data, singleton_key AS key FROM ${this.#tasks} WHERE name = $1 AND state = 'failed'`,
        [queueName],
      );
      await statements.all(
        `UPDATE ${this.#jobs} SET queued_at = now()
         WHERE id IN (SELECT job FROM ${this.#sources} WHERE task = ANY($1::uuid[]))`,
        [failed.map(({ id }) => id)],
      );
      await this.#renew(statements, failed);
      return failed.length;
    });
  }

  /** Queues tasks anew for the sources of a job, or of all. */
  async #renew(statements: Statements, tasks: readonly OldTask[], job?: string): Promise<void> {
    for (const some of slices(tasks, rowsAtOnce)) {
      const { ids } = await this.#queue(statements, some);
      const old = some.map(({ id }) => id);
      await statements.all(
        `UPDATE ${this.#sources} s SET task = renewed.new, cancelled = false, started_at = NULL
         FROM unnest($1::uuid[], $2::uuid[]) AS renewed(old, new)
         WHERE s.task = renewed.old AND ($3::text IS NULL OR s.job = $3)`,
        [old, some.map(({ key }) => ids.get(key)), job ?? null],
      );
      await this.#removeUnused(statements, old);
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#database.transaction(async (statements) => {
      const sources = await statements.all<{ task: string }>(
        `DELETE FROM ${this.#sources} WHERE job = ANY($1) RETURNING task`,
        [ids],
      );
      await statements.all(`DELETE FROM ${this.#jobs} WHERE id = ANY($1)`, [ids]);
      await this.#removeUnused(
        statements,
        sources.map(({ task }) => task),
      );
    });
  }

  /** Of tasks that are not to be done, those that no source refers to. */
  async #removeUnused({ all }: Statements, ids: readonly string[]): Promise<void> {
    await all(
      `DELETE FROM ${this.#tasks} t WHERE t.name = $1 AND t.id = ANY($2::uuid[])
         AND t.state IN ('completed', 'cancelled', 'failed')
         AND NOT EXISTS (SELECT FROM ${this.#sources} s WHERE s.task = t.id)`,
      [queueName, ids],
    );
  }
}
