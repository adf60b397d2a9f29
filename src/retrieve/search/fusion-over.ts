import type { FuseOptions } from '../combine/fuse.ts';
import type { FusionByCollection } from '../request.ts';

/** Of an embedder that says nothing of itself. */
const usualVectorWeight = 0.5;

/**
 * How the lists of a search over these collections are merged: by the method that all of them have, else by the usual one,
 * with the mean of their weights. Where no vectors were found, any weight does.
 *
 * @param names at least one.
 * @param suggested what the embedder of each says of the query, in their order.
 */
export function fusionOver(
  names: readonly string[],
  {
    fusion: { collections = {}, ...usual },
    suggested = [],
  }: {
    readonly fusion: FusionByCollection;
    readonly suggested?: readonly (number | undefined)[] | undefined;
  },
): FuseOptions {
  const methods = new Set(names.map((name) => collections[name]?.method ?? usual.method));
  const weights = names.map((name, index) => {
    const weight = collections[name]?.vectorWeight ?? usual.vectorWeight;
    return weight === 'auto' ? (suggested[index] ?? usualVectorWeight) : weight;
  });
  return {
    k: usual.k,
    method: methods.size === 1 ? [...methods][0]! : usual.method,
    vectorWeight: weights.reduce((sum, weight) => sum + weight, 0) / weights.length,
  };
}
