/** `1 document`, `2 documents`; `plural` where that is not the word with an s. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
