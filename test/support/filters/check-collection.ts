import * as fc from 'fast-check';
import { anyCase, checkCase, type FilterCase } from './check-filters.ts';
import { anyCollection } from './collection.ts';
import { FilteredCollection } from './filtered-collection.ts';

export interface CheckedCase {
  /** Of the chunks, how many match: 0…1. */
  readonly share: number;
  readonly description: string;
  /** `undefined` where the right hits were found. */
  readonly problem: string | undefined;
}

/** Makes a collection, checks half of the cases, changes fields of it, and checks the others. */
export async function checkCollection({
  seed,
  number,
  documents,
  cases,
}: {
  readonly seed: number;
  readonly number: number;
  readonly documents: number;
  readonly cases: number;
}): Promise<CheckedCase[]> {
  const ownSeed = seed * 100_003 + number;
  const [draft] = fc.sample(anyCollection(documents), { seed: ownSeed, numRuns: 1 });
  const collection = await FilteredCollection.make(draft!);
  try {
    const drawn = fc.sample(anyCase(collection.chunkCount), { seed: ownSeed, numRuns: cases });
    const results: CheckedCase[] = [];
    for (const [index, one] of drawn.entries()) {
      if (index === Math.floor(cases / 2)) await collection.update(draft!);
      results.push(await outcomeOf(collection, one));
    }
    return results;
  } finally {
    await collection.close();
  }
}

async function outcomeOf(collection: FilteredCollection, one: FilterCase): Promise<CheckedCase> {
  const description = JSON.stringify(one);
  const allowed = collection.allowed(one.restriction, one.versions);
  const share = allowed.size / collection.chunkCount;
  try {
    await checkCase(collection, one, allowed);
    return { share, description, problem: undefined };
  } catch (error) {
    return { share, description, problem: String((error as Error).stack).slice(0, 1500) };
  }
}
