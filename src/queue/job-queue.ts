/**
 * Jobs in a PostgreSQL database, kept by pg-boss. What pg-boss 10 has no call for (leases that go on, jobs given back, a list
 * of failures) is SQL over its table of jobs, which its documentation opens to other programs.
 *
 *   waiting ──take──▶ active ──complete──▶ done
 *      ▲                │ fail, or the lease ran out
 *      └──── wait ◀─────┴──── again and again ────▶ failed ──retryFailed──▶ waiting
 *
 * A job is taken by one worker. Where that one dies, the job comes back after its lease: work must be such that doing it
 * twice does no harm.
 */
import { randomUUID } from 'node:crypto';
import type PgBoss from 'pg-boss';
import type { Pool } from 'pg';
import { PinciteError, StoreError } from '../errors.ts';
import { gatherCalls } from '../util/gather-calls.ts';
import { openBoss } from './open-boss.ts';
import { parseQueueUrl } from './queue-url.ts';

export interface NewJob {
  /** What JSON can hold. */
  readonly data: object;
  /** Of jobs with one key, one waits. */
  readonly key: string;
}

export interface TakenJob {
  readonly id: string;
  readonly data: unknown;
  /** The job goes to another worker unless `extendLeases` is called within this time. */
  readonly leaseSeconds: number;
  /** When it fails now, it is given up. */
  readonly isLastAttempt: boolean;
}

export interface QueueCounts {
  /** Not begun. */
  readonly waiting: number;
  /** A worker is at it. */
  readonly active: number;
  /** To be tried again after a failure, at once or later. */
  readonly retrying: number;
  /** Given up. */
  readonly failed: number;
}

export interface FailedJob {
  readonly data: unknown;
  /** What `fail` was given, or what pg-boss says of a worker that died. */
  readonly output: unknown;
  readonly attempts: number;
  readonly failedAt: Date;
}

export interface JobQueueOptions {
  /** Of the jobs that are added. */
  readonly leaseSeconds?: number | undefined;
}

const queue = 'documents';
const usualLeaseSeconds = 60;
const mostRetries = 5;
/** Doubled each time, with some chance in it. */
const retryDelaySeconds = 2;
const keptMinutes = 365 * 24 * 60;
const jobsAtOnce = 1000;
const mostConnections = 2;
const connectTimeoutMs = 15_000;

