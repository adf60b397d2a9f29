/**
 * Waits for work that does not heed the signal itself, or not soon; where the signal is aborted first, the work goes on
 * unheard. Nothing listens to the signal afterwards.
 * @throws what the work throws; the signal's reason.
 */
export async function unlessAborted<Result>(
  work: PromiseLike<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (!signal) return work;
  let listener: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    listener = () => reject(signal.reason as Error);
    if (signal.aborted) listener();
    // Not `{ signal }` of the listener: Node forgets to remove the first of several when it collects garbage meanwhile.
    else signal.addEventListener('abort', listener, { once: true });
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    if (listener) signal.removeEventListener('abort', listener);
  }
}
