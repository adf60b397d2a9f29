import type { AddOptions } from '../../index.ts';
import { plural } from './layout.ts';

type AddProgress = Parameters<NonNullable<AddOptions['onProgress']>>[0];

/** What is done of an addition, to be said where it is stopped. */
export class StoredSoFar {
  #documents = 0;

  count(event: AddProgress): void {
    if (event.kind === 'end' && (event.outcome === 'inserted' || event.outcome === 'replaced'))
      this.#documents += 1;
  }

  describeStop(): string {
    const stored = `${plural(this.#documents, 'document')} stored whole`;
    return `Stopped. ${stored}; the rest is untouched. Run the same command again to go on.`;
  }
}
