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
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error);
  });
  if (signal.aborted) stop();
  // Not `{ signal }` of the listener: Node forgets to remove the first of several when it collects garbage meanwhile.
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
