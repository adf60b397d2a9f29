import { useEffect, useMemo } from 'preact/hooks';
import { isSupported } from '../../src/apps/supported.ts';
import { ask, askOnce, unlessUsual } from '../api.ts';
import { BesideReader } from '../parts/BesideReader.tsx';
import { CollectionChoice } from '../parts/CollectionChoice.tsx';
import { isEmpty, loadCollections } from '../parts/collections.ts';
import { EmptyStore } from '../parts/EmptyStore.tsx';
import { apiOf, placeOfHit, type Place } from '../parts/place.ts';
import { say } from '../parts/says.ts';
import { StageTable } from '../parts/StageTable.tsx';
import { Trouble } from '../parts/Trouble.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { useSlash } from '../parts/use-slash.ts';
import { plural } from '../parts/words.ts';
import { address, navigate, withQuery } from '../route.ts';
import type { DocumentInfo, SearchResponse } from '../shapes.ts';
import { askFields, FilterBox } from './Filters.tsx';
import { parseConditions, toFilter } from './filters.ts';
import { HitView } from './HitView.tsx';

const modes = [
  ['', 'words and meaning'],
  ['keyword', 'words'],
  ['vector', 'meaning'],
] as const;

const noPlaces: readonly Place[] = [];

const set = (changes: Record<string, string | undefined>) =>
  navigate(withQuery({ ...changes, hit: undefined }));

/** Hits of a search; each opens beside them. The address has all that was asked. */
export function SearchView() {
  const { searchParams } = address.value;
  const query = searchParams.get('q') ?? '';
  const collection = searchParams.get('collection') ?? 'default';
  const mode = searchParams.get('mode') ?? '';
  const where = searchParams.get('where');
  const conditions = parseConditions(where);
  useEffect(() => void loadCollections(), []);
  const known = useAsked(() => askFields(collection), [collection]);
  const fields = known.value;
  const { value, error, isAsking } = useAsked(
    query === '' || (fields === undefined && known.error === undefined)
      ? undefined
      : () => search({ query, collection, mode, filter: toFilter(conditions, fields ?? []) }),
    [query, collection, mode, where, fields === undefined],
  );
  /** Where a search in one document comes from: its page. */
  const only = conditions['documentId']?.is;
  const info = useAsked(
    only === undefined
      ? undefined
      : () => askOnce<DocumentInfo>(apiOf({ documentId: only, collection, charStart: 0, charEnd: 0 })),
    [only, collection],
  );
  const places = useMemo(() => value?.results.flatMap((hit) => placeOfHit(hit) ?? []) ?? noPlaces, [value]);
  /** How many hits there are up to the last that something speaks for. */
  const matching = (value?.results.findLastIndex(({ scores }) => isSupported(scores ?? {})) ?? -1) + 1;
  const opened = Number(searchParams.get('hit')) - 1;
  const isOpen = opened >= 0 && opened < places.length;
  const go = (index: number | undefined) =>
    navigate(withQuery({ hit: index === undefined ? undefined : String(index + 1) }), { replace: isOpen });

  return (
    <BesideReader places={places} index={isOpen ? opened : undefined} go={go}>
      <h1>Search</h1>
      {isEmpty() ? <EmptyStore /> : <Form query={query} onSearch={(words) => set({ q: words })} />}
      {only !== undefined && (
        <p class="soft">
          In <bdi>{info.value?.title ?? only}</bdi> alone.{' '}
          <button type="button" class="plain" onClick={() => set({ where: undefined })}>
            Search in all documents
          </button>
        </p>
      )}
      <div class="row options">
        <CollectionChoice
          value={collection}
          onChoice={(name) => set({ collection: name, where: undefined })}
        />
        <label class="inline">
          by{' '}
          <select value={mode} onChange={(event) => set({ mode: event.currentTarget.value || undefined })}>
            {modes.map(([name, words]) => (
              <option value={name}>{words}</option>
            ))}
          </select>
        </label>
      </div>
      <FilterBox
        collection={collection}
        fields={only === undefined ? (fields ?? []) : []}
        where={where}
        onWhere={(next) => set({ where: next })}
      />
      {error !== undefined && <Trouble error={error} />}
      {value?.warnings.map((warning) => (
        <p class="note">{warning}</p>
      ))}
      {isAsking && query !== '' && <p class="soft waiting">Searching…</p>}
      {value && query !== '' && (
        <>
          {!isAsking && <h2 class="small-heading">{plural(value.results.length, 'hit')}</h2>}
          {value.results.length === 0 && (
            <p>Nothing was found. Other words may be in the documents, or fewer filters let more through.</p>
          )}
          {[value.results.slice(0, matching), value.results.slice(matching)].map(
            (hits, part) =>
              hits.length > 0 && (
                <>
                  {part === 1 && (
                    <p>
                      {matching > 0 ? 'Nothing else' : 'Nothing'} in the documents matches well; these are the
                      nearest places.
                    </p>
                  )}
                  <ol class="hits" aria-busy={isAsking}>
                    {hits.map((hit, index) => {
                      const at = part * matching + index;
                      return (
                        <HitView
                          key={hit.id}
                          hit={hit}
                          isOpen={isOpen && at === opened}
                          open={() => go(at)}
                        />
                      );
                    })}
                  </ol>
                </>
              ),
          )}
          {value.timings && (
            <details class="soft small">
              <summary>How they were found</summary>
              <StageTable timings={value.timings} />
            </details>
          )}
        </>
      )}
    </BesideReader>
  );
}

interface Asked {
  readonly query: string;
  readonly collection: string;
  readonly mode: string;
  readonly filter: unknown;
}

async function search({ query, collection, mode, filter }: Asked): Promise<SearchResponse> {
  say('Searching.');
  const found = await ask<SearchResponse>('/v1/search', {
    body: {
      query,
      topK: 20,
      include: ['marks', 'scores', 'timings'],
      collection: unlessUsual(collection),
      mode: mode || undefined,
      filter,
    },
  });
  say(plural(found.results.length, 'hit'));
  return found;
}

function Form({ query, onSearch }: { query: string; onSearch: (words: string) => void }) {
  const field = useSlash<HTMLInputElement>();
  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(field.current!.value.trim());
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label="Words to search for"
        key={query}
        defaultValue={query}
        dir="auto"
        autofocus={query === ''}
      />
      <button type="submit" class="main">
        Search
      </button>
    </form>
  );
}
