import type { ScoredChunk, StatsGroup } from '../store.ts';

/** The order of texts by code points. Where no character takes two halves, that of UTF-16 is the same, and soon told. */
export function byText(a: string, b: string): number {
  if (surrogate.test(a) || surrogate.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : Number(a > b);
}
const surrogate = /[\uD800-\uDFFF]/;

/** The order of hits: ties by chunk id. */
export const bestFirst = (a: ScoredChunk, b: ScoredChunk): number =>
  b.score - a.score || byText(a.chunkId, b.chunkId);

/** The items of the chunks, in the order of their ids; unknown ones are left out. */
export function inOrderOf<Item extends { readonly chunkId: string }>(
  chunkIds: readonly string[],
  items: readonly Item[],
): Item[] {
  const byId = new Map(items.map((item) => [item.chunkId, item]));
  return chunkIds.flatMap((chunkId) => byId.get(chunkId) ?? []);
}

/** The names with the highest counts first; of those with as many, by code points. */
export const mostFrequentFirst = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts)
    .sort(([a, many], [b, more]) => more - many || byText(a, b))
    .map(([name]) => name);

const types = ['undefined', 'number', 'boolean', 'string'];

/** The order of groups. Equal ones by their values: none, numbers, booleans, text by code points. */
export function largestFirst(a: StatsGroup, b: StatsGroup): number {
  const bySize = b.documents - a.documents || b.chunks - a.chunks;
  const byType = types.indexOf(typeof a.value) - types.indexOf(typeof b.value);
  if (bySize || byType || a.value === undefined) return bySize || byType;
  return typeof a.value === 'string' ? byText(a.value, String(b.value)) : Number(a.value) - Number(b.value);
}

/** The best `limit` hits, best first, ties by chunk id. */
export function inOrder(hits: readonly ScoredChunk[], limit: number): ScoredChunk[] {
  return [...hits].sort(bestFirst).slice(0, limit);
}
