import { sumJobs } from '../job-sums.ts';
import type {
  AddedJob,
  JobQuery,
  JobRecord,
  Jobs,
  NewJob,
  NewTask,
  SourceQuery,
  SourceRecord,
  SourceState,
} from '../queue.ts';
import { idempotencyHours } from '../retrying.ts';
import type { QueueDatabase, Statements } from './queue-database.ts';
import { isUnwanted } from './tables.ts';

interface OldTask {
  readonly id: number;
  readonly key: string;
  readonly data: string;
}

const hourMs = 3_600_000;

export class SqliteJobs implements Jobs {
  readonly #database: QueueDatabase;
  readonly #leaseMs: number;

  constructor(database: QueueDatabase, leaseSeconds: number) {
    this.#database = database;
    this.#leaseMs = leaseSeconds * 1000;
  }

  add(job: NewJob): Promise<AddedJob> {
    return this.#database.change((statements) => {
      const repeated = findRepeated(statements, job);
      if (repeated !== undefined) return repeated;
      const { id, tenant, idempotency, warnings, tasks } = job;
      const now = Date.now();
      statements.run('INSERT INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?)', [
        id,
        tenant,
        now,
        now,
        idempotency?.key ?? null,
        idempotency?.body ?? null,
        JSON.stringify(warnings),
      ]);
      let queued = 0;
      for (const [position, task] of tasks.entries()) {
        const added = this.#queue(statements, { ...task, data: JSON.stringify(task.data) });
        if (added.isNew && task.error === undefined) queued += 1;
        statements.run('INSERT INTO sources (job, position, task, bytes) VALUES (?, ?, ?, ?)', [
          id,
          position,
          added.id,
          task.bytes ?? null,
        ]);
      }
      return { kind: 'added', queued };
    });
  }

  /** The waiting task of a key, which is a new one where none waits. */
  #queue(
    { all, run }: Statements,
    { key, data, error }: Pick<NewTask, 'key' | 'error'> & { readonly data: string },
  ): { readonly id: number; readonly isNew: boolean } {
    const [waiting] = all<{ id: number }>("SELECT id FROM tasks WHERE key = ? AND state = 'waiting'", [key]);
    if (waiting) return { id: waiting.id, isNew: false };
    const now = Date.now();
    run(
      'INSERT INTO tasks (key, data, state, due_at, lease_ms, ended_at, output) VALUES (?, ?, ?, ?, ?, ?, ?)',
      [
        key,
        data,
        error === undefined ? 'waiting' : 'failed',
        now,
        this.#leaseMs,
        error === undefined ? null : now,
        error === undefined ? null : JSON.stringify(error),
      ],
    );
    const [{ id }] = all<{ id: number }>('SELECT last_insert_rowid() AS id') as [{ id: number }];
    return { id, isNew: true };
  }

  async list({ id, tenant, before, limit }: JobQuery): Promise<JobRecord[]> {
    const conditions = [
      ...(id === undefined ? [] : [['id = ?', id]]),
      ...(tenant === undefined ? [] : [['tenant = ?', tenant]]),
      ...(before === undefined ? [] : [['id < ?', before]]),
    ] as const;
    const where = conditions.map(([condition]) => condition).join(' AND ') || 'true';
    const jobs = `SELECT * FROM jobs WHERE ${where} ORDER BY id DESC LIMIT ?`;
    const values = [...conditions.map(([, value]) => value!), limit];
    return this.#database.all<StoredJob>(sumJobs({ jobs, sources: 'states' }), values).map(asRecord);
  }

  async sources(id: string, { state, limit, offset }: SourceQuery): Promise<SourceRecord[]> {
    const rows = this.#database.all<StoredSource>(
      `SELECT data, state, attempts, output, bytes, started_at, ended_at FROM states
       WHERE job = ? AND state = coalesce(?, state) ORDER BY position LIMIT ? OFFSET ?`,
      [id, state ?? null, limit, offset],
    );
    return rows.map(({ data, output, started_at, ended_at, ...row }) => ({
      ...row,
      data: JSON.parse(data) as unknown,
      output: output === null ? null : (JSON.parse(output) as unknown),
      startedAt: asDate(started_at),
      endedAt: asDate(ended_at),
    }));
  }

  async cancel(id: string): Promise<void> {
    await this.#database.change(({ run }) => {
      run(
        `UPDATE sources SET cancelled = true WHERE job = ? AND position IN (
           SELECT position FROM states WHERE job = ? AND state IN ('waiting', 'active'))`,
        [id, id],
      );
      run(
        `UPDATE tasks AS t SET state = 'cancelled', ended_at = ?, output = NULL
         WHERE t.id IN (SELECT task FROM sources WHERE job = ?) AND t.state IN ('waiting', 'retrying') AND ${isUnwanted}`,
        [Date.now(), id],
      );
    });
  }

  retry(id: string): Promise<number> {
    return this.#database.change((statements) => {
      const positions = statements.all<{ task: number }>(
        "SELECT task FROM states WHERE job = ? AND state IN ('failed', 'cancelled')",
        [id],
      );
      if (positions.length === 0) return 0;
      for (const task of new Set(positions.map((source) => source.task))) {
        const [old] = statements.all<OldTask>('SELECT id, key, data FROM tasks WHERE id = ?', [task]);
        this.#renew(statements, old!, id);
      }
      statements.run('UPDATE jobs SET queued_at = ? WHERE id = ?', [Date.now(), id]);
      return positions.length;
    });
  }

  retryFailed(): Promise<number> {
    return this.#database.change((statements) => {
      const failed = statements.all<OldTask>("SELECT id, key, data FROM tasks WHERE state = 'failed'");
      for (const old of failed) {
        statements.run('UPDATE jobs SET queued_at = ? WHERE id IN (SELECT job FROM sources WHERE task = ?)', [
          Date.now(),
          old.id,
        ]);
        this.#renew(statements, old);
      }
      return failed.length;
    });
  }

  /** Queues a task anew for the sources of a job, or of all. */
  #renew(statements: Statements, old: OldTask, job?: string): void {
    const { id } = this.#queue(statements, old);
    statements.run(
      'UPDATE sources SET task = ?, cancelled = false WHERE task = ? AND job = coalesce(?, job)',
      [id, old.id, job ?? null],
    );
    removeUnused(statements, old.id);
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.#database.change((statements) => {
      for (const id of ids) {
        const tasks = statements.all<{ task: number }>('SELECT task FROM sources WHERE job = ?', [id]);
        statements.run('DELETE FROM jobs WHERE id = ?', [id]);
        for (const { task } of tasks) removeUnused(statements, task);
      }
    });
  }
}