export class JobQueue {
  /** Host, port, database and schema, without user and password. */
  readonly location: string;
  readonly #schema: string;
  readonly #leaseSeconds: number;
  readonly #pool: Pool;
  readonly #boss: PgBoss;
  /** Of one turn of the event loop, by one statement. */
  readonly #completing = gatherCalls(async (ids: readonly string[]) => {
    await this.#run(() => this.#boss.complete(queue, [...ids]));
    return ids;
  });

  private constructor(
    { location, schema, leaseSeconds }: { location: string; schema: string; leaseSeconds: number },
    pool: Pool,
    boss: PgBoss,
  ) {
    this.location = location;
    this.#schema = schema;
    this.#leaseSeconds = leaseSeconds;
    this.#pool = pool;
    this.#boss = boss;
  }

  /**
   * Makes the queue where there is none.
   * @throws ConfigError for a URL that is none, or without pg-boss; StoreError when the server does not answer.
   */
  static async open(
    url: string,
    { leaseSeconds = usualLeaseSeconds }: JobQueueOptions = {},
  ): Promise<JobQueue> {
    const { connectionString, schema, location } = parseQueueUrl(url);
    const pool = await openPool(connectionString);
    try {
      const boss = await openBoss(databaseOver(pool), schema);
      await boss.createQueue(queue, {
        name: queue,
        policy: 'short',
        retryLimit: mostRetries,
        retryDelay: retryDelaySeconds,
        retryBackoff: true,
        retentionMinutes: keptMinutes,
      });
      return new JobQueue({ location, schema, leaseSeconds }, pool, boss);
    } catch (error) {
      await pool.end();
      throw asQueueError(error, location);
    }
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
    if (!this.#pool.ending) await this.#pool.end();
  }

  /** Gives the number of those that were not waiting already. */
  async add(jobs: readonly NewJob[]): Promise<number> {
    let added = 0;
    for (let start = 0; start < jobs.length; start += jobsAtOnce) {
      added += await this.#addSome(jobs.slice(start, start + jobsAtOnce));
    }
    return added;
  }

  async #addSome(jobs: readonly NewJob[]): Promise<number> {
    const rows = jobs.map(({ data, key }) => ({
      id: randomUUID(),
      name: queue,
      data,
      singletonKey: key,
      expireInSeconds: this.#leaseSeconds,
    }));
    await this.#run(() => this.#boss.insert(rows));
    const [row] = await this.#all<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${this.#schema}.job WHERE name = $1 AND id = ANY($2::uuid[])`,
      [queue, rows.map(({ id }) => id)],
    );
    return row!.count;
  }

  /** Those of earlier calls of `add` first; none when none waits. */
  async take(most: number): Promise<TakenJob[]> {
    let failure: unknown;
    const db = databaseOver(this.#pool, (error) => (failure = error)); // `fetch` keeps errors to itself
    const jobs = await this.#run(() =>
      this.#boss.fetch(queue, { batchSize: most, includeMetadata: true, db }),
    );
    if (failure !== undefined) throw asQueueError(failure, this.location);
    return jobs.map(({ id, data, expireInSeconds, retryCount, retryLimit }) => ({
      id,
      data,
      leaseSeconds: Number(expireInSeconds),
      isLastAttempt: retryCount >= retryLimit,
    }));
  }

  /** From now on, jobs that were taken have their whole lease again. */
  async extendLeases(ids: readonly string[]): Promise<void> {
    await this.#change('started_on = now()', ids);
  }

  async complete(id: string): Promise<void> {
    await this.#completing(id);
  }

  /** Tries the job again later, or gives it up: when that is wanted, and after it has been tried often enough. */
  async fail(id: string, output: object, { again }: { readonly again: boolean }): Promise<void> {
    if (!again) await this.#change('retry_limit = retry_count', [id]);
    await this.#run(() => this.#boss.fail(queue, id, output));
  }

  /** The jobs wait as though they had not been taken. */
  async giveBack(ids: readonly string[]): Promise<void> {
    await this.#change("state = 'retry', started_on = NULL, start_after = created_on", ids);
  }

  /** Lets jobs whose lease has run out be taken by others. */
  async releaseLost(): Promise<void> {
    await this.#run(() => this.#boss.expire());
  }

  async counts(): Promise<QueueCounts> {
    const rows = await this.#all<{ state: string; count: number }>(
      `SELECT state, count(*)::int AS count FROM ${this.#schema}.job WHERE name = $1 GROUP BY state`,
      [queue],
    );
    const {
      created = 0,
      active = 0,
      retry = 0,
      failed = 0,
    } = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    return { waiting: created, active, retrying: retry, failed };
  }

  /** The latest first. */
  async failures(most: number): Promise<FailedJob[]> {
    return this.#all<FailedJob>(
      `SELECT data, output, retry_count + 1 AS attempts, completed_on AS "failedAt" FROM ${this.#schema}.job
       WHERE name = $1 AND state = 'failed' ORDER BY completed_on DESC, id LIMIT $2`,
      [queue, most],
    );
  }

  /** Queues those that were given up anew, and gives their number. */
  async retryFailed(): Promise<number> {
    const failed = await this.#all<NewJob & { id: string }>(
      `SELECT id, data, singleton_key AS key FROM ${this.#schema}.job WHERE name = $1 AND state = 'failed'`,
      [queue],
    );
    if (failed.length === 0) return 0;
    await this.add(failed);
    await this.#run(() =>
      this.#boss.deleteJob(
        queue,
        failed.map(({ id }) => id),
      ),
    );
    return failed.length;
  }

  /** Of jobs that are still active. */
  async #change(assignments: string, ids: readonly string[]): Promise<void> {
    await this.#all(
      `UPDATE ${this.#schema}.job SET ${assignments} WHERE name = $1 AND id = ANY($2::uuid[]) AND state = 'active'`,
      [queue, ids],
    );
  }

  async #all<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.#run(() => this.#pool.query(sql, [...values]));
    return rows as Row[];
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw asQueueError(error, this.location);
    }
  }
}

async function openPool(connectionString: string): Promise<Pool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString,
    max: mostConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'pincite',
    allowExitOnIdle: true,
  });
  // A connection that breaks tells so here too: its query fails, and the next use has another one.
  pool.on('error', () => {});
  return pool;
}

function databaseOver(pool: Pool, onError: (error: unknown) => void = () => {}): PgBoss.Db {
  return {
    async executeSql(text, values) {
      try {
        return await pool.query(text, values);
      } catch (error) {
        onError(error);
        throw error;
      }
    },
  };
}

function asQueueError(error: unknown, location: string): PinciteError {
  if (error instanceof PinciteError) return error;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error; // one for each address of a host
  const reason = first instanceof Error ? first.message : String(first);
  return new StoreError(`The queue at ${location} failed: ${reason}`, {
    hint: 'Check that the server runs, and host, port, user, password and database of --queue.',
    context: { location },
    cause: error,
  });
}
