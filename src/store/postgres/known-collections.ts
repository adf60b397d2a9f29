import { Recent } from '../../util/recent.ts';
import { type CollectionRow, findState, readState, requireState } from './collections.ts';
import type { Database, Session } from './database/connection.ts';

type Action<Result> = (session: Session, row: CollectionRow) => Promise<Result>;

/** A row, and the text that it was read from. */
interface Known {
  readonly state: string;
  readonly row: CollectionRow;
}

/** Few kilobytes each. */
const mostKnown = 1000;

/**
 * Reads from collections without waiting for their rows: what an action asks first goes out together with the question for the
 * row, and rests on the row as it was last seen here. Where that is no longer so, the action begins again.
 */
export class KnownCollections {
  private readonly database: Database;
  private readonly rows = new Recent<Known>(mostKnown);

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
      const state = await requireState(session, name);
      const row = readState(session, state);
      this.rows.set(name, { state, row });
      this.database.planFor(row.magnitude);
      return action(session, row);
    }, signal);
  }
}

/** `undefined` where the row is another one: whatever the action gave or threw is of no use, and it asks nothing more. */
async function tryWith<Result>(
  session: Session,
  { state, row }: Known,
  action: Action<Result>,
): Promise<{ readonly result: Result } | undefined> {
  let isKnown = true;
  const look = async () => {
    isKnown = (await findState(session, row.name)) === state;
  };
  const sameRow: Session = {
    ...session,
    all: async (...statement) => {
      if (!isKnown) throw new Error(`The collection ${row.name} has changed.`);
      return session.all(...statement);
    },
  };
  const [looked, outcome] = await Promise.allSettled([look(), action(sameRow, row)]);
  if (looked.status === 'rejected') throw looked.reason;
  if (!isKnown) return undefined;
  if (outcome.status === 'rejected') throw outcome.reason;
  return { result: outcome.value };
}
