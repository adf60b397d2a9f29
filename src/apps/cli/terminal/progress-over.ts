import type { AddOptions, AdaptProgress } from '../../../index.ts';
import { displayPath, formatCount } from './layout.ts';
import type { ProgressBar } from './progress.ts';

/** Reading its pages is about so much of the work on a document; the rest is cutting, embedding and writing it. */
const readingShare = 0.6;

type AddProgress = Parameters<NonNullable<AddOptions['onProgress']>>[0];

/** Draws events as one bar over all documents, read pages of those under way included, and says how many can be searched. */
export function progressOver(bar: ProgressBar): (event: AddProgress) => void {
  const shares = new Map<number, number>();
  const indexes = new Map<string, number>();
  const reading = new Map<number, number>();
  let [done, stored, total] = [0, 0, 1];
  return (event) => {
    if (event.kind === 'start') {
      shares.set(event.index, event.share);
      indexes.set(event.source, event.index);
    }
    if (event.kind === 'page') {
      const index = indexes.get(event.source) ?? -1;
      reading.set(index, (readingShare * (shares.get(index) ?? 0) * event.done) / event.total);
    } else ({ total } = event);
    if (event.kind === 'end') {
      reading.delete(event.index);
      done += shares.get(event.index) ?? 1 / total;
      if (event.outcome !== 'failed') stored += 1;
    }
    const begun = [...reading.values()].reduce((sum, share) => sum + share, 0);
    bar.update(Math.min(1, done + begun), searchable(stored, total), displayPath(event.source));
  };
}

/** What is added can be searched at once. */
const searchable = (stored: number, total: number) =>
  `${formatCount(stored)} of ${formatCount(total)} can be searched`;

/** Learning and embedding count as a half each. */
export function drawAdapting(bar: ProgressBar, { step, done, total }: AdaptProgress): void {
  const within = total === 0 ? 1 : done / total;
  const isEmbedding = step === 'embed';
  const work = isEmbedding ? 'embedding chunks anew' : 'learning the words';
  bar.update((isEmbedding ? 1 + within : within) / 2, `adapting: ${work}`);
}
