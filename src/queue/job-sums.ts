const count = (condition: string) => `CAST(count(*) FILTER (WHERE ${condition}) AS INT)`;
const sum = (value: string, condition: string) =>
  `CAST(coalesce(sum(${value}) FILTER (WHERE ${condition}), 0) AS FLOAT)`;

/**
 * The statement by which adapters sum up jobs: both dialects read it alike.
 * @param jobs a query of the columns id, tenant, warnings, created_at and queued_at.
 * @param sources a query, view or table of job, position, state, bytes, started_at, ended_at, documents_stored,
 * documents_skipped and chunks.
 */
export function sumJobs({ jobs, sources }: { readonly jobs: string; readonly sources: string }): string {
  return `
    SELECT j.id, j.tenant, j.warnings, j.created_at AS "createdAt", j.queued_at AS "queuedAt",
      ${count("s.state = 'waiting'")} AS waiting, ${count("s.state = 'active'")} AS active, ${count("s.state = 'done'")} AS done,
      ${count("s.state = 'failed'")} AS failed, ${count("s.state = 'cancelled'")} AS cancelled,
      min(s.started_at) AS "startedAt", max(s.ended_at) AS "endedAt",
      ${sum('s.documents_stored', 'true')} AS "documentsStored", ${sum('s.documents_skipped', 'true')} AS "documentsSkipped",
      ${sum('s.chunks', 'true')} AS chunks,
      min(s.started_at) FILTER (WHERE s.started_at >= j.queued_at) AS "runStartedAt",
      ${count('s.ended_at >= j.queued_at')} AS "runSources", ${sum('s.bytes', 's.ended_at >= j.queued_at')} AS "runBytes",
      ${sum('s.bytes', "s.state IN ('waiting', 'active')")} AS "bytesLeft",
      ${count('s.position IS NOT NULL AND s.bytes IS NULL')} AS "sizesUnknown"
    FROM (${jobs}) j LEFT JOIN ${sources} s ON s.job = j.id
    GROUP BY j.id, j.tenant, j.warnings, j.created_at, j.queued_at
    ORDER BY j.id DESC`;
}
