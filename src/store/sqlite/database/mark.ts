import type { SqlDatabase } from './driver.ts';

/** Whose a database is. */
interface Mark {
  /** 0 unless its program has set one. */
  readonly id: number;
  readonly version: number;
  /** Without any table. */
  readonly isEmpty: boolean;
}

/** In one statement, which sees one state: another process may be making its tables at this moment. */
export function markOf(database: SqlDatabase): Mark {
  const { id, version, objects } = database
    .prepare(
      `SELECT (SELECT application_id FROM pragma_application_id) AS id,
        (SELECT user_version FROM pragma_user_version) AS version,
        (SELECT count(*) FROM sqlite_schema) AS objects`,
    )
    .get<{ id: number; version: number; objects: number }>()!;
  return { id, version, isEmpty: objects === 0 };
}
