import { useRef } from 'preact/hooks';
import { isOver } from './drops.ts';
import { addAddress, upload } from './jobs.ts';

/** Files that are dropped anywhere on the page, or chosen, and addresses on the web. */
export function DropZone({ collection }: { collection: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <section class={`drop ${isOver.value ? 'over' : ''}`} aria-label="Add documents">
      <p>
        Drop files here, or{' '}
        <button type="button" onClick={() => field.current!.click()}>
          choose them
        </button>
        <input
          ref={field}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            const files = [...(event.currentTarget.files ?? [])];
            if (files.length > 0) void upload(files, collection);
            event.currentTarget.value = '';
          }}
        />{' '}
        <span class="soft small">A file replaces an earlier one of the same name.</span>
      </p>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          void addAddress(String(new FormData(form).get('url')), collection);
          form.reset();
        }}
      >
        <input
          name="url"
          type="url"
          required
          aria-label="Address of a page on the web"
          placeholder="https://example.com/report.html"
        />
        <button type="submit">Add the page</button>
      </form>
    </section>
  );
}
