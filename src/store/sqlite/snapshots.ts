import { Slots } from '../../util/slots.ts';
import { closed } from '../closed.ts';
import { holdState, releaseState, stateOf } from './database-state.ts';
import { openDriver, type SqlDatabase } from './driver.ts';
import { holdingWriters } from './connection.ts';
import { inMemory } from './place.ts';

const busyTimeoutMs = 250;
/** Each is a connection with a cache of its own. */
const mostSnapshots = 4;
const mostAttempts = 4;

/**
 * States of a database that are read over several turns of the event loop. Each is a read transaction on a connection of its
 * own, so that nobody who writes waits for it. A database in memory has one connection alone: there what is read while
 * something was written is read again, at last while writers wait.
 */
export class Snapshots {
  readonly #database: SqlDatabase;
  readonly #slots = new Slots(mostSnapshots);
  readonly #idle: SqlDatabase[] = [];
  #isClosed = false;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  /** The action gets a connection that sees one state until it ends. @throws the signal's reason. */
  async run<Result>(
    action: (database: SqlDatabase) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    if (this.#database.location === inMemory) return this.#runInMemory(() => action(this.#database));
    return this.#slots.run(async () => {
      const connection = this.#idle.pop() ?? (await this.#open());
      try {
        connection.exec('BEGIN');
        connection.prepare('SELECT count(*) FROM collections').get(); // the state is that of the first statement
        holdState(connection);
        return await action(connection);
      } finally {
        this.#giveBack(connection);
      }
    }, signal);
  }

  async #runInMemory<Result>(action: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      const before = stateOf(this.#database);
      const outcome = await Promise.allSettled([action()]);
      if (stateOf(this.#database) !== before) continue;
      if (outcome[0].status === 'rejected') throw outcome[0].reason;
      return outcome[0].value;
    }
    return holdingWriters(this.#database, action);
  }

  /** After the reads that have begun. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (let taken = 0; taken < mostSnapshots; taken += 1) await this.#slots.take();
    for (const connection of this.#idle.splice(0)) connection.close();
    for (let taken = 0; taken < mostSnapshots; taken += 1) this.#slots.release();
  }

  async #open(): Promise<SqlDatabase> {
    const { address, location } = this.#database;
    if (this.#isClosed) throw closed(location, undefined);
    const connection = await openDriver(address, busyTimeoutMs, { location });
    connection.exec('PRAGMA query_only = ON');
    connection.exec('PRAGMA temp_store = MEMORY');
    connection.exec('PRAGMA cache_size = -8000');
    return connection;
  }

  /** One that cannot end its transaction is of no more use. */
  #giveBack(connection: SqlDatabase): void {
    releaseState(connection);
    try {
      connection.exec('ROLLBACK');
      this.#idle.push(connection);
    } catch {
      connection.close();
    }
  }
}
