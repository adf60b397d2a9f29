import type { StoreOptions } from './store.ts';

/** What the stores of this package are opened with in tests, which end the process at a statement, or count them. */
export interface WatchedOptions extends StoreOptions {
  /** Called with each statement, or request, before it goes out. */
  readonly beforeStatement?: ((sql: string) => void) | undefined;
}
