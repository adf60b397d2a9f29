import type { AddOptions } from '../../../index.ts';
import { Interrupted } from '../report-error.ts';
import { formatCount } from '../terminal/layout.ts';
import { progressOver } from '../terminal/progress-over.ts';
import { withProgressBar } from '../terminal/progress.ts';

type AddProgress = Parameters<NonNullable<AddOptions['onProgress']>>[0];

/** What is done of an addition, to be said where it is stopped. */
export class StoredSoFar {
  #stored = 0;
  #failed = 0;
  #total = 0;

  count(event: AddProgress): void {
    if (event.kind === 'start' || event.kind === 'end') this.#total = event.total;
    if (event.kind === 'end' && event.outcome === 'failed') this.#failed += 1;
    else if (event.kind === 'end') this.#stored += 1;
  }

  /** With the way to go on: what is stored is passed over by the same command. */
  describeStop(): string {
    const left = this.#total - this.#stored - this.#failed;
    const stored = `${formatCount(this.#stored)} of ${formatCount(this.#total)} documents stored whole, and can be searched`;
    const failed = this.#failed > 0 ? `; ${formatCount(this.#failed)} failed` : '';
    const told =
      this.#total === 0
        ? 'Nothing was begun'
        : `${stored}${failed}; the other ${formatCount(left)} as before`;
    return `Stopped. ${told}. Run the same command again to go on.`;
  }
}

/** Runs an addition with a bar; where it is stopped, the user is told what is stored. */
export async function showAdding<Result>(
  add: (onProgress: (event: AddProgress) => void) => Promise<Result>,
): Promise<Result> {
  const soFar = new StoredSoFar();
  try {
    return await withProgressBar((bar) => {
      const draw = progressOver(bar);
      return add((event) => {
        draw(event);
        soFar.count(event);
      });
    });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    throw new Interrupted(soFar.describeStop());
  }
}
