import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { StoreError } from '../../../errors.ts';
import { importPeer } from '../../../models/import-peer.ts';
import {
  isConflict,
  isLost,
  retryTransaction,
  unknownOutcome,
} from '../../../util/postgres/retry-transaction.ts';
import { usualSchema } from '../../../util/postgres/postgres-address.ts';
import type { WatchedOptions } from '../../store.ts';
import { asStoreError } from './engine-errors.ts';
import { toPg } from './pg-text.ts';
import { parsePostgresUrl, type PostgresPlace } from './address.ts';
import { connect } from 'node:net';

/** What a statement takes: text must come from `toPg`. */
export type SqlValue =
  | string
  | number
  | boolean
  | Uint8Array
  | null
  | readonly (string | number | Uint8Array | null)[];

/** Runs statements: each on its own, or all in one transaction. One need not wait for the answer to the one before. */
export interface Session {
  readonly location: string;
  readonly schema: string;
  /** @param name Of a text that is always the same: a connection has it parsed and planned once, and anew after `planFor`. */
  all<Row>(sql: string, values?: readonly SqlValue[], name?: string): Promise<Row[]>;
}

/** As long as another writer of the same collection may take. */
const longestWaitMs = 300_000;
const connectTimeoutMs = 15_000;
const betweenLooksMs = 5;
const mostConnections = 8;
const bigint = 20;
/** A connection keeps the plans of as many, some kilobytes each. */
const mostPrepared = 100;
/** Whatever is usual in the database: who waits for a lock must then see what the other one has committed. */
const beginWriting = 'BEGIN ISOLATION LEVEL READ COMMITTED';
/** To compile a plan takes longer than it saves. */
const beginReading = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL jit = off';

/** What is done again. */
const after = (error: unknown) => isConflict(error) || isLost(error);

/**
 * A database with the tables in a schema of their own: `pincite`, or that of `?schema=<name>`. Statements write
 * `pincite.` before each table's name.
 */
export class Database implements Session {
  /** Host, port, database and schema, without user and password. */
  readonly location: string;
  readonly schema: string;
  /** @see PostgresPlace */
  readonly hnswFrom: number;
  readonly index: PostgresPlace['index'];
  private readonly pool: Pool;
  /** Whether a pooler may give each transaction another connection of the server. */
  readonly isPooled: boolean;
  private readonly prepared = new Set<string>();
  private magnitude = 0;
  private readonly beforeStatement: WatchedOptions['beforeStatement'];
  /** Connections of `alone`. */
  private readonly lent = new Set<PoolClient>();

  private constructor(
    pool: Pool,
    { location, schema, hnswFrom, index, isPreparing }: PostgresPlace,
    beforeStatement: WatchedOptions['beforeStatement'],
  ) {
    this.pool = pool;
    this.location = location;
    this.schema = schema;
    this.hnswFrom = hnswFrom;
    this.index = index;
    this.isPooled = !isPreparing;
    this.beforeStatement = beforeStatement;
  }

