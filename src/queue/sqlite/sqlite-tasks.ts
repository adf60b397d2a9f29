import { gatherCalls } from '../../util/async/gather-calls.ts';
import type { FailedTask, QueueCounts, TakenTask, TaskOutput, Tasks } from '../queue.ts';
import { mostRetries, retryDelaySeconds } from '../retrying.ts';
import type { QueueDatabase, Statements } from './queue-database.ts';
import { isUnwanted } from './tables.ts';

interface Due {
  readonly id: number;
  readonly data: string;
  readonly lease_ms: number;
  readonly attempts: number;
}

const due = `SELECT id, data, lease_ms, attempts FROM tasks
  WHERE state IN ('waiting', 'retrying') AND due_at <= ? ORDER BY id LIMIT ?`;
const lost = "SELECT id, attempts FROM tasks WHERE state = 'active' AND lease_until < ?";
/** Few are left whenever this is asked: it is when none is due. */
const leftUnwanted = `SELECT t.id FROM tasks t WHERE t.state IN ('waiting', 'retrying') AND ${isUnwanted}`;

export class SqliteTasks implements Tasks {
  readonly #database: QueueDatabase;
  /** Of one turn of the event loop, by one transaction. */
  readonly #completing = gatherCalls(async (ended: readonly { id: string; output: TaskOutput }[]) => {
    await this.#database.change(({ run }) => {
      for (const { id, output } of ended) {
        run("UPDATE tasks SET state = 'done', ended_at = ?, output = ? WHERE id = ? AND state = 'active'", [
          Date.now(),
          JSON.stringify(output),
          Number(id),
        ]);
      }
    });
    return ended;
  });

  constructor(database: QueueDatabase) {
    this.#database = database;
  }

  async take(most: number): Promise<TakenTask[]> {
    // A look takes no lock, and an empty queue is looked at often.
    if (this.#database.all<Due>(due, [Date.now(), 1]).length === 0) return [];
    return this.#database.change((statements) => {
      const now = Date.now();
      const { all, run } = statements;
      const unwanted = all<{ id: number }>(`SELECT t.id FROM (${due}) t WHERE ${isUnwanted}`, [now, most]);
      endUnwanted(statements, unwanted); // given back since
      const tasks = all<Due>(due, [now, most]);
      for (const { id, lease_ms } of tasks) {
        run(
          `UPDATE tasks SET state = 'active', attempts = attempts + 1, started_at = ?, lease_until = ?, output = NULL
           WHERE id = ?`,
          [now, now + lease_ms, id],
        );
      }
      return tasks.map(({ id, data, lease_ms, attempts }) => ({
        id: String(id),
        data: JSON.parse(data) as unknown,
        leaseSeconds: lease_ms / 1000,
        isLastAttempt: attempts >= mostRetries,
      }));
    });
  }

  async extendLeases(ids: readonly string[]): Promise<void> {
    await this.#changeEach(ids, `lease_until = ${Date.now()} + lease_ms`);
  }

  async unwanted(ids: readonly string[]): Promise<string[]> {
    const find = `SELECT t.id FROM tasks t WHERE t.id = ? AND t.state = 'active' AND ${isUnwanted}`;
    return ids.filter((id) => this.#database.all<{ id: number }>(find, [Number(id)]).length > 0);
  }

  async note(id: string, output: TaskOutput): Promise<void> {
    await this.#changeEach([id], 'output = ?', JSON.stringify(output));
  }

  async complete(id: string, output: TaskOutput): Promise<void> {
    await this.#completing({ id, output });
  }

  async fail(id: string, error: object, { again }: { readonly again: boolean }): Promise<void> {
    await this.#database.change((statements) => {
      const [task] = statements.all<{ attempts: number }>(
        "SELECT attempts FROM tasks WHERE id = ? AND state = 'active'",
        [Number(id)],
      );
      if (task) endAttempt(statements, { id: Number(id), ...task }, { again, error });
    });
  }

  async drop(ids: readonly string[]): Promise<void> {
    await this.#changeEach(ids, `state = 'cancelled', ended_at = ${Date.now()}, output = NULL`);
  }

  async giveBack(ids: readonly string[]): Promise<void> {
    await this.#changeEach(ids, "state = 'retrying', attempts = attempts - 1, due_at = 0, output = NULL");
  }

  async releaseLost(): Promise<void> {
    const now = Date.now();
    const nothing =
      this.#database.all<{ id: number; attempts: number }>(lost, [now]).length === 0 &&
      this.#database.all<{ id: number }>(leftUnwanted).length === 0;
    if (nothing) return;
    await this.#database.change((statements) => {
      for (const task of statements.all<{ id: number; attempts: number }>(lost, [now])) {
        endAttempt(statements, task, { again: true });
      }
      endUnwanted(statements, statements.all<{ id: number }>(leftUnwanted));
    });
  }

  async counts(): Promise<QueueCounts> {
    const rows = this.#database.all<{ state: string; count: number }>(
      `SELECT state, count(*) AS count FROM tasks
       WHERE state IN ('waiting', 'active', 'retrying', 'failed') GROUP BY state`,
    );
    const counts = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
    const { waiting = 0, active = 0, retrying = 0, failed = 0 } = counts;
    return { waiting, active, retrying, failed };
  }

  async failures(most: number): Promise<FailedTask[]> {
    const rows = this.#database.all<{
      data: string;
      output: string | null;
      attempts: number;
      ended_at: number;
    }>(
      `SELECT data, output, attempts, ended_at FROM tasks WHERE state = 'failed' ORDER BY ended_at DESC, id LIMIT ?`,
      [most],
    );
    return rows.map(({ data, output, attempts, ended_at }) => ({
      data: JSON.parse(data) as unknown,
      output: output === null ? null : (JSON.parse(output) as unknown),
      attempts,
      failedAt: new Date(ended_at),
    }));
  }

  /** Of tasks that are still active. */
  #changeEach(ids: readonly string[], assignments: string, ...values: readonly string[]): Promise<void> {
    return this.#database.change(({ run }) => {
      for (const id of ids) {
        run(`UPDATE tasks SET ${assignments} WHERE id = ? AND state = 'active'`, [...values, Number(id)]);
      }
    });
  }
}

/** Ends tasks that are not active as cancelled. */
function endUnwanted({ run }: Statements, tasks: readonly { readonly id: number }[]): void {
  for (const { id } of tasks) {
    run("UPDATE tasks SET state = 'cancelled', ended_at = ?, output = NULL WHERE id = ?", [Date.now(), id]);
  }
}

/** Lets the task be tried again later, or gives it up. */
function endAttempt(
  { run }: Statements,
  { id, attempts }: { readonly id: number; readonly attempts: number },
  { again, error }: { readonly again: boolean; readonly error?: object },
): void {
  const output = error === undefined ? null : JSON.stringify(error);
  if (!again || attempts > mostRetries) {
    run("UPDATE tasks SET state = 'failed', ended_at = ?, output = ? WHERE id = ?", [Date.now(), output, id]);
    return;
  }
  const delaySeconds = retryDelaySeconds * 2 ** (attempts - 1) * (1 + Math.random());
  run("UPDATE tasks SET state = 'retrying', due_at = ?, output = ? WHERE id = ?", [
    Date.now() + Math.round(delaySeconds * 1000),
    output,
    id,
  ]);
}
