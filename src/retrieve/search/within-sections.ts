import type { FilterNode } from '../../store/filter/filter.ts';
import { levels } from '../../types.ts';
import { fusing } from '../combine/stages.ts';
import { naming } from '../names/search-named.ts';
import type { Context, Retrieval, RetrievalStage } from '../retrieval.ts';
import { degraded, runStages, StageClock } from '../stage.ts';
import { amongPassages, both, namesLevel } from './among-passages.ts';
import { completing, feedingBack } from './complete.ts';
import { searching } from './search.ts';

/**
 * From the top down: narrows the filter to the passages of the `sections` that answer the query best and to those that
 * stand in no section; to all passages where none is found. A filter that names levels itself stays.
 */
export const amongSections: RetrievalStage = {
  name: 'sections',
  isOn: ({ request: { sections, filter } }) => sections > 0 && !(filter !== undefined && namesLevel(filter)),
  async run(retrieval, context) {
    const { request } = retrieval;
    const sections = await findSections(retrieval, context);
    const noted = sections.degraded.reduce(
      (notes, { stage, reason }) => degraded(notes, stage, { error: reason }),
      retrieval,
    );
    const warnings = sections.warnings.map((warning) => `While sections were looked for: ${warning}`);
    const ids = sections.fused.slice(0, request.sections).map(({ chunkId }) => chunkId);
    return {
      ...noted,
      request: { ...request, filter: inside(amongPassages(request.filter), ids) },
      fused: sections.fused,
      warnings: [...noted.warnings, ...warnings],
    };
  },
  count: ({ fused, request }) => Math.min(fused.length, request.sections),
};

function inside(passages: FilterNode, sections: readonly string[]): FilterNode {
  if (sections.length === 0) return passages;
  const isInside: FilterNode = { kind: 'in', field: 'parentChunkId', values: sections };
  const isOutside: FilterNode = { kind: 'not', node: { kind: 'exists', field: 'parentChunkId' } };
  return { kind: 'and', nodes: [passages, { kind: 'or', nodes: [isInside, isOutside] }] };
}

/** A retrieval of their own. What a chunk's text or place must be is asked of the passages alone. */
function findSections(retrieval: Retrieval, context: Context): Promise<Retrieval> {
  const { request } = retrieval;
  const isSection: FilterNode = {
    kind: 'compare',
    field: 'level',
    operator: '$eq',
    value: levels.section,
  };
  const among = { ...request, filter: both(request.filter, isSection), constraint: undefined };
  const clock = new StageClock(context.signal); // its times are those of one stage
  const stages = [searching, naming, completing, feedingBack, fusing];
  const begun = { ...retrieval, request: among, warnings: [], degraded: [] };
  return runStages(stages, begun, { ...context, clock });
}
