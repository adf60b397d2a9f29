import type { AdaptResponse } from '../../index.ts';
import { paint } from './paint.ts';

/** One line: what came of an attempt, and what the texts held out said. */
export function describeAdaptation({ outcome, adaptation, ms }: AdaptResponse): string {
  const { pairs, before, after } = adaptation.heldOut;
  const scores = `loss ${before.toFixed(3)} → ${after.toFixed(3)} on ${pairs.toLocaleString('en')} held-out pairs`;
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  if (outcome === 'adapted')
    return `${paint.green('Learned')} from your documents which words belong together (${scores}, ${seconds})`;
  const reason = adaptation.reason ?? scores;
  if (outcome === 'kept')
    return `Learned nothing that helps: the model stays as it is (${reason}, ${seconds})`;
  return `Nothing has changed since ${adaptation.at}, when the model was ${adaptation.kind} (${scores})`;
}
