import { ask } from '../api.ts';
import { useAsked } from './use-asked.ts';

/** Whether the key, or whoever comes without one, may change anything; no until it is known. */
export function useMayWrite(): boolean {
  const { value } = useAsked(() => ask<{ access: string }>('/v1/caller'), []);
  return value?.access === 'write';
}
