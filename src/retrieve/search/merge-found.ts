import type { Collection } from '../../types.ts';
import { feedbackChunks } from './feedback.ts';
import { fuse, type FuseOptions, type Legs } from '../combine/fuse.ts';
import { fusionOver } from './fusion-over.ts';
import type { Found, SearchHit } from './legs.ts';
import type { RetrieveRequest } from '../request.ts';
import type { StageClock } from '../stage-clock.ts';
import { withAllScores } from './with-all-scores.ts';

interface MergeRun {
  readonly collections: readonly Collection[];
  readonly request: RetrieveRequest;
  readonly clock: StageClock;
}

export interface Merged {
  /** Each with the scores of all chunks. */
  readonly legs: Legs<SearchHit>;
  /** How they are merged. */
  readonly fusion: FuseOptions;
  /** How they were merged before feedback moved the query; absent where it did not. */
  readonly fusionBefore?: FuseOptions;
  readonly warnings: readonly string[];
}

/** What the searches found, ready to be fused; where feedback is wanted, after a second search by vectors. */
export async function mergeFound(found: Found, run: MergeRun): Promise<Merged> {
  const first = await run.clock.run('complete', () => complete(found, run), countOf);
  return run.request.feedback ? searchAgain(first, found, run) : first;
}

async function complete(found: Found, { collections, request, clock }: MergeRun): Promise<Merged> {
  const names = collections.map(({ name }) => name);
  const suggested = (found.vector ?? found.hyde)?.vectorWeights;
  const fusion = fusionOver(names, { fusion: request.fusion, suggested });
  return { ...(await withAllScores(found, { collections, request, clock, method: fusion.method })), fusion };
}

const countOf = ({ legs: { vector = [], hyde = [], keyword = [] } }: Merged) =>
  vector.length + hyde.length + keyword.length;

/** By the query moved towards what both searches rank first; what was found at first where that fails. */
async function searchAgain(first: Merged, found: Found, run: MergeRun): Promise<Merged> {
  const { searchTowards } = found.vector ?? {};
  if (searchTowards === undefined || found.keyword === undefined) return first;
  const again = async () => {
    const best = fuse(first.legs, first.fusion).slice(0, feedbackChunks);
    const merged = await complete({ ...found, vector: await searchTowards(best) }, run);
    const warnings = [...new Set([...first.warnings, ...merged.warnings])];
    return { ...merged, fusionBefore: first.fusion, warnings };
  };
  try {
    return await run.clock.run('feedback', again, countOf);
  } catch (error) {
    run.request.signal?.throwIfAborted();
    const reason = run.clock.degrade('feedback', error);
    return { ...first, warnings: [...first.warnings, `The search by feedback failed: ${reason}`] };
  }
}
