import { plural } from '../parts/words.ts';
import type { Job } from '../shapes.ts';
import { cancel, dismiss, retry } from './jobs.ts';

const mostLines = 50;

/** How adding goes on: what is done of how many, what is read now, what failed and what to do about it, what was noted of the others. */
export function JobView({ job }: { job: Job }) {
  const { id, counts, sources = [], endedAt, documentsStored, documentsSkipped } = job;
  const ended = counts.done + counts.failed + counts.cancelled;
  const active = sources.filter(({ state }) => state === 'active').slice(0, 4);
  const read = active.reduce((sum, { pages }) => sum + (pages ? pages.done / pages.total : 0), 0);
  const failed = sources.filter(({ error }) => error !== undefined);
  const noted = sources.flatMap(({ source, warnings = [] }) =>
    warnings.map((warning) => [source, warning] as const),
  );
  return (
    <div class="job" role="group" aria-label="Adding documents">
      <div class="row">
        <p>
          {endedAt === undefined ? (
            <>
              Adding: {ended} of {plural(counts.sources, 'file')}
            </>
          ) : (
            <>
              <strong>{plural(documentsStored, 'document')} added</strong>
              {documentsSkipped > 0 && `, ${documentsSkipped} unchanged`}
              {counts.failed > 0 && `, ${counts.failed} failed`}
              {counts.cancelled > 0 && `, ${counts.cancelled} cancelled`}
            </>
          )}
        </p>
        <span class="group end">
          {endedAt === undefined && (
            <button type="button" onClick={() => void cancel(id)}>
              Cancel
            </button>
          )}
          {endedAt !== undefined && counts.failed > 0 && (
            <button type="button" onClick={() => void retry(id)}>
              Try the failed again
            </button>
          )}
          {endedAt !== undefined && (
            <button type="button" class="plain" onClick={() => dismiss(id)} aria-label="Dismiss">
              ✕
            </button>
          )}
        </span>
      </div>
      {endedAt === undefined && (
        <progress
          max={counts.sources}
          value={ended + read}
          aria-label={`${ended} of ${counts.sources} files`}
        />
      )}
      {active.length > 0 && (
        <ul class="soft small">
          {active.map(({ source, stage, pages }) => (
            <li dir="auto">
              {nameOf(source)}: {stage ?? 'waiting'}
              {pages && `, ${pages.done} of ${plural(pages.total, 'page')}`}
            </li>
          ))}
        </ul>
      )}
      {failed.length > 0 && (
        <ul class="errors">
          {failed.slice(0, mostLines).map(({ source, error }) => (
            <li>
              <strong dir="auto">{nameOf(source)}</strong>: {error!.message}{' '}
              {error!.hint && <span class="soft">{error!.hint}</span>}
            </li>
          ))}
        </ul>
      )}
      {noted.length > 0 && (
        <ul class="soft small">
          {noted.slice(0, mostLines).map(([source, warning]) => (
            <li>
              <bdi>{nameOf(source)}</bdi>: {warning}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Without what says where it came from. */
const nameOf = (source: string) => source.replace(/^(?:upload|example):/, '');
