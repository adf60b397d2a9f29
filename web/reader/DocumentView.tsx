import { useState } from 'preact/hooks';
import { placeAt, type Place } from '../parts/place.ts';
import { address } from '../route.ts';
import { ChunkList } from './ChunkList.tsx';
import { Details } from './Details.tsx';
import { OutlineList } from './OutlineList.tsx';
import { Reader } from './Reader.tsx';

const tabs = ['Outline', 'Chunks', 'Details'] as const;

/** A document on its own: where links of citations lead. */
export function DocumentView() {
  const place = placeAt(address.value.href);
  return place ? <WholeReader place={place} /> : <NoDocument />;
}

const NoDocument = () => (
  <main id="main" class="column">
    <h1>No document is there</h1>
    <p class="soft">
      The address names none. See the <a href="/library">library</a>.
    </p>
  </main>
);

function WholeReader({ place }: { place: Place }) {
  const [tab, setTab] = useState<(typeof tabs)[number]>('Outline');
  const [isOpen, setOpen] = useState(matchMedia('(min-width: 900px)').matches);
  const aside = (
    <details class="aside" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Contents</summary>
      {isOpen && (
        <>
          <div class="group choice" role="group" aria-label="Show beside the document">
            {tabs.map((name) => (
              <button type="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
                {name}
              </button>
            ))}
          </div>
          {tab === 'Outline' && <OutlineList place={place} />}
          {tab === 'Chunks' && <ChunkList place={place} />}
          {tab === 'Details' && <Details place={place} />}
        </>
      )}
    </details>
  );
  return (
    <main id="main" class="whole">
      <Reader place={place} aside={aside} />
    </main>
  );
}
