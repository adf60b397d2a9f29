import type { AdaptResponse } from '../../index.ts';
import { paint } from './paint.ts';

/** One line: what came of an attempt, and what the texts held out said. */
export function describeAdaptation({ outcome, adaptation, ms }: AdaptResponse): string {
  const { pairs, before, after } = adaptation.heldOut;
  const scores = `loss ${before.toFixed(3)} → ${after.toFixed(3)} on ${pairs.toLocaleString('en')} held-out pairs`;
  const seconds = `${(ms / 1000).toFixed(1)} s`;
  if (outcome === 'adapted') return `${paint.green('Adapted')} to your documents (${scores}, ${seconds})`;
  const reason = adaptation.reason ?? scores;
  if (outcome === 'kept') return `Not adapted, the model is better as it is (${reason}, ${seconds})`;
  return `Nothing has changed since ${adaptation.at}, when the model was ${adaptation.kind} (${scores})`;
}
