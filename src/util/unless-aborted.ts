/**
 * Waits for work that does not heed the signal itself, or not soon; where the signal is aborted first, the work goes on
 * unheard.
 * @throws what the work throws; the signal's reason.
 */
export async function unlessAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (!signal) return work;
  const waiting = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { signal: waiting.signal });
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    waiting.abort();
  }
}
