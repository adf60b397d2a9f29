import type { AdaptResponse } from '../../../index.ts';
import { paint } from '../terminal/paint.ts';

/** One line: what came of an attempt, and what it means for searches. The losses are in `--json`. */
export function describeAdaptation({ outcome, adaptation, ms }: AdaptResponse): string {
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  if (outcome === 'adapted')
    return `${paint.green('Learned')} which words go together in your documents; searches by meaning use it from now on (${seconds})`;
  const reason = adaptation.reason ?? 'it is no better on texts that were held out';
  if (outcome === 'kept')
    return `Learned nothing that helps, so searches by meaning stay as they are: ${reason} (${seconds})`;
  return `Nothing has changed since ${adaptation.at}, when the model was ${adaptation.kind}`;
}
