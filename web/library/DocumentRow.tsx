import { useRef, useState } from 'preact/hooks';
import { call, queryOf, unlessUsual } from '../api.ts';
import { focusHere } from '../parts/focus.ts';
import { linkTo } from '../parts/place.ts';
import { say } from '../parts/says.ts';
import { Trouble } from '../parts/Trouble.tsx';
import { fileIn } from '../../src/answer/cite/file-of.ts';
import { bytes, plural } from '../parts/words.ts';
import type { DocumentInfo } from '../shapes.ts';
import { noteChange } from './jobs.ts';

/** A document of the list; whoever may, tags and removes it. */
export function DocumentRow({ document, mayWrite }: { document: DocumentInfo; mayWrite: boolean }) {
  const { id, collection, title, creators, date, format, pages, chunks, tags } = document;
  const [doing, setDoing] = useState<'tags' | 'removing'>();
  const [error, setError] = useState<unknown>();
  const row = useRef<HTMLLIElement>(null);
  const close = () => {
    setDoing(undefined);
    requestAnimationFrame(() => row.current?.querySelector<HTMLElement>(`[data-does="${doing}"]`)?.focus());
  };
  const path = `/v1/documents/${encodeURIComponent(id)}${queryOf({ collection: unlessUsual(collection) })}`;
  const change = async (work: () => Promise<unknown>, words: string) => {
    try {
      await work();
      close();
      say(words);
      noteChange();
    } catch (problem) {
      setError(problem);
    }
  };
  const place = { documentId: id, collection, charStart: 0, charEnd: 0 };
  return (
    <li
      ref={row}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && doing !== undefined) close();
      }}
    >
      <div class="row">
        <div class="what">
          <a href={linkTo(place)} dir="auto">
            {title}
          </a>
          <p class="soft small" dir="auto">
            {[
              fileIn(document) === title ? undefined : fileIn(document),
              creators.join('; '),
              date?.slice(0, 10),
              format,
              pages > 0 ? plural(pages, 'page') : undefined,
              plural(chunks, 'chunk'),
              bytes(document.bytes),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {tags.length > 0 && (
            <p class="tags">
              {tags.map((tag) => (
                <span dir="auto">{tag}</span>
              ))}
            </p>
          )}
        </div>
        {mayWrite && doing === undefined && (
          <span class="group end">
            <button
              type="button"
              data-does="tags"
              onClick={() => setDoing('tags')}
              aria-label={`Tag ${title}`}
            >
              Tag
            </button>
            <button
              type="button"
              data-does="removing"
              onClick={() => setDoing('removing')}
              aria-label={`Remove ${title}`}
            >
              Remove
            </button>
          </span>
        )}
      </div>
      {doing === 'tags' && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            const given = String(new FormData(event.currentTarget).get('tags'));
            const next = given.split(',').flatMap((tag) => tag.trim() || []);
            void change(
              () =>
                call(path, {
                  method: 'PATCH',
                  body: { metadata: { tags: next.length === 0 ? null : next } },
                }),
              'The tags are set.',
            );
          }}
        >
          <label class="inline">
            Tags, with commas between{' '}
            <input
              name="tags"
              aria-label={`Tags of ${title}, with commas between`}
              value={tags.join(', ')}
              ref={focusHere}
            />
          </label>
          <button type="submit" class="main">
            Save
          </button>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </form>
      )}
      {doing === 'removing' && (
        <div class="row note">
          <p>Remove it with its chunks? The file that it came from stays where it is.</p>
          <span class="group end">
            <button
              type="button"
              class="main"
              onClick={() => {
                const next = row.current!.nextElementSibling ?? row.current!.previousElementSibling;
                next?.querySelector('a')?.focus();
                void change(() => call(path, { method: 'DELETE' }), `${title} is removed.`);
              }}
            >
              Remove
            </button>
            <button type="button" onClick={close} ref={focusHere}>
              Keep
            </button>
          </span>
        </div>
      )}
      {error !== undefined && <Trouble error={error} />}
    </li>
  );
}
