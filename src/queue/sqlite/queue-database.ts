import path from 'node:path';
import { StoreError } from '../../errors.ts';
import { whenFree, writeTransaction } from '../../store/sqlite/database/connection.ts';
import {
  openDriver,
  type SqlDatabase,
  type SqlValue,
  type StoredValue,
} from '../../store/sqlite/database/driver.ts';
import { folderOf, inMemory, queueFile } from '../../store/sqlite/database/address.ts';
import { markOf } from '../../store/sqlite/database/mark.ts';
import { toText } from '../../store/sqlite/database/text-bytes.ts';
import { makeFolder } from '../../util/files/make-folder.ts';
import { tables } from './tables.ts';

/** The engine waits this long for what readers may meet, without letting the event loop turn. */
const busyTimeoutMs = 250;
/** "pinq", so that a foreign database is told from ours. */
const applicationId = 0x70696e71;
const version = 1;

/** Statements over the database of a queue. Columns of text are strings. */
export interface Statements {
  all<Row extends { readonly [Column in keyof Row]: string | number | null }>(
    sql: string,
    values?: readonly SqlValue[],
  ): Row[];
  run(sql: string, values?: readonly SqlValue[]): void;
}

/** The database of a queue in a folder, which several processes may open, or in memory. */
export class QueueDatabase implements Statements {
  readonly location: string;
  readonly #database: SqlDatabase;

  private constructor(database: SqlDatabase) {
    this.location = database.location;
    this.#database = database;
  }

  /**
   * Opens the queue of `sqlite:<folder>`, and makes it where there is none.
   * @throws ConfigError for another URL; StoreError where the folder or the file cannot be used.
   */
  static async open(url: string): Promise<QueueDatabase> {
    const database = await openDriver(await findFile(url), busyTimeoutMs);
    try {
      await whenFree(() => prepare(database));
      return new QueueDatabase(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  close(): void {
    this.#database.close();
  }

  readonly all: Statements['all'] = <Row>(sql: string, values: readonly SqlValue[] = []) =>
    this.#database
      .prepare(sql)
      .all<Record<string, StoredValue>>(values)
      .map(
        (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(value)])) as Row,
      );

  readonly run: Statements['run'] = (sql, values = []) => {
    this.#database.prepare(sql).run(values);
  };

  /** All changes of the work or none, when no other process writes. */
  change<Result>(work: (statements: Statements) => Result): Promise<Result> {
    return whenFree(() => writeTransaction(this.#database, () => work(this)));
  }
}

const asText = (value: StoredValue) => (value instanceof Uint8Array ? toText(value) : value);

async function findFile(url: string): Promise<string> {
  const folder = folderOf(url);
  if (folder === undefined) return inMemory;
  try {
    await makeFolder(folder);
  } catch (error) {
    throw new StoreError(`The folder ${folder} cannot be made.`, {
      hint: 'Choose a --queue folder that may be written.',
      context: { location: folder },
      cause: error,
    });
  }
  return path.join(folder, queueFile);
}

function prepare(database: SqlDatabase): void {
  const { id, version: found, isEmpty } = markOf(database);
  const isNew = isEmpty && found === 0;
  if (!isNew && (id !== applicationId || found > version)) throw notOurs(database.location);
  database.exec('PRAGMA foreign_keys = ON');
  database.exec('PRAGMA synchronous = FULL');
  database.prepare('PRAGMA journal_mode = WAL').get();
  if (found === version) return;
  writeTransaction(database, () => {
    // Another process may have made them meanwhile.
    if (markOf(database).version === version) return;
    database.exec(tables);
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec(`PRAGMA user_version = ${version}`);
  });
}

const notOurs = (location: string): StoreError =>
  new StoreError(`The database ${location} is no queue of this version of Pincite.`, {
    hint: 'Update pincite, or choose another --queue folder.',
    context: { location },
  });
