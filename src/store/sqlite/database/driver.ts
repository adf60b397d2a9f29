/**
 * The one file that knows the SQLite engine: libsql's synchronous API, made safe. libsql aborts the process
 * when a boolean is bound or a lone Buffer is passed, or when a text that it reads is no valid UTF-8, which one damaged
 * bit can make of any value; and it cuts bound strings at a NUL. So values go in one array, only the kinds below are
 * accepted, and every text is read as bytes. Its `get` gives blobs as Buffer, its `all` as ArrayBuffer.
 */
import { StoreError } from '../../../errors.ts';
import { requireOfPackage } from '../../../util/files/package-folder.ts';
import { asStoreError } from './engine-errors.ts';

export type SqlValue = string | number | Uint8Array | null;

/** What a query gives: text comes as its bytes. */
export type StoredValue = number | Uint8Array | null;
type SqlRow<Row> = { readonly [Column in keyof Row]: StoredValue };

interface SqlStatement {
  run(values?: readonly SqlValue[]): { readonly changes: number; readonly lastInsertRowid: number };
  /** The caller names the shape of the row, column by column; blobs and texts come as `Uint8Array`. */
  get<Row extends SqlRow<Row>>(values?: readonly SqlValue[]): Row | undefined;
  all<Row extends SqlRow<Row>>(values?: readonly SqlValue[]): Row[];
}

export interface SqlDatabase {
  readonly location: string;
  /** What another connection is opened with. */
  readonly address: string;
  /** The latest statements are kept compiled. */
  prepare(sql: string): SqlStatement;
  exec(sql: string): void;
  /** Another number after each statement of this connection that may have changed something, whatever became of it. */
  readonly changes: number;
  close(): void;
}

const isQuery = /^\s*(SELECT|WITH)\b/i;
/** What begins and ends transactions. */
const changesNothing = /^(BEGIN|COMMIT|ROLLBACK)\b/;

/** An SQL expression: the value, as a blob where it is text. */
export function asBlob(expression: string): string {
  return `CASE typeof(${expression}) WHEN 'text' THEN CAST(${expression} AS BLOB) ELSE ${expression} END`;
}

/** Filters make a new statement for each new shape, so what is kept is bounded. */
const mostStatements = 200;

export interface DriverOptions {
  /** How the database is named in errors; its address unless given. */
  readonly location?: string;
  /** Called with each statement before it runs. */
  readonly beforeStatement?: ((sql: string) => void) | undefined;
}

/**
 * @param address a path, a `file:` URL with options of the engine's, or `:memory:`.
 * @throws StoreError when the file cannot be opened.
 */
export async function openDriver(
  address: string,
  busyTimeoutMs: number,
  { location = address, beforeStatement }: DriverOptions = {},
): Promise<SqlDatabase> {
  const Libsql = requireOfPackage()('libsql') as typeof import('libsql');
  const attempt = guard(location);
  const engine = attempt(() => new Libsql(address, { timeout: busyTimeoutMs }));
  const statements = new Map<string, SqlStatement>();
  let changes = 0;

  /** The same query, whose texts come as blobs. It sees a state of the schema: columns are named, not `*`. */
  function readingBytes(sql: string): string {
    const names = engine
      .prepare(sql)
      .columns()
      .map(({ name }) => name);
    const places = names.map((_, index) => `c${index}`);
    const columns = names.map((name, index) => `${asBlob(`c${index}`)} AS "${name.replaceAll('"', '""')}"`);
    return `WITH query(${places.join()}) AS (${sql}) SELECT ${columns.join()} FROM query`;
  }

  function compile(sql: string): SqlStatement {
    const statement = attempt(() => engine.prepare(isQuery.test(sql) ? readingBytes(sql) : sql));
    const execute = <Result>(action: () => Result): Result => {
      beforeStatement?.(sql);
      return attempt(action);
    };
    return {
      run: (values = []) => {
        changes += 1;
        const { changes: rows, lastInsertRowid } = execute(() => statement.run(checked(values)));
        return { changes: rows, lastInsertRowid: Number(lastInsertRowid) };
      },
      get: <Row>(values: readonly SqlValue[] = []) =>
        execute(() => statement.get(checked(values))) as Row | undefined,
      all: <Row>(values: readonly SqlValue[] = []) =>
        execute(() => statement.all(checked(values))).map(withByteArrays) as Row[],
    };
  }

  return {
    location,
    address,
    prepare: (sql) => {
      const known = statements.get(sql);
      if (known) return known;
      if (statements.size === mostStatements) statements.clear();
      const compiled = compile(sql);
      statements.set(sql, compiled);
      return compiled;
    },
    exec: (sql) => {
      if (!changesNothing.test(sql)) changes += 1;
      beforeStatement?.(sql);
      attempt(() => void engine.exec(sql));
    },
    get changes() {
      return changes;
    },
    close: () => {
      statements.clear();
      if (engine.open) engine.close();
    },
  };
}

/**
 * The engine lets go of the file of a closed database when its statements have been collected. This has them be, once, and
 * changes no flag of the process.
 */
export async function collectClosed(): Promise<void> {
  const { Session } = await import('node:inspector/promises');
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
  } finally {
    session.disconnect();
  }
}

function guard(location: string) {
  return <Result>(action: () => Result): Result => {
    try {
      return action();
    } catch (error) {
      throw asStoreError(error, location);
    }
  };
}

function checked(values: readonly SqlValue[]): SqlValue[] {
  return values.map((value) => {
    if (typeof value === 'string' && value.includes('\0')) {
      throw new StoreError('Text with a NUL character reached the engine as text instead of as bytes.');
    }
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    if (value instanceof Uint8Array) return value;
    throw new StoreError(`A ${typeof value} cannot be bound to a statement.`);
  });
}

/** A row of the engine's, with the same bytes as `Uint8Array`. */
export function withByteArrays(row: unknown): unknown {
  const columns = row as Record<string, SqlValue | ArrayBuffer>;
  for (const name in columns) {
    const value = columns[name];
    if (value instanceof ArrayBuffer) columns[name] = new Uint8Array(value);
  }
  return columns;
}