function findRepeated({ all, run }: Statements, { tenant, idempotency }: NewJob): AddedJob | undefined {
  if (idempotency === undefined) return undefined;
  const { key } = idempotency;
  run('UPDATE jobs SET idempotency_key = NULL WHERE tenant = ? AND idempotency_key = ? AND created_at < ?', [
    tenant,
    key,
    Date.now() - idempotencyHours * hourMs,
  ]);
  const [known] = all<{ id: string; body: string }>(
    'SELECT id, body FROM jobs WHERE tenant = ? AND idempotency_key = ?',
    [tenant, key],
  );
  return known && { kind: 'repeated', ...known };
}

/** A task that is not to be done, where no source refers to it. */
function removeUnused({ run }: Statements, id: number): void {
  run(
    `DELETE FROM tasks WHERE id = ? AND state IN ('done', 'failed', 'cancelled')
     AND NOT EXISTS (SELECT 1 FROM sources WHERE task = tasks.id)`,
    [id],
  );
}

type Instants = 'createdAt' | 'queuedAt' | 'startedAt' | 'endedAt' | 'runStartedAt';
type StoredJob = Omit<JobRecord, Instants | 'warnings'> &
  Readonly<Record<'createdAt' | 'queuedAt', number>> &
  Readonly<Record<'startedAt' | 'endedAt' | 'runStartedAt', number | null>> & { readonly warnings: string };

interface StoredSource {
  readonly data: string;
  readonly state: SourceState;
  readonly attempts: number;
  readonly output: string | null;
  readonly bytes: number | null;
  readonly started_at: number | null;
  readonly ended_at: number | null;
}

const asRecord = (row: StoredJob): JobRecord => ({
  ...row,
  warnings: JSON.parse(row.warnings) as string[],
  createdAt: new Date(row.createdAt),
  queuedAt: new Date(row.queuedAt),
  startedAt: asDate(row.startedAt),
  endedAt: asDate(row.endedAt),
  runStartedAt: asDate(row.runStartedAt),
});

const asDate = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
