/**
 *   jobs ── sources ── tasks
 *
 * Times are milliseconds since 1970. `data`, `output` and `warnings` are JSON. Ids of tasks are never used twice.
 */
export const tables = `
  CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    tenant TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    queued_at INTEGER NOT NULL,
    idempotency_key TEXT,
    body TEXT,
    warnings TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX jobs_tenant ON jobs (tenant, id);
  CREATE UNIQUE INDEX jobs_key ON jobs (tenant, idempotency_key) WHERE idempotency_key IS NOT NULL;
  CREATE TABLE tasks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL,
    data TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    lease_ms INTEGER NOT NULL,
    lease_until INTEGER,
    started_at INTEGER,
    ended_at INTEGER,
    output TEXT
  );
  CREATE UNIQUE INDEX tasks_waiting ON tasks (key) WHERE state = 'waiting';
  CREATE INDEX tasks_left ON tasks (id, due_at) WHERE state IN ('waiting', 'retrying');
  CREATE INDEX tasks_state ON tasks (state) WHERE state IN ('waiting', 'active', 'retrying', 'failed');
  CREATE TABLE sources (
    job TEXT NOT NULL REFERENCES jobs ON DELETE CASCADE,
    position INTEGER NOT NULL,
    task INTEGER NOT NULL,
    bytes INTEGER,
    cancelled INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (job, position)
  ) WITHOUT ROWID;
  CREATE INDEX sources_task ON sources (task);
  CREATE INDEX sources_cancelled ON sources (task) WHERE cancelled;
  CREATE VIEW states AS
    SELECT s.job, s.position, s.task, s.bytes, t.started_at, t.ended_at, t.data, t.output, t.attempts,
      CASE
        WHEN t.state IN ('waiting', 'retrying') THEN CASE WHEN s.cancelled THEN 'cancelled' ELSE 'waiting' END
        ELSE t.state
      END AS state,
      json_extract(t.output, '$.documentsStored') AS documents_stored,
      json_extract(t.output, '$.documentsSkipped') AS documents_skipped,
      json_extract(t.output, '$.chunks') AS chunks
    FROM sources s JOIN tasks t ON t.id = s.task;
`;

/** A condition on a row `t` of tasks: it has been asked for, and all who did have cancelled. */
export const isUnwanted = `
  EXISTS (SELECT 1 FROM sources s WHERE s.task = t.id AND s.cancelled)
  AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.task = t.id AND NOT s.cancelled)`;
