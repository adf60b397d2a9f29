import { isDeepStrictEqual } from 'node:util';
import { Recent } from '../../util/recent.ts';
import { type CollectionRow, findCollection, requireCollection } from './collections.ts';
import type { Database, Session } from './database.ts';

type Action<Result> = (session: Session, row: CollectionRow) => Promise<Result>;

/** Few kilobytes each. */
const mostKnown = 1000;

/**
 * Reads from collections without waiting for their rows: what an action asks first goes out together with the question for the
 * row, and rests on the row as it was last seen here. Where that is no longer so, the action begins again.
 */
export class KnownCollections {
  private readonly database: Database;
  private readonly rows = new Recent<CollectionRow>(mostKnown);

  constructor(database: Database) {
    this.database = database;
  }

  /**
   * All of the action sees one state.
   * @throws CollectionNotFoundError
   */
  async reading<Result>(name: string, action: Action<Result>, signal?: AbortSignal): Promise<Result> {
    const known = this.rows.get(name);
    const attempt =
      known && (await this.database.reading((session) => tryWith(session, known, action), signal));
    if (attempt) return attempt.result;
    return this.database.reading(async (session) => {
      const row = await requireCollection(session, name);
      this.rows.set(name, row);
      this.database.planFor(row.magnitude);
      return action(session, row);
    }, signal);
  }
}

/** `undefined` where the row is another one: whatever the action gave or threw is of no use. */
async function tryWith<Result>(
  session: Session,
  known: CollectionRow,
  action: Action<Result>,
): Promise<{ readonly result: Result } | undefined> {
  const [row, outcome] = await Promise.allSettled([
    findCollection(session, known.name),
    action(session, known),
  ]);
  if (row.status === 'rejected') throw row.reason;
  if (!isDeepStrictEqual(row.value, known)) return undefined;
  if (outcome.status === 'rejected') throw outcome.reason;
  return { result: outcome.value };
}
