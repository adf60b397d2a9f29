import type PgBoss from 'pg-boss';
import type { Pool, PoolClient } from 'pg';
import { PinciteError, StoreError } from '../../errors.ts';
import { importPeer } from '../../models/import-peer.ts';
import { isConflict, retryTransaction } from '../../util/postgres/retry-transaction.ts';
import type { QueueAddress } from './queue-url.ts';

const mostConnections = 2;
const connectTimeoutMs = 15_000;

export interface Statements {
  all<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The same for pg-boss. */
  readonly db: PgBoss.Db;
}

/** A database with the tables of a queue in a schema of their own. */
export class QueueDatabase implements Statements {
  readonly location: string;
  readonly schema: string;
  readonly db: PgBoss.Db;
  readonly #pool: Pool;

  private constructor(pool: Pool, { location, schema }: QueueAddress) {
    this.location = location;
    this.schema = schema;
    this.db = databaseOver(pool);
    this.#pool = pool;
  }

  /** Nothing is connected yet. */
  static async open(address: QueueAddress): Promise<QueueDatabase> {
    const { default: pg } = await importPeer<typeof import('pg')>('pg', {
      what: 'Queues in PostgreSQL',
      install: 'npm install pg@8 pg-boss@10',
    });
    const pool = new pg.Pool({
      connectionString: address.connectionString,
      max: mostConnections,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'pincite',
      allowExitOnIdle: true,
    });
    // A connection that breaks tells so here too: its query fails, and the next use has another one.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return new QueueDatabase(pool, address);
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }

  async all<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const { rows } = await this.run(() => this.#pool.query(sql, [...values]));
    return rows as Row[];
  }

  /**
   * All statements of the work or none, and no other change of jobs at the same time: what they share is looked at before
   * it is changed.
   */
  transaction<Result>(work: (statements: Statements) => Promise<Result>): Promise<Result> {
    return this.run(async () => {
      const client = await this.#pool.connect();
      let failure: Error | undefined;
      try {
        await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [this.schema]);
        const result = await work(statementsOf(client));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        failure = error as Error;
        await client.query('ROLLBACK').catch(() => undefined); // the first error is the one that tells
        throw error;
      } finally {
        client.release(failure);
      }
    });
  }

  /** What pg-boss fetches, which keeps errors to itself. */
  async fetch<Result>(work: (db: PgBoss.Db) => Promise<Result>): Promise<Result> {
    let failure: unknown;
    const result = await this.run(() => work(databaseOver(this.#pool, (error) => (failure = error))));
    if (failure !== undefined) throw asQueueError(failure, this.location);
    return result;
  }

  /**
   * The work is done again where it was in the way of other transactions.
   * @throws StoreError for whatever the driver throws.
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await retryTransaction(work, { after: isConflict });
    } catch (error) {
      throw asQueueError(error, this.location);
    }
  }
}

function statementsOf(client: PoolClient): Statements {
  return {
    async all<Row>(sql: string, values: readonly unknown[] = []) {
      const { rows } = await client.query(sql, [...values]);
      return rows as Row[];
    },
    db: databaseOver(client),
  };
}

function databaseOver(
  client: Pick<PoolClient, 'query'> | Pool,
  onError: (error: unknown) => void = () => {},
): PgBoss.Db {
  return {
    async executeSql(text, values) {
      try {
        return await client.query(text, values);
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
