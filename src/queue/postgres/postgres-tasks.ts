/**
 * What pg-boss 10 has no call for (leases that go on, tasks given back, a list of failures, an output each) is SQL over its
 * table of jobs, which its documentation opens to other programs.
 */
import type PgBoss from 'pg-boss';
import { gatherCalls } from '../../util/async/gather-calls.ts';
import type { FailedTask, QueueCounts, TakenTask, TaskOutput, Tasks } from '../queue.ts';
import { attempts, isUnwanted, queueName } from './job-tables.ts';
import type { QueueDatabase } from './queue-database.ts';

export class PostgresTasks implements Tasks {
  readonly #database: QueueDatabase;
  readonly #boss: PgBoss;
  /** Of one turn of the event loop, by one statement. */
  readonly #completing = gatherCalls(async (ended: readonly { id: string; output: TaskOutput }[]) => {
    const outputs = ended.map(({ output }) => JSON.stringify(output));
    await this.#database.all(
      `UPDATE ${this.#table} t SET state = 'completed', completed_on = now(), output = ended.output
       FROM unnest($2::uuid[], $3::jsonb[]) AS ended(id, output)
       WHERE t.name = $1 AND t.id = ended.id AND t.state = 'active'`,
      [queueName, ended.map(({ id }) => id), outputs],
    );
    return ended;
  });

  constructor(database: QueueDatabase, boss: PgBoss) {
    this.#database = database;
    this.#boss = boss;
  }

  get #table(): string {
    return `${this.#database.schema}.job`;
  }

  async take(most: number): Promise<TakenTask[]> {
    const tasks = await this.#database.fetch((db) =>
      this.#boss.fetch<unknown>(queueName, { batchSize: most, includeMetadata: true, db }),
    );
    if (tasks.length === 0) return [];
    const ids = tasks.map(({ id }) => id);
    await this.#database.all(
      `UPDATE ${this.#database.schema}.ingestion_sources SET started_at = now() WHERE task = ANY($1::uuid[])`,
      [ids],
    );
    const unwanted = await this.unwanted(ids); // since they were given back
    if (unwanted.length > 0) await this.drop(unwanted);
    const wanted = tasks.filter(({ id }) => !unwanted.includes(id));
    return wanted.map(({ id, data, expireInSeconds, retryCount, retryLimit }) => ({
      id,
      data,
      leaseSeconds: Number(expireInSeconds),
      isLastAttempt: retryCount >= retryLimit,
    }));
  }

  async extendLeases(ids: readonly string[]): Promise<void> {
    await this.#change('started_on = now()', ids);
  }

  async unwanted(ids: readonly string[]): Promise<string[]> {
    const rows = await this.#database.all<{ id: string }>(
      `SELECT t.id FROM ${this.#table} t
       WHERE t.name = $1 AND t.id = ANY($2::uuid[]) AND t.state = 'active' AND ${isUnwanted(this.#database.schema)}`,
      [queueName, ids],
    );
    return rows.map(({ id }) => id);
  }

  async note(id: string, output: TaskOutput): Promise<void> {
    await this.#change('output = $3::jsonb', [id], JSON.stringify(output));
  }

  async complete(id: string, output: TaskOutput): Promise<void> {
    await this.#completing({ id, output });
  }

  async fail(id: string, error: object, { again }: { readonly again: boolean }): Promise<void> {
    if (!again) await this.#change('retry_limit = retry_count', [id]);
    await this.#database.run(() => this.#boss.fail(queueName, id, error));
  }

  async drop(ids: readonly string[]): Promise<void> {
    await this.#change("state = 'cancelled', completed_on = now(), output = NULL", ids);
  }

  async giveBack(ids: readonly string[]): Promise<void> {
    await this.#change("state = 'retry', started_on = NULL, start_after = created_on", ids);
  }

  async releaseLost(): Promise<void> {
    await this.#database.run(() => this.#boss.expire());
    const { schema } = this.#database;
    await this.#database.all(
      `UPDATE ${this.#table} t SET state = 'cancelled', completed_on = now()
       WHERE t.name = $1 AND t.state < 'active' AND ${isUnwanted(schema)}`,
      [queueName],
    );
  }

  async counts(): Promise<QueueCounts> {
    const rows = await this.#database.all<{ state: string; count: number }>(
      `SELECT state, count(*)::int AS count FROM ${this.#table}
       WHERE name = $1 AND state NOT IN ('completed', 'cancelled') GROUP BY state`,
      [queueName],
    );
    const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    const { created = 0, active = 0, retry = 0, failed = 0 } = counts;
    return { waiting: created, active, retrying: retry, failed };
  }

  failures(most: number): Promise<FailedTask[]> {
    return this.#database.all<FailedTask>(
      `SELECT data, output, ${attempts} AS attempts, completed_on AS "failedAt" FROM ${this.#table}
       WHERE name = $1 AND state = 'failed' ORDER BY completed_on DESC, id LIMIT $2`,
      [queueName, most],
    );
  }

  /** Of tasks that are still active. */
  async #change(assignments: string, ids: readonly string[], ...values: readonly string[]): Promise<void> {
    await this.#database.all(
      `UPDATE ${this.#table} SET ${assignments} WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'active'`,
      [queueName, ids, ...values],
    );
  }
}
