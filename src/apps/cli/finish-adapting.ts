import type { KnowledgeBase } from '../../index.ts';
import { describeAdaptation } from './print/describe-adaptation.ts';
import { drawAdapting } from './terminal/progress-over.ts';
import { withProgressBar } from './terminal/progress.ts';
import { Interrupted } from './report-error.ts';
import { printLines, printNotes } from './session.ts';

interface Added {
  readonly collection?: string | undefined;
  readonly signal: AbortSignal;
  /** Where the output is for a program, nothing is said. */
  readonly json?: boolean | undefined;
}

/** Waits until the model has learned from what a command has stored, which can be found meanwhile, and where that fails. */
export async function finishAdapting(kb: KnowledgeBase, { collection, signal, json }: Added): Promise<void> {
  try {
    const response = await withProgressBar((bar) =>
      kb.adapt({ collection, signal, onProgress: (event) => drawAdapting(bar, event) }),
    );
    if (!json) printLines([describeAdaptation(response)]);
  } catch (error) {
    if (error instanceof Interrupted) {
      throw new Interrupted(
        'Stopped. Everything is stored and can be found; search has not learned from it yet. `pincite adapt`, or the next addition, does that.',
      );
    }
    printNotes([`Note: search has not learned from the documents: ${(error as Error).message}`]);
  }
}
