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

  describeStop(): string {
    const stored = `Stopped. ${plural(this.#documents, 'document')} stored whole`;
    const rest = this.#isAdapting ? 'search is not adapted to them yet' : 'the rest is untouched';
    return `${stored}; ${rest}. Run the same command again to go on.`;
  }
}
