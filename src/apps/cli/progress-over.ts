import type { AddOptions, AdaptProgress } from '../../index.ts';
import { displayPath, formatCount } from './layout.ts';
import type { ProgressBar } from './progress.ts';

/** Less time says nothing about a rate. */
const leastRateMs = 1000;

type AddProgress = Parameters<NonNullable<AddOptions['onProgress']>>[0];

/** Draws events as one bar over all documents, read pages of those under way included, with the rate of chunks. */
export function progressOver(
  bar: ProgressBar,
  now: () => number = () => performance.now(),
): (event: AddProgress) => void {
  const started = now();
  const underWay = new Map<string, number>();
  let [done, total, chunks] = [0, 1, 0];
  return (event) => {
    const { source } = event;
    if (event.kind === 'page') underWay.set(source, event.done / event.total);
    else ({ total } = event);
    if (event.kind === 'end') {
      underWay.delete(source);
      done += 1;
      chunks += event.chunks;
    }
    const begun = [...underWay.values()].reduce((sum, share) => sum + share, 0);
    const seconds = (now() - started) / 1000;
    const rate =
      seconds * 1000 >= leastRateMs && chunks > 0
        ? ` · ${formatCount(Math.round(chunks / seconds))} chunks/s`
        : '';
    const label = `${formatCount(done)}/${formatCount(total)}${rate}`;
    bar.update(Math.min(1, (done + begun) / total), label, displayPath(source));
  };
}

/** Learning and embedding count as a half each. */
export function drawAdapting(bar: ProgressBar, { step, done, total }: AdaptProgress): void {
  const within = total === 0 ? 1 : done / total;
  const isEmbedding = step === 'embed';
  const work = isEmbedding ? 'embedding chunks anew' : 'learning the words';
  bar.update((isEmbedding ? 1 + within : within) / 2, `adapting: ${work}`);
}
