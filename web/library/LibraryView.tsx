import { useEffect, useState } from 'preact/hooks';
import { ask, queryOf, unlessUsual } from '../api.ts';
import { CollectionChoice } from '../parts/CollectionChoice.tsx';
import { isEmpty, loadCollections } from '../parts/collections.ts';
import { EmptyStore } from '../parts/EmptyStore.tsx';
import { Trouble } from '../parts/Trouble.tsx';
import { useAsked } from '../parts/use-asked.ts';
import { useMayWrite } from '../parts/use-may-write.ts';
import { useSlash } from '../parts/use-slash.ts';
import { plural } from '../parts/words.ts';
import { address, navigate, withQuery } from '../route.ts';
import { askFields, FilterBox } from '../search/Filters.tsx';
import { parseConditions, toFilter } from '../search/filters.ts';
import type { DocumentList } from '../shapes.ts';
import { DocumentRow } from './DocumentRow.tsx';
import { DropZone } from './DropZone.tsx';
import { changes, dismissEnded, findJobs, jobs, sending, trouble, useJobs } from './jobs.ts';
import { JobView } from './JobView.tsx';
import { inOrder, mostOrdered, orders } from './order.ts';

const step = 100;

const set = (given: Record<string, string | undefined>) => navigate(withQuery(given), { replace: true });

/** What there is: documents are added, found, described and removed. */
export function LibraryView() {
  const { searchParams } = address.value;
  const collection = searchParams.get('collection') ?? 'default';
  const words = searchParams.get('title') ?? '';
  const where = searchParams.get('where');
  const order = searchParams.get('order') ?? '';
  const conditions = parseConditions(where);
  const [shown, setShown] = useState(step);
  const limit = order === '' ? shown : mostOrdered;
  useJobs();
  useEffect(() => {
    void loadCollections();
  }, []);
  const mayWrite = useMayWrite();
  useEffect(() => {
    if (mayWrite) void findJobs().catch(() => undefined); // a key for a part of the documents lists no jobs
  }, [mayWrite]);
  const ended = jobs.value.filter(({ endedAt }) => endedAt !== undefined);
  const field = useSlash<HTMLInputElement>();
  const { value: fields = [] } = useAsked(() => askFields(collection), [collection, changes.value]);
  const filter = [toFilter(conditions, fields) ?? [], words === '' ? [] : withWords(words)].flat();
  const { value, error } = useAsked(
    () =>
      ask<DocumentList>(
        `/v1/documents${queryOf({
          collection: unlessUsual(collection),
          limit,
          filter: filter.length === 0 ? undefined : JSON.stringify({ $and: filter }),
        })}`,
      ),
    [collection, words, where, limit, changes.value, fields.length === 0],
  );
  const isFiltered = words !== '' || where !== null;
  return (
    <main id="main" class="column wide">
      <h1>Library</h1>
      {sending.value > 0 && (
        <p class="job" role="status">
          Sending {plural(sending.value, 'file')}… Leave this page open meanwhile.
        </p>
      )}
      {trouble.value !== undefined && <Trouble error={trouble.value} />}
      {jobs.value.map((job) => (
        <JobView key={job.id} job={job} />
      ))}
      {ended.length > 1 && (
        <button type="button" class="plain" onClick={dismissEnded}>
          Dismiss all that have ended
        </button>
      )}
      {isEmpty() && jobs.value.length === 0 && sending.value === 0 && <EmptyStore />}
      {mayWrite && <DropZone collection={collection} />}
      <div class="row options">
        <CollectionChoice
          value={collection}
          onChoice={(name) => set({ collection: name, where: undefined })}
        />
        <input
          ref={field}
          type="search"
          aria-label="Words of a title, a file or a folder"
          placeholder="Words of a title, a file or a folder"
          value={words}
          onInput={(event) => set({ title: event.currentTarget.value || undefined })}
        />
        <label class="inline">
          by{' '}
          <select
            value={order}
            aria-label="Order"
            onChange={({ currentTarget }) => set({ order: currentTarget.value || undefined })}
          >
            {orders.map(([name, label]) => (
              <option value={name}>{label}</option>
            ))}
          </select>
        </label>
        <span class="soft">{value && plural(value.total, 'document')}</span>
      </div>
      <FilterBox
        collection={collection}
        fields={fields}
        where={where}
        onWhere={(next) => set({ where: next })}
      />
      {error !== undefined && <Trouble error={error} />}
      {value && value.documents.length === 0 && isFiltered && <p class="soft">No document is like that.</p>}
      <ul class="documents">
        {value &&
          inOrder(value.documents, order).map((document) => (
            <DocumentRow key={document.id} document={document} mayWrite={mayWrite} />
          ))}
      </ul>
      {value?.nextCursor !== undefined && limit === mostOrdered && (
        <p class="soft">
          These are the first {mostOrdered.toLocaleString('en')} by id: narrow them down to see the others.
        </p>
      )}
      {value?.nextCursor !== undefined && limit < mostOrdered && (
        <button type="button" onClick={() => setShown(Math.min(mostOrdered, limit * 2))}>
          More
        </button>
      )}
    </main>
  );
}

/** Titles or files that have each word. They are compared letter by letter: as it was typed, and as names may have it. */
const withWords = (words: string) =>
  words
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const small = word.toLowerCase();
      const forms = [word, small, small[0]!.toUpperCase() + small.slice(1), word.toUpperCase()];
      return {
        $or: [...new Set(forms)].flatMap((form) => [
          { title: { $contains: form } },
          { sourcePath: { $contains: form } },
        ]),
      };
    });
