/**
 * The one file that knows the SQLite engine: libsql's synchronous API, made safe. libsql aborts the process
 * when a boolean is bound or a lone Buffer is passed, and cuts bound strings at a NUL; so values go in one array
 * and only the kinds below are accepted. Its `get` gives blobs as Buffer, its `all` as ArrayBuffer.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { StoreError } from '../../errors.ts';
import { asStoreError } from './engine-errors.ts';

export type SqlValue = string | number | Uint8Array | null;

interface SqlStatement {
  run(values?: readonly SqlValue[]): { readonly changes: number; readonly lastInsertRowid: number };
  /** The caller names the shape of the row, column by column; blobs come as `Uint8Array`. */
  get<Row>(values?: readonly SqlValue[]): Row | undefined;
  all<Row>(values?: readonly SqlValue[]): Row[];
}

export interface SqlDatabase {
  readonly location: string;
  /** What another connection is opened with. */
  readonly address: string;
  /** The latest statements are kept compiled. */
  prepare(sql: string): SqlStatement;
  exec(sql: string): void;
  close(): void;
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
  const { default: Libsql } = await import('libsql');
  const attempt = guard(location);
  const engine = attempt(() => new Libsql(address, { timeout: busyTimeoutMs }));
  const statements = new Map<string, SqlStatement>();

  function compile(sql: string): SqlStatement {
    const statement = attempt(() => engine.prepare(sql));
    const execute = <Result>(action: () => Result): Result => {
      beforeStatement?.(sql);
      return attempt(action);
    };
    return {
      run: (values = []) => {
        const { changes, lastInsertRowid } = execute(() => statement.run(checked(values)));
        return { changes, lastInsertRowid: Number(lastInsertRowid) };
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
      beforeStatement?.(sql);
      attempt(() => void engine.exec(sql));
    },
    close: () => {
      statements.clear();
      if (engine.open) engine.close();
    },
  };
}

/** The engine lets go of the file of a closed database when its statements have been collected; this has them be. */
export function collectClosed(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
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

function withByteArrays(row: unknown): unknown {
  const columns = row as Record<string, SqlValue | ArrayBuffer>;
  for (const name in columns) {
    const value = columns[name];
    if (value instanceof ArrayBuffer) columns[name] = new Uint8Array(value);
  }
  return columns;
}
