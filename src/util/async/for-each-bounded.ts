/**
 * Runs work over items in order, at most `concurrency` at once. After a failure nothing new begins, but what is under way
 * is waited for, so that nothing goes on behind the caller's back.
 * @throws the first failure.
 */
export async function forEachBounded<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const remaining = items.values();
  const worker = async () => {
    for (const item of remaining) {
      await work(item).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
