import type { Embedder } from '../../embed/embedder.ts';
import { amongPassages, isParent } from './among-passages.ts';
import type { Candidate } from '../candidate.ts';
import { deduplicate } from '../combine/deduplicate.ts';
import { diversify } from '../combine/diversify.ts';
import { fuse } from '../combine/fuse.ts';
import type { FindRun } from './find-run.ts';
import { membersOf } from '../../util/members-of.ts';
import { favourNamed } from '../names/named-documents.ts';
import type { RetrieveParts } from '../parts.ts';
import { readCandidates } from '../combine/read-candidates.ts';
import type { RetrieveRequest } from '../request.ts';
import { search, type SearchResult } from './search.ts';
import type { StageClock } from '../stage-clock.ts';
import { withinSections } from './within-sections.ts';

const countOf = (list: readonly unknown[]) => list.length;

/** Searches at most, each for twice as many chunks as the one before. */
const maxRounds = 8;

/**
 * Searches until `topK` distinct candidates remain, or no search has more to give. Where parents are found with their
 * passages, the search begins again among passages alone; from the top down, these are those of the best sections.
 */
export async function findEnough(parts: RetrieveParts, request: RetrieveRequest, run: FindRun) {
  const remembering = { ...parts, embedderFor: embedOnce(parts.embedderFor) };
  let { candidates: limits, filter } = request;
  const isTopDown = request.sections > 0;
  const within = isTopDown
    ? await withinSections(remembering, request, run)
    : { filter: amongPassages(filter), warnings: [] };
  const passages = within.filter;
  if (isTopDown) filter = passages;
  const degradedBefore = run.clock.degraded.length;
  for (let round = 1; ; round += 1) {
    run.clock.forgetDegraded(degradedBefore); // of the round before, whose result is not used
    const searched = await search(remembering, { ...request, filter, candidates: limits }, run);
    const found = { ...searched, warnings: [...within.warnings, ...searched.warnings] };
    const all = await readFound(parts, request, { clock: run.clock, found });
    if (filter !== passages && all.some(({ chunk }) => isParent(chunk))) {
      filter = passages;
      continue;
    }
    const distinct = request.deduplicate
      ? await run.clock.run('deduplicate', () => deduplicate(all), countOf)
      : all;
    const isFull =
      (found.legs.vector?.length ?? 0) >= limits.vector ||
      (found.legs.hyde?.length ?? 0) >= limits.vector ||
      (found.legs.keyword?.length ?? 0) >= limits.keyword;
    const isEnough = diversify(distinct, request).length >= request.topK;
    if (isEnough || !isFull || round === maxRounds) return { found, limits, distinct };
    limits = { vector: 2 * limits.vector, keyword: 2 * limits.keyword };
  }
}

/** Asks each embedder for the vectors of the same texts once, however often they are searched with. */
function embedOnce(embedderFor: RetrieveParts['embedderFor']): RetrieveParts['embedderFor'] {
  const embedded = new Map<string, Promise<Float32Array[]>>();
  return async (collection) => {
    const embedder = await embedderFor(collection);
    const embed: Embedder['embed'] = (texts, options) => {
      const key = JSON.stringify([embedder.modelId, options.role, texts]);
      const vectors = embedded.get(key) ?? embedder.embed(texts, options);
      embedded.set(key, vectors);
      return vectors;
    };
    return { ...membersOf(embedder), embed };
  };
}

async function readFound(
  { store }: RetrieveParts,
  { signal }: RetrieveRequest,
  { clock, found: { legs, named, fusion, fusionBefore } }: { clock: StageClock; found: SearchResult },
): Promise<Candidate[]> {
  const fused = await clock.run('fuse', () => favourNamed(fuse(legs, fusion), named), countOf);
  const { vectorWeight } = fusionBefore ?? fusion; // relevance is of the query itself
  const read = () => readCandidates(store, fused, { legs, vectorWeight, signal });
  return clock.run('places', read, countOf);
}
