import { Slots } from '../../../util/async/slots.ts';
import { closed } from '../../closed.ts';
import { holdState, releaseState, stateOf } from './database-state.ts';
import { openDriver, type SqlDatabase } from './driver.ts';
import { holdingWriters, readTransaction } from './connection.ts';
import { inMemory } from './address.ts';

const busyTimeoutMs = 250;
/** Each is a connection with a cache of its own. */
const mostSnapshots = 4;

/** Reads of one state. */
type ReadOfState = <Result>(work: (database: SqlDatabase) => Result) => Result;
type Action<Result> = (read: ReadOfState) => Promise<Result>;

/**
 * States of a database that are read over several turns of the event loop. Most reads are over before anybody writes: so the
 * first attempt reads on the connection of all, and looks whether the state is still the same. Where it is not, the next one is a read
 * transaction on a connection of its own, so that nobody who writes waits for it. A database in memory has one connection
 * alone: there it is read again while writers wait.
 */
export class Snapshots {
  readonly #database: SqlDatabase;
  readonly #slots = new Slots(mostSnapshots);
  readonly #idle: SqlDatabase[] = [];
  #isClosed = false;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  run<Result>(action: Action<Result>): Promise<Result> {
    return this.#slots.run(() => this.#readOneState(action));
  }

  async #readOneState<Result>(action: Action<Result>): Promise<Result> {
    const outcome = await this.#unlessChanged(action);
    if (outcome) return outcome.result;
    if (this.#database.location !== inMemory) return this.#readApart(action);
    return holdingWriters(this.#database, () => action((work) => work(this.#database)));
  }

  /** `undefined` where something was written meanwhile. */
  async #unlessChanged<Result>(action: Action<Result>): Promise<{ readonly result: Result } | undefined> {
    const database = this.#database;
    let first: string | undefined;
    let isChanged = false;
    const read: ReadOfState = (work) =>
      readTransaction(database, () => {
        const state = stateOf(database);
        first ??= state;
        isChanged ||= state !== first;
        if (isChanged) throw new Error('The database has changed.');
        return work(database);
      });
    try {
      const result = await action(read);
      return isChanged ? undefined : { result };
    } catch (error) {
      if (isChanged) return undefined;
      throw error;
    }
  }

  async #readApart<Result>(action: Action<Result>): Promise<Result> {
    const connection = this.#idle.pop() ?? (await this.#open());
    try {
      connection.exec('BEGIN');
      connection.prepare('SELECT count(*) FROM collections').get(); // the state is that of the first statement
      holdState(connection);
      return await action((work) => work(connection));
    } finally {
      this.#giveBack(connection);
    }
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
