import { documentKey, type Place } from '../parts/place.ts';
import { Trouble } from '../parts/Trouble.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { bytes } from '../parts/words.ts';
import { loadDocument } from './Reader.tsx';

/** What is known of a document. */
export function Details({ place }: { place: Place }) {
  const { value, error } = useAsked(() => loadDocument(place), [documentKey(place)]);
  if (error !== undefined) return <Trouble error={error} />;
  if (value === undefined) return <p class="soft">…</p>;
  const { info } = value;
  const rows: [string, unknown][] = [
    ['Authors', info.creators.join('; ')],
    ['Date', info.date?.slice(0, 10)],
    ['Format', info.format],
    ['Language', info.language],
    ['Type', info.type],
    ['Project', info.project],
    ['Tags', info.tags.join(', ')],
    ['Pages', info.pages || undefined],
    ['Chunks', info.chunks],
    ['Size', bytes(info.bytes)],
    ['Version', info.version],
    ['Added', new Date(info.addedAt).toLocaleString()],
    ...Object.entries(info.metadata),
    ['Id', info.id],
  ];
  return (
    <dl class="facts">
      {rows
        .filter(([, fact]) => fact !== undefined && fact !== '')
        .map(([name, fact]) => (
          <>
            <dt>{name}</dt>
            <dd dir="auto">{String(fact)}</dd>
          </>
        ))}
    </dl>
  );
}