  /** @throws ConfigError for a URL that is none. Nothing is connected yet. */
  static async open(url: string, beforeStatement?: WatchedOptions['beforeStatement']): Promise<Database> {
    const place = parsePostgresUrl(url);
    const { default: pg } = await importPeer<typeof import('pg')>('pg', {
      what: 'PostgreSQL stores',
      install: 'npm install pg@8',
    });
    const types = {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === bigint ? Number : (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
    };
    const pool = new pg.Pool({
      connectionString: place.connectionString,
      max: mostConnections,
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: 'pincite',
      allowExitOnIdle: true,
      pipeline: true,
      types,
    });
    // A connection that breaks tells so here too: its query fails, and the next use has another one.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return new Database(pool, place, beforeStatement);
  }

  /** What was asked before is answered. What runs in `alone` is left to the server, which finishes the statement. */
  async close(): Promise<void> {
    const deadline = performance.now() + connectTimeoutMs;
    // The pool would forget those who wait.
    while (this.pool.waitingCount > 0 && performance.now() < deadline) await sleep(betweenLooksMs);
    for (const client of this.lent) this.giveBack(client);
    if (!this.pool.ending) await this.pool.end();
  }

  /** What may be done twice. */
  async all<Row>(sql: string, values: readonly SqlValue[] = [], name?: string): Promise<Row[]> {
    return retryTransaction(() => this.run(this.pool, { sql, values, name }), { after });
  }

  /** Has statements planned anew when the tables were of another magnitude: a plan for few rows takes long with many. */
  planFor(magnitude: number): void {
    this.magnitude = magnitude;
  }

  /**
   * All of the action sees one state; it may be run again. Its first statement goes out together with what begins the transaction,
   * and nobody waits for its end. No statement of the action may follow when it has settled.
   * @throws the signal's reason when it is aborted; the server ends the statement that runs.
   */
  reading<Result>(action: (session: Session) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return retryTransaction(() => this.readOnce(action, signal), { after, signal });
  }

  private async readOnce<Result>(
    action: (session: Session) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const client = await this.connect();
    const session = this.sessionOn(client);
    const begun = session.all(beginReading);
    begun.catch(() => undefined); // thrown below, where the action has not failed too
    try {
      const result = await action(this.sessionOn(client, signal));
      await begun;
      return result;
    } finally {
      session.all('COMMIT').then(
        () => client.release(signal?.aborted),
        (error: Error) => client.release(error),
      );
    }
  }

  /**
   * Everything that the action does, or nothing; it may be run again. Of those with one lock, one runs at a time.
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
      const begin = async (client: PoolClient) => {
        const isLast = performance.now() > deadline;
        if (!(await takeLock(this.sessionOn(client, signal), lock, isLast))) return undefined;
        signal?.throwIfAborted();
        return { value: await action(this.sessionOn(client)) };
      };
      const result = await retryTransaction(() => this.transaction(begin, signal), { after, signal });
      if (result !== undefined) return result.value;
      await sleep(5 + Math.random() * 20, undefined, { signal }).catch(() => undefined); // the loop throws the reason
    }
  }

  /** Statements outside transactions, on a connection that nobody has after them: with it go its settings and locks. */
  async alone<Result>(action: (session: Session) => Promise<Result>): Promise<Result> {
    const client = await this.connect();
    this.lent.add(client);
    try {
      return await action(this.sessionOn(client));
    } finally {
      this.giveBack(client);
    }
  }

  /** The driver waits for the end of a statement that runs; the program need not. */
  private giveBack(client: PoolClient): void {
    if (!this.lent.delete(client)) return;
    client.release(true);
    (client as unknown as Referenced).unref();
  }

  /** Its statements end when the signal is aborted. */
  private sessionOn(client: PoolClient, signal?: AbortSignal): Session {
    return {
      location: this.location,
      schema: this.schema,
      all: (sql, values = [], name) =>
        this.runUntil(signal, client, () => this.run(client, { sql, values, name })),
    };
  }

  private async runUntil<Result>(
    signal: AbortSignal | undefined,
    client: PoolClient,
    run: () => Promise<Result>,
  ): Promise<Result> {
    if (signal === undefined) return run();
    signal.throwIfAborted();
    const cancel = () => cancelStatement(client);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await run();
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /** Nothing is stored where the action gives `undefined`. An aborted one leaves no connection: what cancels its statement may come late, and would end another's. */
  private async transaction<Result>(
    action: (client: PoolClient) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const client = await this.connect();
    const session = this.sessionOn(client);
    let broken: Error | undefined;
    try {
      await session.all(beginWriting);
      const result = await action(client);
      await (result === undefined ? session.all('ROLLBACK') : this.commit(session));
      return result;
    } catch (error) {
      // What cannot be rolled back is no connection any more, and the server rolls it back.
      await session.all('ROLLBACK').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken ?? signal?.aborted);
    }
  }

  private async commit(session: Session): Promise<void> {
    try {
      await session.all('COMMIT');
    } catch (error) {
      throw isLost(error) ? this.unknown() : error;
    }
  }

  private unknown(): StoreError {
    const { location } = this;
    return new StoreError(`The store at ${location} broke off while it stored a change.`, {
      hint: 'All of the change is there, or nothing: look at the server, then try again.',
      context: { location, engineCode: unknownOutcome },
      cause: Object.assign(new Error('The outcome of the transaction is unknown.'), { code: unknownOutcome }),
    });
  }

  private async connect(): Promise<PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      throw asStoreError(error, this.location);
    }
  }

  /** The name for the server; `undefined` for a statement that is not to be prepared. */
  private preparedName(name: string): string | undefined {
    const full = `pincite ${this.magnitude} ${name}`;
    if (!this.isPooled && this.prepared.size < mostPrepared) this.prepared.add(full);
    return this.prepared.has(full) ? full : undefined;
  }

  private async run<Row>(target: Pool | PoolClient, { sql, values, name }: Statement): Promise<Row[]> {
    const text = this.schema === usualSchema ? sql : sql.replaceAll('pincite.', `"${this.schema}".`);
    this.beforeStatement?.(text);
    const prepared = name && this.preparedName(name);
    const query = { text, values: values.map(toParameter), ...(prepared && { name: prepared }) };
    try {
      const { rows } = await target.query<QueryResultRow>(query);
      return (rows ?? []) as Row[]; // several statements at once give none
    } catch (error) {
      throw asStoreError(error, this.location);
    }
  }
}

/** What the driver has, and its types do not tell. */
interface Referenced {
  unref(): void;
}

interface Statement {
  readonly sql: string;
  readonly values: readonly SqlValue[];
  readonly name: string | undefined;
}

/** The driver takes bytes as Buffers. */
function toParameter(value: SqlValue): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return Array.isArray(value) ? value.map((one: SqlValue) => toParameter(one)) : value;
}

/** Until the transaction ends; false when another one has it and this one is not to wait. */
export async function takeLock(session: Session, name: string, canWait: boolean): Promise<boolean> {
  const key = [lockKey(session, name)];
  if (canWait)
    return (await session.all('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', key)).length > 0;
  const [row] = await session.all<{ taken: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS taken',
    key,
  );
  return row?.taken === true;
}

/** Until the connection ends; false when another one has it. */
export async function takeLockAlone(session: Session, name: string): Promise<boolean> {
  const [row] = await session.all<{ taken: boolean }>(
    'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken',
    [lockKey(session, name)],
  );
  return row?.taken === true;
}

const lockKey = ({ schema }: Session, name: string) => toPg(`pincite ${schema} ${name}`);

/** What the driver knows of a connection, and its types do not tell. */
interface Connected {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
}

const cancelRequest = 80_877_102;
const requestBytes = 16;
const longestMs = 5000;

/**
 * Has the server end the statement that a connection waits for, by the protocol's request on a connection of its own. Nothing
 * answers it; where it does not arrive, the statement runs to its end.
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-CANCELING-REQUESTS
 */
function cancelStatement(client: PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as Connected;
  const request = Buffer.alloc(requestBytes);
  [requestBytes, cancelRequest, processID, secretKey].forEach((value, index) =>
    request.writeInt32BE(value, index * Int32Array.BYTES_PER_ELEMENT),
  );
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on('error', () => {}); // the caller has its reason already
  socket.setTimeout(longestMs, () => socket.destroy());
  socket.end(request);
}
