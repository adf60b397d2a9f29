/** What is said to those who hear the page: one line, read out when it changes. */
import { signal } from '@preact/signals';

export const said = signal('');

export function say(words: string): void {
  said.value = words;
}
