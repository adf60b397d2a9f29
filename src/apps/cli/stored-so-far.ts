import type { AddOptions } from '../../index.ts';
import { plural } from './layout.ts';

type AddProgress = Parameters<NonNullable<AddOptions['onProgress']>>[0];

/** What is done of an addition, to be said where it is stopped. */
export class StoredSoFar {
  #documents = 0;
  #isAdapting = false;

  count(event: AddProgress): void {
    if (event.kind === 'end' && (event.outcome === 'inserted' || event.outcome === 'replaced'))
      this.#documents += 1;
    if (event.kind === 'adapt') this.#isAdapting = true;
  }

  /** The same command would not adapt again, as it stores nothing. */
  describeStop(collection = 'default'): string {
    const stored = `Stopped. ${plural(this.#documents, 'document')} stored whole`;
    return this.#isAdapting
      ? `${stored}; the collection was left as it is, not adapted: \`pincite adapt --collection ${collection}\` does it.`
      : `${stored}; the rest is untouched. Run the same command again to go on.`;
  }
}
