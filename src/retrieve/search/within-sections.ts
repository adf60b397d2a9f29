import type { FilterNode } from '../../store/filter.ts';
import { levels } from '../../types.ts';
import { amongPassages, namesLevel } from './among-passages.ts';
import { fuse } from '../combine/fuse.ts';
import type { FindRun } from './find-run.ts';
import { favourNamed } from '../names/named-documents.ts';
import type { RetrieveParts } from '../parts.ts';
import type { RetrieveRequest } from '../request.ts';
import { search } from './search.ts';
import { StageClock } from '../stage-clock.ts';

interface Within {
  readonly filter: FilterNode | undefined;
  readonly warnings: readonly string[];
}

/**
 * From the top down: the request's filter, narrowed to the passages of the `sections` that answer the query best and to
 * those that stand in no section. Among all passages where none is found; as it is where it names levels itself.
 */
export async function withinSections(
  parts: RetrieveParts,
  request: RetrieveRequest,
  run: FindRun,
): Promise<Within> {
  const { filter } = request;
  if (filter !== undefined && namesLevel(filter)) return { filter, warnings: [] };
  const { sections, warnings } = await run.clock.run(
    'sections',
    () => findSections(parts, request, run),
    (found) => found.sections.length,
  );
  const passages = amongPassages(filter);
  if (passages === undefined || sections.length === 0) return { filter: passages, warnings };
  const isInside: FilterNode = { kind: 'in', field: 'parentChunkId', values: sections };
  const isOutside: FilterNode = { kind: 'not', node: { kind: 'exists', field: 'parentChunkId' } };
  const inSections: FilterNode = { kind: 'or', nodes: [isInside, isOutside] };
  return { filter: { kind: 'and', nodes: [passages, inSections] }, warnings };
}

/** Their ids, best first. What a chunk's text or place must be is asked of the passages alone. */
async function findSections(
  parts: RetrieveParts,
  request: RetrieveRequest,
  run: FindRun,
): Promise<{ readonly sections: string[]; readonly warnings: string[] }> {
  const isSection: FilterNode = {
    kind: 'compare',
    field: 'level',
    operator: '$eq',
    value: levels.section,
  };
  const filter: FilterNode =
    request.filter === undefined ? isSection : { kind: 'and', nodes: [request.filter, isSection] };
  const among = { ...request, filter, constraint: undefined };
  const clock = new StageClock(request.signal); // its times are those of one stage
  const { legs, named, fusion, warnings } = await search(parts, among, { ...run, clock });
  for (const { stage, reason } of clock.degraded) run.clock.degrade(stage, reason);
  const fused = favourNamed(fuse(legs, fusion), named);
  return {
    sections: fused.slice(0, request.sections).map(({ chunkId }) => chunkId),
    warnings: warnings.map((warning) => `While sections were looked for: ${warning}`),
  };
}
