import { useState } from 'preact/hooks';
import { ask } from '../api.ts';
import { apiOf, documentKey, linkTo, type Place } from '../parts/place.ts';
import { Trouble } from '../parts/Trouble.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { plural } from '../parts/words.ts';
import type { ChunkList as Chunks } from '../shapes.ts';

const step = 100;

/** What is searched of a document, in order; each opens where it stands. */
export function ChunkList({ place }: { place: Place }) {
  const [limit, setLimit] = useState(step);
  const { value, error } = useAsked(
    () => ask<Chunks>(apiOf(place, '/chunks', { limit })),
    [documentKey(place), limit],
  );
  if (error !== undefined) return <Trouble error={error} />;
  if (value === undefined) return <p class="soft">…</p>;
  return (
    <>
      <p class="soft">{plural(value.total, 'chunk')}</p>
      <ol class="chunks">
        {value.chunks.map(({ id, text, tokens, kind, pages, charStart, charEnd }) => (
          <li key={id}>
            <a href={linkTo({ ...place, page: pages[0], charStart, charEnd })}>
              {kind} {id.slice(id.lastIndexOf('#'))}
            </a>{' '}
            <span class="soft">
              {plural(tokens, 'token')}
              {pages.length > 0 && ` · p. ${pages[0]}`}
            </span>
            <p dir="auto">{text.slice(0, 140)}</p>
          </li>
        ))}
      </ol>
      {value.nextCursor !== undefined && (
        <button type="button" onClick={() => setLimit(Math.min(1000, limit * 3))}>
          More
        </button>
      )}
    </>
  );
}
