/** The same items; the next one is asked for while the caller works on the one that it has. Who leaves early waits for it. */
export async function* ahead<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  const ask = () => {
    const next = iterator.next();
    next.catch(() => undefined); // thrown when its turn comes
    return next;
  };
  try {
    for (let next = ask(); ;) {
      const { done, value } = await next;
      if (done) return;
      next = ask();
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
