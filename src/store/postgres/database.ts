import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { ConfigError } from '../../errors.ts';
import type { StoreOptions } from '../store.ts';
import { asStoreError } from './engine-errors.ts';
import { toPg } from './pg-text.ts';

/** What a statement takes: text must come from `toPg`. */
export type SqlValue =
  | string
  | number
  | boolean
  | Uint8Array
  | null
  | readonly (string | number | Uint8Array | null)[];

/** Runs statements: each on its own, or all in one transaction. */
export interface Session {
  readonly location: string;
  readonly schema: string;
  all<Row>(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

/** As long as another writer of the same collection may take. */
const longestWaitMs = 300_000;
const connectTimeoutMs = 15_000;
const mostConnections = 8;
const usualSchema = 'pincite';
const bigint = 20;

/**
 * A database with the tables in a schema of their own: `pincite`, or that of `?schema=<name>`. Statements write
 * `pincite.` before each table's name.
 */
export class Database implements Session {
  /** Host, port, database and schema, without user and password. */
  readonly location: string;
  readonly schema: string;
  private readonly pool: Pool;
  private readonly beforeStatement: StoreOptions['beforeStatement'];

  private constructor(
    pool: Pool,
    place: { location: string; schema: string },
    beforeStatement: StoreOptions['beforeStatement'],
  ) {
    this.pool = pool;
    this.location = place.location;
    this.schema = place.schema;
    this.beforeStatement = beforeStatement;
  }

  /** @throws ConfigError for a URL that is none. Nothing is connected yet. */
  static async open(url: string, beforeStatement?: StoreOptions['beforeStatement']): Promise<Database> {
    const { connectionString, schema, location } = parseUrl(url);
    const { default: pg } = await import('pg');
    const types = {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === bigint ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
    };
    const pool = new pg.Pool({
      connectionString,
      max: mostConnections,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'pincite',
      allowExitOnIdle: true,
      types,
    });
    // A connection that breaks tells so here too: its query fails, and the next use has another one.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return new Database(pool, { location, schema }, beforeStatement);
  }

  async close(): Promise<void> {
    if (!this.pool.ending) await this.pool.end();
  }

  async all<Row>(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.run(this.pool, sql, values);
  }

  /** All of the action sees one state. */
  reading<Result>(action: (session: Session) => Promise<Result>): Promise<Result> {
    return this.transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', action);
  }

  /**
   * Everything that the action does, or nothing. Of those with one lock, one runs at a time.
   * @throws the signal's reason when it is aborted before the action begins.
   */
  async writing<Result>(
    lock: string,
    action: (session: Session) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const deadline = performance.now() + longestWaitMs;
    for (;;) {
      signal?.throwIfAborted();
      const result = await this.transaction('BEGIN', async (session) => {
        const isLast = performance.now() > deadline;
        if (!(await takeLock(session, lock, isLast))) return undefined;
        signal?.throwIfAborted();
        return { value: await action(session) };
      });
      if (result !== undefined) return result.value;
      await sleep(5 + Math.random() * 20, undefined, { signal }).catch(() => undefined); // the loop throws the reason
    }
  }

  private async transaction<Result>(
    begin: string,
    action: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.connect();
    const session: Session = {
      location: this.location,
      schema: this.schema,
      all: (sql, values = []) => this.run(client, sql, values),
    };
    let broken: Error | undefined;
    try {
      await session.all(begin);
      const result = await action(session);
      await session.all('COMMIT');
      return result;
    } catch (error) {
      // What cannot be rolled back is no connection any more, and the server rolls it back.
      await session.all('ROLLBACK').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  private async connect(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      throw asStoreError(error, this.location);
    }
  }

  private async run<Row>(
    target: Pool | PoolClient,
    sql: string,
    values: readonly SqlValue[],
  ): Promise<Row[]> {
    const statement = this.schema === usualSchema ? sql : sql.replaceAll('pincite.', `"${this.schema}".`);
    this.beforeStatement?.(statement);
    try {
      const { rows } = await target.query<QueryResultRow>(statement, values.map(toParameter));
      return (rows ?? []) as Row[]; // several statements at once give none
    } catch (error) {
      throw asStoreError(error, this.location);
    }
  }
}

/** The driver takes bytes as Buffers. */
function toParameter(value: SqlValue): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? value.map((one: SqlValue) => toParameter(one)) : value;
}

/** Until the transaction ends; false when another one has it and this one is not to wait. */
export async function takeLock(session: Session, name: string, canWait: boolean): Promise<boolean> {
  const key = [toPg(`pincite ${session.schema} ${name}`)];
  if (canWait)
    return (await session.all('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', key)).length > 0;
  const [row] = await session.all<{ taken: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS taken',
    key,
  );
  return row?.taken === true;
}

function parseUrl(url: string): { connectionString: string; schema: string; location: string } {
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol) || endsInPassword(parsed)) {
    throw new ConfigError('That is not the URL of a PostgreSQL store.', {
      hint: 'Write postgres://user:password@host:5432/database; in a password # as %23, / as %2F, ? as %3F and % as %25.',
    });
  }
  const schema = parsed.searchParams.get('schema') ?? usualSchema;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new ConfigError(`${JSON.stringify(schema)} cannot be the schema of a PostgreSQL store.`, {
      hint: 'Use lower-case letters, digits and _, such as ?schema=pincite.',
    });
  }
  parsed.searchParams.delete('schema');
  const place = `postgres://${parsed.host}${parsed.pathname}`;
  return {
    connectionString: parsed.href,
    schema,
    location: schema === usualSchema ? place : `${place}?schema=${schema}`,
  };
}

/** Whether one of `#/?` in a password has ended what was read as the host, so that the location would show the password. */
function endsInPassword({ username, pathname, search, hash }: URL): boolean {
  return hash !== '' || (username === '' && /@/.test(pathname + search));
}
