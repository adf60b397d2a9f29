/**
 * Items of several ranked lists, each once, taken turn by turn from the top, so that no list comes first and the order
 * does not give away which list found what.
 */
export function pool<Item>(lists: readonly (readonly Item[])[], idOf: (item: Item) => string): Item[] {
  const pooled = new Map<string, Item>();
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let rank = 0; rank < longest; rank++) {
    for (const list of lists) {
      const item = list[rank];
      if (item !== undefined && !pooled.has(idOf(item))) pooled.set(idOf(item), item);
    }
  }
  return [...pooled.values()];
}
