import type { SqlDatabase } from '../../database/driver.ts';
import { chooseMerge, type MergeTime } from './merge-policy.ts';
import { advanceMerge, type BuildingRow, type MergeScope, startMerge } from './merge-segments.ts';
import { liveSegments, requireCounts } from './segment-tables.ts';

/** A merge advances by at least this share of its postings at a time, as each time has a price of its own. */
const leastShare = 1 / 128;
/** A page costs about as much to delete as so many postings to copy. */
const postingsPerDeletedPage = 500;

/** How much merging is done at a time, and when. */
export interface MergeStep {
  /** Postings to copy, about. */
  readonly budget: number;
  readonly time: MergeTime;
}

/**
 * Does part of the merging that is due, in the caller's transaction, and gives whether more is due. It copies about
 * `budget` postings: first for merges that this completes, so that small segments never pile up behind a large merge;
 * the rest is shared by the smallest merge that is left and the deletion of what has been merged. Whatever has been done
 * so far, searches find the same.
 */
export function advanceMerges(
  database: SqlDatabase,
  scope: MergeScope,
  { budget, time }: MergeStep,
): boolean {
  let left = budget;
  while (left > 0) {
    startMerges(database, scope, time);
    const building = smallestMerge(database, scope);
    const half = Math.ceil(left / 2);
    const work =
      building && building.posting_count <= left
        ? Math.max(1, advanceMerge(database, scope, { building, budget: Infinity }))
        : contribute(database, scope, { building, budget: half }) + deleteObsolete(database, scope, half);
    if (work === 0) return false;
    left -= work;
  }
  return true;
}

/** @throws DamagedIndexError */
function smallestMerge(database: SqlDatabase, scope: MergeScope): BuildingRow | undefined {
  const building = database
    .prepare(
      `SELECT * FROM keyword_segments WHERE collection_id = ? AND analyser = ? AND state = 'building'
       ORDER BY posting_count LIMIT 1`,
    )
    .get<BuildingRow>([scope.collectionId, scope.analyser]);
  if (building) requireCounts(building);
  return building;
}

/** Works on a large merge when enough has come together for it. Gives the work done or saved up. */
function contribute(
  database: SqlDatabase,
  scope: MergeScope,
  { building, budget }: { readonly building: BuildingRow | undefined; readonly budget: number },
): number {
  if (!building) return 0;
  const credit = building.credit + budget;
  if (credit >= building.posting_count * leastShare) {
    advanceMerge(database, scope, { building, budget: credit });
  } else database.prepare('UPDATE keyword_segments SET credit = ? WHERE id = ?').run([credit, building.id]);
  return budget;
}

function startMerges(database: SqlDatabase, scope: MergeScope, time: MergeTime): void {
  for (;;) {
    const segments = liveSegments(database, scope.collectionId, scope.analyser);
    const range = chooseMerge(
      segments.map((segment) => ({
        size: segment.posting_count + segment.chunk_count,
        removedShare: segment.removed / segment.chunk_count,
        isBusy: segment.merges_into !== null,
      })),
      time,
    );
    if (!range) return;
    startMerge(database, scope, segments.slice(range.start, range.end));
  }
}

/** Deletes pages of segments that have been merged, and those without any left. Gives the work done. */
function deleteObsolete(database: SqlDatabase, scope: MergeScope, budget: number): number {
  const obsolete = database
    .prepare("SELECT id FROM keyword_segments WHERE collection_id = ? AND state = 'obsolete' LIMIT 1")
    .get<{ id: number }>([scope.collectionId]);
  if (!obsolete) return 0;
  const most = Math.max(1, Math.floor(budget / postingsPerDeletedPage));
  const { changes } = database
    .prepare('DELETE FROM keyword_pages WHERE id IN (SELECT id FROM keyword_pages WHERE segment = ? LIMIT ?)')
    .run([obsolete.id, most]);
  if (changes < most) database.prepare('DELETE FROM keyword_segments WHERE id = ?').run([obsolete.id]);
  return (changes + 1) * postingsPerDeletedPage;
}
