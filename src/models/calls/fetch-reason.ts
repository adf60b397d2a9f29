/** Why `fetch` failed, in words: `fetch failed` tells nothing, the cause does. */
export function reasonOfFetch(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code || message : message;
}
